// Whether a contribution is legal, and what is read out of it: moves, root causes, what a review did.
import type { Problem } from '../../domain/errors.ts';
import type { EventData, RuleData } from '../../domain/events.ts';
import { accept, EMPTY_SYNTHESIS, notDue, refuse, tooLong } from '../admission.ts';
import type { Admission, Contribution } from '../format.ts';
import { readSynthesis } from './answers.ts';
import { DATA, isAct, type Stage } from './data.ts';
import { isDue, next, pointCount, targetsOf } from './next.ts';
import { againstDelivery, DELIVERIES, MAX_SEATS } from './options.ts';
import { readPoints } from './points.ts';
import { readReview } from './review.ts';
import { REVIEWER, roleOf, seatsOf } from './seats.ts';
import { phaseOf, positionsIn, present, type State } from './state.ts';

function violation(issues: readonly string[]): Admission {
  const message = `The contribution breaks the rules: ${issues.join(' ')}`;
  return refuse({ code: 'rule-violation', message, issues });
}

/** Where seats join, whoever speaks for one may also replace its position, add to its challenges, or sum up. */
function alsoAllowed(state: State, { seat, act, byHand }: Contribution): boolean {
  const participant = state.participants[seat];
  if (!state.options.joining || !byHand || participant === undefined || participant.left) return false;
  if (positionsIn(state)) return act === 'challenge' && phaseOf(state) === 'challenge';
  const spoken = participant.position !== undefined;
  return spoken && (act === 'position' || (act === 'summary' && participant.side === 'experienced'));
}

function untimely(state: State, contribution: Contribution): Problem | undefined {
  if (isDue(state, contribution.seat, contribution.act)) return undefined;
  const due = next(state);
  if (due.kind === 'ask' && alsoAllowed(state, contribution)) return undefined;
  return notDue(due, contribution, 'Nobody has a turn left: close the debate.');
}

function admitSynthesis(state: State, content: string, { data, byHand }: Contribution): Admission {
  const { points, agreements } = pointCount(state);
  const confidence = points === 0 ? 0 : Math.round((1_000 * agreements) / points);
  const read = readSynthesis(content);
  if (!read.ok) {
    if (!byHand) return violation(read.issues);
    // Plain words are the synthesis, unless whoever has the debate converge says that they are none.
    return accept({ written: data['written'] !== false, causes: [], confidence });
  }
  const { synthesis, points: said } = read.value;
  const issues = said.flatMap(({ index }, place) => {
    if (index < 1 || index > points) return [`There is no point ${index}; points are numbered from 1 to ${points}.`];
    return said.findIndex((each) => each.index === index) < place ? [`Point ${index} has two root causes.`] : [];
  });
  if (synthesis.trim() === '') issues.push('The synthesis is empty.');
  if (issues.length > 0) return violation(issues);
  const causes = said.map(({ index, root_cause: cause }) => ({ index, cause }));
  return accept({ written: true, causes, confidence }, read.repairs);
}

function admitWords(state: State, contribution: Contribution, text: string): Admission {
  const { seat, act, data, byHand } = contribution;
  switch (act) {
    case 'challenge': {
      const read = readPoints(state, { text, data, byHand, allowed: targetsOf(state, seat) });
      return read.ok ? accept({ points: [...read.moves] }, read.warnings) : violation(read.issues);
    }
    case 'converge':
      return admitSynthesis(state, text, contribution);
    case 'review': {
      const stage: Stage = positionsIn(state) && state.revealed ? 'convergence' : 'challenge';
      const read = readReview(state, { text, data, byHand, stage });
      return read.ok ? accept(read.data, read.warnings) : violation(read.issues);
    }
    default:
      return accept({});
  }
}

export function admit(state: State, contribution: Contribution): Admission {
  const { seat, act, content, data } = contribution;
  const problem = untimely(state, contribution);
  if (problem !== undefined) return refuse(problem);
  if (content === undefined) {
    // Of a redacted text what was read stands, if it has the form of it.
    const fits = isAct(act) && DATA[act].safeParse(data).success;
    return fits ? accept(data) : violation(['The data of the turn do not fit the expected turn.']);
  }
  // A review may be said outright, without words.
  if (content.trim() === '' && seat !== REVIEWER) return violation(['The contribution is empty.']);
  const long = tooLong(content, state.options.maxContent);
  return long === undefined ? admitWords(state, contribution, content) : violation([`It ${long}`]);
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
          message: `The rules do not allow the outcome "${outcome}" here.`,
          hint: 'Resume the debate, or close it with your own synthesis.',
        });
  }
  const expected = state.ended === 'limited' ? 'stopped-by-limit' : 'decided';
  if (outcome !== expected) {
    const message = `When you close a debate manually, its outcome is "${expected}", not "${outcome}".`;
    return refuse({ code: 'rule-violation', message });
  }
  if (text === undefined) return accept({});
  if (text.trim() === '') {
    return refuse(EMPTY_SYNTHESIS);
  }
  const long = tooLong(text, state.options.maxContent);
  return long === undefined ? accept({}) : violation([`It ${long}`]);
}

/** Free seats may be taken as long as the debate has not converged; those that join are at most four beside the first. */
export function admitSeat(state: State, { seat, data }: { readonly seat: string; readonly data: RuleData }): Admission {
  const spec = seatsOf(state.options).find(({ id }) => id === seat);
  if (spec === undefined) return refuse({ code: 'not-found', message: `This debate has no seat "${seat}".` });
  if (spec.joinable !== true) return accept({});
  const phase = phaseOf(state);
  if (phase === 'convergence' || phase === 'complete') {
    return refuse({ code: 'not-active', message: 'The debate has converged, so nobody can join it anymore.' });
  }
  if (present(state).length >= MAX_SEATS) {
    const message = `The debate already has the maximum of ${MAX_SEATS} seats.`;
    return refuse({ code: 'rule-violation', message, hint: 'Start another debate.', issues: [message] });
  }
  const role = roleOf(seat) === 'semi-fresh' ? 'semi-fresh' : 'fresh';
  const { delivery = role === 'fresh' ? 'none' : 'passive' } = data;
  const known = DELIVERIES.find((each) => each === delivery);
  const issue = known === undefined ? `unknown delivery "${String(delivery)}"` : againstDelivery(role, known);
  if (known === undefined || issue !== undefined) {
    return refuse({ code: 'bad-input', message: `${issue}; deliveries are ${DELIVERIES.join(', ')}.` });
  }
  return accept({ delivery: known });
}
