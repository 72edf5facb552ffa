// The state of an asymmetric debate: what the rules need to know of the past, folded in constant time per event.

import { BASE_STATE, type BaseState } from '../common/base-state.ts';
import { type Claims, claimsBefore, NO_CLAIMS } from '../common/claims/state.ts';
import type { ReviewAction, Stage } from './data.ts';
import type { Options } from './options.ts';
import { SIDES, type Side, seatsOf, sideOf } from './seats.ts';

/** A seat that takes a side. */
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

/** What a review did; `seq` is its event. */
export interface Review {
  readonly seq: number;
  readonly action: ReviewAction;
}

interface Count {
  readonly points: number;
  readonly agreements: number;
}

export interface State extends BaseState {
  readonly options: Options;
  /** What neutral names are drawn from. */
  readonly seed: string;
  /** Documents that the debate was opened with. */
  readonly documents: number;
  readonly participants: Readonly<Record<string, Participant>>;
  /** Event of the last summary for semi-fresh seats. */
  readonly summary?: number;
  readonly reviews: Readonly<Partial<Record<Stage, Review>>>;
  /** Points that count, by the side that makes them. */
  readonly points: Readonly<Record<Side, Count>>;
  /** The last word of the convergence seat. */
  readonly converged?: { readonly seq: number; readonly written: boolean };
  readonly convergenceLeft: boolean;
  /** Everyone has challenged, so that what they say from now on is seen by all. */
  readonly revealed: boolean;
  /** The first event of the phase, and when it began. */
  readonly phaseSince: { readonly seq: number; readonly at: string };
}

export type Phase = 'independent' | 'position' | 'challenge' | 'convergence' | 'complete';

export function createParticipant(side: Side): Participant {
  return { side, left: false, late: false, since: '', challenged: false };
}

export function initial(options: Options): State {
  const there = seatsOf(options).flatMap(({ id, joinable }) => {
    const side = sideOf(id);
    return side === undefined || joinable === true ? [] : [[id, createParticipant(side)] as const];
  });
  return {
    ...BASE_STATE,
    options,
    seed: '',
    documents: 0,
    participants: Object.fromEntries(there),
    reviews: {},
    points: { experienced: { points: 0, agreements: 0 }, fresh: { points: 0, agreements: 0 } },
    convergenceLeft: false,
    revealed: false,
    phaseSince: { seq: 1, at: '' },
  };
}

/** Claims that whoever speaks now may know: nobody sees what others say in the same phase. */
export function listKnownClaims({ numberedClaims, phaseSince }: State): Claims {
  return claimsBefore(numberedClaims ?? NO_CLAIMS, phaseSince.seq);
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

export function phaseOf(state: State): Phase {
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
  if (state.ended === 'closed' || findRejection(state) !== undefined) return undefined;
  if (!hasAllPositions(state)) return 1;
  return isPausedBefore(state, 'challenge') || state.revealed ? undefined : state.phaseSince.seq;
}
