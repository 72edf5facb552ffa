// Whether a contribution is legal, and what is read out of it: moves, root causes, what a review did.

import type { EventData, RuleData } from '../../domain/events.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import { accept, admitRecorded, notDue, refuse, refuseViolation, tooLong } from '../common/admission.ts';
import { admitClosing } from '../common/closing.ts';
import type { Admission, Contribution } from '../format.ts';
import { numberPoints } from './admit/claims.ts';
import { readPoints } from './admit/points.ts';
import { readPositionPoints } from './admit/position-points.ts';
import { readReview } from './admit/review.ts';
import { admitSynthesis } from './admit/synthesis.ts';
import { DATA, isAct, type Stage } from './data.ts';
import { isDue, next } from './next.ts';
import { againstDelivery, DELIVERIES, MAX_SEATS } from './options.ts';
import { listTargets } from './requests.ts';
import { REVIEWER, roleOf, seatsOf } from './seats.ts';
import { hasAllPositions, listPresent, phaseOf, type State } from './state.ts';

const MISFIT = refuseViolation(['The data of the turn do not fit the expected turn.']);

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
  return notDue(due, contribution, 'Nobody has a turn left: close the debate.');
}

function admitContent(state: State, contribution: Contribution, text: string): Admission {
  const { seat, act, data, byHand } = contribution;
  switch (act) {
    case 'challenge': {
      const read = readPoints(state, { text, data, byHand, allowed: listTargets(state, seat) });
      if (!read.ok) return refuseViolation(read.issues);
      return accept({ points: numberPoints(state, seat, text, read.moves) }, read.warnings);
    }
    case 'position':
      return accept(readPositionPoints(state, seat, text));
    case 'converge':
      return admitSynthesis(state, text, contribution);
    case 'review': {
      const stage: Stage = hasAllPositions(state) && state.revealed ? 'convergence' : 'challenge';
      const read = readReview(state, { text, data, byHand, stage });
      return read.ok ? accept(read.data, read.warnings) : refuseViolation(read.issues);
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
    return isAct(act) ? admitRecorded(DATA[act], data, MISFIT) : MISFIT;
  }
  // A review may be said outright, without words.
  if (content.trim() === '' && seat !== REVIEWER) return refuseViolation(['The contribution is empty.']);
  const long = tooLong(content, state.options.maxContent);
  return long === undefined ? admitContent(state, contribution, content) : refuseViolation([`It ${long}`]);
}

export function admitClose(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission {
  return admitClosing(state, { due: next(state), close, text, maxContent: state.options.maxContent });
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
  if (listPresent(state).length >= MAX_SEATS) {
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
