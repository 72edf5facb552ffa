// The state of an asymmetric debate: what the rules need to know of the past, folded in constant time per event.
import type { EventOf, LedgerEvent } from '../../domain/events.ts';
import { type BaseState, forgetRefusals } from '../common/base-state.ts';
import { type Claim, type Claims, claimsBefore, NO_CLAIMS } from '../common/claims/state.ts';
import { areAllAgreed, type Verdict } from '../common/opinions/course.ts';
import { listUnopened } from '../common/opinions/state.ts';
import { isAgreement, staysWithin } from './convergence.ts';
import type { Moves, ReviewData, Stage } from './data.ts';
import { CONVERGENCE, getSide, listSeats, type Options, SIDES, type Side } from './setup.ts';

export interface Participant {
  readonly side: Side;
  readonly left: boolean;
  /** Came after the positions were in, so it challenges only. */
  readonly late: boolean;
  /** When it was first awaited for what it is due to do. */
  readonly since: string;
  /** Event of its last position. */
  readonly position?: number;
  readonly challenged: boolean;
}

/** `seq`: its event. */
export type Review = ReviewData & { readonly seq: number };

const NO_POINTS = { made: 0, points: 0, agreements: 0 };

interface Count {
  /** All, which have numbers. */
  readonly made: number;
  /** Those to the other side, which count. */
  readonly points: number;
  readonly agreements: number;
}

export interface State extends BaseState {
  readonly options: Options;
  /** What neutral names are drawn from. */
  readonly seed: string;
  readonly participants: Readonly<Record<string, Participant>>;
  /** Event of the last summary for semi-fresh seats. */
  readonly summary?: number;
  readonly reviews: Readonly<Partial<Record<Stage, Review>>>;
  readonly points: Readonly<Record<Side, Count>>;
  /** The last word of the convergence seat. */
  readonly converged?: { readonly seq: number; readonly written: boolean };
  readonly convergenceLeft: boolean;
  /** Everyone has challenged, so that what they say from now on is seen by all. */
  readonly revealed: boolean;
  readonly phase: Phase;
  /** The first event of the phase, and when it began. */
  readonly phaseSince: { readonly seq: number; readonly at: string };
}

export type Phase = 'independent' | 'position' | 'challenge' | 'convergence' | 'complete';

function createParticipant(side: Side): Participant {
  return { side, left: false, late: false, since: '', challenged: false };
}

export function initial(options: Options): Omit<State, keyof BaseState> {
  const there = listSeats(options).flatMap(({ id, joinable }) => {
    const side = getSide(id);
    return side === undefined || joinable === true ? [] : [[id, createParticipant(side)] as const];
  });
  return {
    options,
    seed: '',
    participants: Object.fromEntries(there),
    reviews: {},
    points: { experienced: NO_POINTS, fresh: NO_POINTS },
    convergenceLeft: false,
    revealed: false,
    phase: 'independent',
    phaseSince: { seq: 1, at: '' },
  };
}

/** Claims that whoever speaks now may know: nobody sees what others say in the same phase. */
export function listKnownClaims({ numberedClaims, phaseSince }: State): Claims {
  return claimsBefore(numberedClaims ?? NO_CLAIMS, phaseSince.seq);
}

/** Whether a review has put other words in the place of what its side said in this event, which was no opening. */
export function isOverridden({ participants, reviews }: State, { seat, seq }: Pick<Claim, 'seat' | 'seq'>): boolean {
  const review = reviews[participants[seat]?.position === seq ? 'challenge' : 'convergence'];
  return review?.action === 'override' && review.side === getSide(seat);
}

/** Seats that take a side and are there. */
export function listPresent({ participants }: State): readonly (readonly [string, Participant])[] {
  return Object.entries(participants).filter(([, { left }]) => !left);
}

/** Whether everyone whose position counts has given it, and each side has one. */
export function hasAllPositions(state: State): boolean {
  const all = Object.values(state.participants);
  return (
    SIDES.every((side) => all.some((each) => each.side === side && each.position !== undefined)) &&
    all.every(({ left, late, position }) => left || late || position !== undefined)
  );
}

/** Where seats join, they challenge until someone has the debate converge. */
export function hasAllChallenges({ options, converged, revealed }: State): boolean {
  return options.joining ? converged !== undefined : revealed;
}

/** Whether the debate waits for its reviewer before this phase. */
export function isPausedBefore({ options, reviews }: State, stage: Stage): boolean {
  return options.pauseAt === stage && reviews[stage] === undefined;
}

/** Whether the sides have done all that the rules ask of them. */
export function isComplete(state: State): boolean {
  const paused = isPausedBefore(state, 'challenge') || isPausedBefore(state, 'convergence');
  return hasAllPositions(state) && hasAllChallenges(state) && !paused;
}

export function findRejection({ reviews }: State): Review | undefined {
  return Object.values(reviews).find(({ action }) => action === 'reject');
}

/** What the reviewer said last of the debate, or of openings that agree. */
export function getVerdict({ reviews }: State): Verdict | undefined {
  const actions = Object.values(reviews).map(({ action }) => action);
  return actions.length === 0 ? undefined : actions.includes('reject') ? 'reject' : 'approve';
}

export const listRejecting = (state: State): readonly number[] => {
  const rejected = findRejection(state);
  return rejected === undefined ? [] : [rejected.seq];
};

/** Whether the reviewer judges openings that agree, so that nobody takes a position. */
export const isReviewedAtGate = ({ options, opinions }: State): boolean =>
  options.pauseAt !== null && opinions !== undefined && areAllAgreed(opinions);

export function findPhase(state: State): Phase {
  if (state.ended === 'closed') return 'complete';
  if (!hasAllPositions(state)) {
    const begun = Object.values(state.participants).some(({ position }) => position !== undefined);
    return begun ? 'position' : 'independent';
  }
  if (isPausedBefore(state, 'challenge')) return 'position';
  return hasAllChallenges(state) && !isPausedBefore(state, 'convergence') ? 'convergence' : 'challenge';
}

/** The first event of what the seats do without seeing each other; undefined while everything may be seen. */
export function blindSince(state: State): number | undefined {
  if (state.ended === 'closed' || findRejection(state) !== undefined || isReviewedAtGate(state)) return undefined;
  if (!hasAllPositions(state)) return 1;
  return isPausedBefore(state, 'challenge') || state.revealed ? undefined : state.phaseSince.seq;
}

/** On both sides together. */
export function countPoints({ points: { experienced, fresh } }: State): Count {
  return {
    made: experienced.made + fresh.made,
    points: experienced.points + fresh.points,
    agreements: experienced.agreements + fresh.agreements,
  };
}

export function changeParticipant(state: State, seat: string, changes: Partial<Participant>): State {
  const before = state.participants[seat];
  if (before === undefined) return state;
  return { ...state, participants: { ...state.participants, [seat]: { ...before, ...changes } } };
}

export function countMoves(state: State, side: Side, moves: Moves, afresh: boolean): State {
  const before = afresh ? NO_POINTS : state.points[side];
  const across = moves.filter((move) => !staysWithin(side, move));
  const count = {
    made: before.made + moves.length,
    points: before.points + across.length,
    agreements: before.agreements + across.filter(({ action }) => isAgreement(action)).length,
  };
  return { ...state, points: { ...state.points, [side]: count } };
}

function recordArrival(state: State, { at, data }: EventOf<'seat-taken'>): State {
  const side = getSide(data.seat);
  if (side === undefined || state.participants[data.seat] !== undefined) return state;
  const late = hasAllPositions(state);
  return {
    ...state,
    participants: { ...state.participants, [data.seat]: { ...createParticipant(side), late, since: at } },
  };
}

function recordOpening(state: State, { at, data }: EventOf<'debate-opened'>): State {
  const since = Object.keys(state.participants).reduce(
    (before, seat) => changeParticipant(before, seat, { since: at }),
    state,
  );
  return { ...since, seed: data.seed, phaseSince: { seq: 1, at } };
}

function applyEvent(state: State, event: LedgerEvent): State {
  switch (event.type) {
    case 'debate-opened':
      return recordOpening(state, event);
    case 'turn-recorded':
      // Each speaker gets a new request, whatever the last one was.
      return forgetRefusals(state, event.data.seat);
    case 'seat-taken':
      return recordArrival(state, event);
    case 'seat-left':
      return event.data.seat === CONVERGENCE
        ? { ...state, convergenceLeft: true }
        : changeParticipant(state, event.data.seat, { left: true });
    default:
      return state;
  }
}

function isRevealed(state: State): boolean {
  if (state.revealed || !hasAllPositions(state)) return state.revealed;
  return state.converged !== undefined || listPresent(state).every(([, { challenged }]) => challenged);
}

/** Whether the openings are in, so that from this event on positions are awaited. */
function mayTakePositions({ opinions, phase }: State, { type }: LedgerEvent): boolean {
  const isOpened = opinions?.options.openings === true && listUnopened(opinions).length === 0;
  return isOpened && phase === 'independent' && (type === 'turn-recorded' || type === 'seat-left');
}

/** What events say beside the acts, and in which phase they leave the debate. */
export function evolve(before: State, event: LedgerEvent): State {
  const raw = applyEvent(before, event);
  const state = { ...raw, revealed: isRevealed(raw) };
  const phase = findPhase(state);
  return phase === state.phase && !mayTakePositions(state, event)
    ? state
    : { ...state, phase, phaseSince: { seq: event.seq + 1, at: event.at } };
}
