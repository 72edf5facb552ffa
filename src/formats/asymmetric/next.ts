// What is due: positions, challenges, reviews at a pause, the synthesis; or that the debate has run its course.
import type { RuleData } from '../../domain/event-parts.ts';
import { accept, ask, refuse } from '../common/admission.ts';
import { closeByRules } from '../common/closing.ts';
import type { Admission, Ask, Contribution, Due, Expendable } from '../format.ts';
import { decideOutcome } from './outcome.ts';
import {
  againstDelivery,
  CONVERGENCE,
  DELIVERIES,
  listSeats,
  MAX_SEATS,
  type Options,
  REVIEWER,
  readRole,
} from './setup.ts';
import {
  findPhase,
  findRejection,
  hasAllChallenges,
  hasAllPositions,
  isPausedBefore,
  listPresent,
  type Participant,
  type State,
} from './state.ts';

const MINUTE_MS = 60_000;

/** Whether all experienced seats that are there have given their positions. */
function hasExperiencedPositions(state: State): boolean {
  return listPresent(state).every(([, { side, position }]) => side === 'fresh' || position !== undefined);
}

function findSummariser(state: State): string | undefined {
  return listPresent(state).find(([, { side, position }]) => side === 'experienced' && position !== undefined)?.[0];
}

/** A name that whoever joins next can take. */
function findFreeSeat({ options, participants }: State): string | undefined {
  return listSeats(options).find(({ id, joinable }) => joinable === true && participants[id] === undefined)?.id;
}

const position = (seat: string): Ask => ({ seat, act: 'position' });

function listPositions(state: State): readonly Ask[] {
  const { joining } = state.options;
  const open = listPresent(state)
    .filter(([, { late, position }]) => !late && position === undefined)
    .map(([seat]) => seat);
  const isSummarized = joining || state.summary !== undefined;
  const semiFresh = open.filter((seat) => readRole(seat) === 'semi-fresh');
  const ready = open.filter((seat) => isSummarized || !semiFresh.includes(seat)).map(position);
  if (!isSummarized && semiFresh.length > 0 && hasExperiencedPositions(state)) {
    const seat = findSummariser(state);
    return seat === undefined ? ready : [...ready, { seat, act: 'summary' }];
  }
  const place = ready.length === 0 && joining ? findFreeSeat(state) : undefined;
  return place === undefined ? ready : [position(place)];
}

function listChallenges(state: State): readonly Ask[] {
  const open = listPresent(state).filter(([, { challenged }]) => !challenged);
  const asked = open.map(([seat]) => ({ seat, act: 'challenge' }));
  return state.options.joining ? [...asked, { seat: CONVERGENCE, act: 'converge' }] : asked;
}

/** A synthesis describes the disagreement and does not end it. */
function closeByFigures(state: State): Due {
  const { converged } = state;
  return closeByRules(decideOutcome(state), converged?.written === true ? converged.seq : undefined);
}

export function next(state: State): Due {
  const rejected = findRejection(state);
  if (rejected !== undefined) return closeByRules('stable-disagreement');
  if (!hasAllPositions(state)) {
    const asked = listPositions(state);
    // A side has gone, and nobody can come in its place.
    const gone = asked.length === 0 || !listPresent(state).some(([, { side }]) => side === 'experienced');
    return gone ? closeByRules('stopped-by-limit') : { kind: 'ask', asked };
  }
  if (isPausedBefore(state, 'challenge')) return ask('review', [REVIEWER]);
  if (!hasAllChallenges(state)) return { kind: 'ask', asked: listChallenges(state) };
  if (isPausedBefore(state, 'convergence')) return ask('review', [REVIEWER]);
  const { synthesis } = state.options;
  if (synthesis && state.converged === undefined && !state.convergenceLeft) return ask('converge', [CONVERGENCE]);
  return closeByFigures(state);
}

/** Where seats join, whoever speaks for one may also replace its position, add to its challenges, or sum up. */
export function isAllowed(state: State, { seat, act, byHand }: Pick<Contribution, 'seat' | 'act' | 'byHand'>): boolean {
  const participant = state.participants[seat];
  if (!state.options.joining || !byHand || participant === undefined || participant.left) return false;
  if (hasAllPositions(state)) return act === 'challenge' && findPhase(state) === 'challenge';
  const spoken = participant.position !== undefined;
  return spoken && (act === 'position' || (act === 'summary' && participant.side === 'experienced'));
}

function canLeave(state: State, seat: string, { side }: Participant): boolean {
  if (state.options.joining) return true;
  return listPresent(state).some(([other, each]) => other !== seat && each.side === side);
}

function pickLater(one: string, other: string): string {
  return one > other ? one : other;
}

/** Every seat that is due, where its side has another one or others may still join; the synthesis can always be missed. */
export function expendable(state: State, asked: readonly Ask[]): readonly Expendable[] {
  const { joining, deadlineMinutes } = state.options;
  return asked.flatMap(({ seat }): Expendable[] => {
    if (seat === CONVERGENCE) return joining ? [] : [{ seat, since: state.phaseSince.at, deadlineMs: null }];
    const participant = state.participants[seat];
    if (participant === undefined || !canLeave(state, seat, participant)) return [];
    const since = pickLater(participant.since, state.phaseSince.at);
    return [{ seat, since, deadlineMs: deadlineMinutes === null ? null : deadlineMinutes * MINUTE_MS }];
  });
}

/** A reviewer may end the debate at the pause; a review counts as a call, as an agent may be asked for it by name. */
export function calls({ deepN, freshN, freshRole, synthesis, pauseAt, joining }: Options) {
  const seats = joining ? 2 : deepN + freshN;
  const positions = seats + (freshRole === 'semi-fresh' && !joining ? 1 : 0);
  const review = pauseAt === null ? 0 : 1;
  const atMost = positions + seats + review + (synthesis ? 1 : 0);
  if (pauseAt === null) return { atLeast: atMost, atMost };
  return { atLeast: positions + review + (pauseAt === 'convergence' ? seats : 0), atMost };
}

/** Free seats may be taken as long as the debate has not converged; those that join are at most four beside the first. */
export function admitSeat(state: State, { seat, data }: { readonly seat: string; readonly data: RuleData }): Admission {
  const spec = listSeats(state.options).find(({ id }) => id === seat);
  if (spec === undefined) return refuse({ code: 'not-found', message: `This debate has no seat "${seat}".` });
  if (spec.joinable !== true) return accept({});
  const phase = findPhase(state);
  if (phase === 'convergence' || phase === 'complete') {
    return refuse({ code: 'not-active', message: 'The debate has converged, so nobody can join it anymore.' });
  }
  if (listPresent(state).length >= MAX_SEATS) {
    const message = `The debate already has the maximum of ${MAX_SEATS} seats.`;
    return refuse({ code: 'rule-violation', message, hint: 'Start another debate.', issues: [message] });
  }
  const role = readRole(seat) === 'semi-fresh' ? 'semi-fresh' : 'fresh';
  const { delivery = role === 'fresh' ? 'none' : 'passive' } = data;
  const known = DELIVERIES.find((each) => each === delivery);
  const issue = known === undefined ? `unknown delivery "${String(delivery)}"` : againstDelivery(role, known);
  if (known === undefined || issue !== undefined) {
    return refuse({ code: 'bad-input', message: `${issue}; deliveries are ${DELIVERIES.join(', ')}.` });
  }
  return accept({ delivery: known });
}
