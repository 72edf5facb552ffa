// Whether a contribution is legal, and what is read out of it: moves, root causes, what a review did.
import type { Problem } from '../../domain/errors.ts';
import type { EventData, RuleData } from '../../domain/events.ts';
import { accept, EMPTY_SYNTHESIS, notDue, refuse, tooLong } from '../admission.ts';
import type { Admission, Contribution } from '../format.ts';
import { readPoints } from './admit/points.ts';
import { readReview } from './admit/review.ts';
import { admitSynthesis } from './admit/synthesis.ts';
import { DATA, isAct, type Stage } from './data.ts';
import { isDue, next } from './next.ts';
import { againstDelivery, DELIVERIES, MAX_SEATS } from './options.ts';
import { listTargets } from './requests.ts';
import { REVIEWER, roleOf, seatsOf } from './seats.ts';
import { hasAllPositions, listPresent, phaseOf, type State } from './state.ts';

export function ruleViolation(issues: readonly string[]): Admission {
  const message = `The contribution breaks the rules: ${issues.join(' ')}`;
  return refuse({ code: 'rule-violation', message, issues });
}

/** Where seats join, whoever speaks for one may also replace its position, add to its challenges, or sum up. */
function isAllowedManually(state: State, { seat, act, byHand }: Contribution): boolean {
  const participant = state.participants[seat];
  if (!state.options.joining || !byHand || participant === undefined || participant.left) return false;
  if (hasAllPositions(state)) return act === 'challenge' && phaseOf(state) === 'challenge';
  const spoken = participant.position !== undefined;
  return spoken && (act === 'position' || (act === 'summary' && participant.side === 'experienced'));
}

function checkTiming(state: State, contribution: Contribution): Problem | undefined {
  if (isDue(state, contribution.seat, contribution.act)) return undefined;
  const due = next(state);
  if (due.kind === 'ask' && isAllowedManually(state, contribution)) return undefined;
  return notDue(due, contribution, 'Nothing is due: close the debate.');
}

function admitContent(state: State, contribution: Contribution, text: string): Admission {
  const { seat, act, data, byHand } = contribution;
  switch (act) {
    case 'challenge': {
      const read = readPoints(state, { text, data, byHand, allowed: listTargets(state, seat) });
      return read.ok ? accept({ points: [...read.moves] }, read.warnings) : ruleViolation(read.issues);
    }
    case 'converge':
      return admitSynthesis(state, text, contribution);
    case 'review': {
      const stage: Stage = hasAllPositions(state) && state.revealed ? 'convergence' : 'challenge';
      const read = readReview(state, { text, data, byHand, stage });
      return read.ok ? accept(read.data, read.warnings) : ruleViolation(read.issues);
    }
    default:
      return accept({});
  }
}

export function admit(state: State, contribution: Contribution): Admission {
  const { seat, act, content, data } = contribution;
  const problem = checkTiming(state, contribution);
  if (problem !== undefined) return refuse(problem);
  if (content === undefined) {
    // Of a redacted text what was read stands, if it has the form of it.
    const fits = isAct(act) && DATA[act].safeParse(data).success;
    return fits ? accept(data) : ruleViolation(['The data of the turn do not have the form of what is due.']);
  }
  // A review may be said outright, without words.
  if (content.trim() === '' && seat !== REVIEWER) return ruleViolation(['The contribution is empty.']);
  const long = tooLong(content, state.options.maxContent);
  return long === undefined ? admitContent(state, contribution, content) : ruleViolation([`It ${long}`]);
}

/** Closing as the rules have it, or by hand with a synthesis in words. */
export function admitClose(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission {
  const { decision, outcome } = close;
  if (decision === null || 'turn' in decision) {
    const due = next(state);
    const asRuled =
      due.kind === 'close' &&
      due.close.outcome === outcome &&
      JSON.stringify(due.close.decision) === JSON.stringify(decision);
    return asRuled
      ? accept({})
      : refuse({
          code: 'rule-violation',
          message: `The rules do not give the outcome "${outcome}" here.`,
          hint: 'Resume the debate, or close it with a synthesis of your own.',
        });
  }
  const expected = state.ended === 'limited' ? 'stopped-by-limit' : 'decided';
  if (outcome !== expected) {
    const message = `Closed by hand, the outcome is "${expected}", not "${outcome}".`;
    return refuse({ code: 'rule-violation', message });
  }
  if (text === undefined) return accept({});
  if (text.trim() === '') {
    return refuse(EMPTY_SYNTHESIS);
  }
  const long = tooLong(text, state.options.maxContent);
  return long === undefined ? accept({}) : ruleViolation([`It ${long}`]);
}

/** Free seats may be taken as long as the debate has not converged; those that join are at most four beside the first. */
export function admitSeat(state: State, { seat, data }: { readonly seat: string; readonly data: RuleData }): Admission {
  const spec = seatsOf(state.options).find(({ id }) => id === seat);
  if (spec === undefined) return refuse({ code: 'not-found', message: `This debate has no seat "${seat}".` });
  if (spec.joinable !== true) return accept({});
  const phase = phaseOf(state);
  if (phase === 'convergence' || phase === 'complete') {
    return refuse({ code: 'not-active', message: 'The debate has converged, so nobody can join it any more.' });
  }
  if (listPresent(state).length >= MAX_SEATS) {
    const message = `The debate already has ${MAX_SEATS} seats, which is the most.`;
    return refuse({ code: 'rule-violation', message, hint: 'Open another debate.', issues: [message] });
  }
  const role = roleOf(seat) === 'semi-fresh' ? 'semi-fresh' : 'fresh';
  const { delivery = role === 'fresh' ? 'none' : 'passive' } = data;
  const known = DELIVERIES.find((each) => each === delivery);
  const issue = known === undefined ? `"${String(delivery)}" is no delivery` : againstDelivery(role, known);
  if (known === undefined || issue !== undefined) {
    return refuse({ code: 'bad-input', message: `${issue}; deliveries are ${DELIVERIES.join(', ')}.` });
  }
  return accept({ delivery: known });
}
