// The state of an asymmetric debate: what the rules need to know of the past, folded in constant time per event.
import type { EventOf, LedgerEvent } from '../../domain/events.ts';
import { isAgreement } from './convergence.ts';
import { dataOf, type Moves, type ReviewAction, type Stage } from './data.ts';
import type { Options } from './options.ts';
import { CONVERGENCE, REVIEWER, roleOf, SIDES, type Side, seatsOf, sideOf } from './seats.ts';

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

export interface State {
  readonly options: Options;
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
  /** What was wrong with each seat's last answer. */
  readonly refused: Readonly<Record<string, readonly string[]>>;
  /** closed: for good; limited: a limit stands in the way, which may be raised. */
  readonly ended?: 'closed' | 'limited';
  /** The first event of the phase, and when it began. */
  readonly phaseSince: { readonly seq: number; readonly at: string };
}

export type Phase = 'independent' | 'position' | 'challenge' | 'convergence' | 'complete';

function participant(side: Side): Participant {
  return { side, left: false, late: false, since: '', challenged: false };
}

export function initial(options: Options): State {
  const there = seatsOf(options).flatMap(({ id, joinable }) => {
    const side = sideOf(id);
    return side === undefined || joinable === true ? [] : [[id, participant(side)] as const];
  });
  return {
    options,
    documents: 0,
    participants: Object.fromEntries(there),
    reviews: {},
    points: { experienced: { points: 0, agreements: 0 }, fresh: { points: 0, agreements: 0 } },
    convergenceLeft: false,
    revealed: false,
    refused: {},
    phaseSince: { seq: 1, at: '' },
  };
}

/** Seats that take a side and are there. */
export function present({ participants }: State): readonly (readonly [string, Participant])[] {
  return Object.entries(participants).filter(([, { left }]) => !left);
}

/** Whether everyone whose position counts has given it, and each side has one. */
export function positionsIn(state: State): boolean {
  const all = Object.values(state.participants);
  return (
    SIDES.every((side) => all.some((each) => each.side === side && each.position !== undefined)) &&
    all.every(({ left, late, position }) => left || late || position !== undefined)
  );
}

/** Where seats join, they challenge until someone has the debate converge. */
export function challengesIn({ options, converged, revealed }: State): boolean {
  return options.joining ? converged !== undefined : revealed;
}

function isRevealed(state: State): boolean {
  if (state.revealed || !positionsIn(state)) return state.revealed;
  return state.converged !== undefined || present(state).every(([, { challenged }]) => challenged);
}

/** Whether the debate waits for its reviewer before this phase. */
export function pausedBefore({ options, reviews }: State, stage: Stage): boolean {
  return options.pauseAt === stage && reviews[stage] === undefined;
}

/** Whether the sides have done all that the rules ask of them. */
export function isThrough(state: State): boolean {
  const paused = pausedBefore(state, 'challenge') || pausedBefore(state, 'convergence');
  return positionsIn(state) && challengesIn(state) && !paused;
}

export function rejection({ reviews }: State): Review | undefined {
  return Object.values(reviews).find(({ action }) => action === 'reject');
}

export function phaseOf(state: State): Phase {
  if (state.ended === 'closed') return 'complete';
  if (!positionsIn(state)) {
    const begun = Object.values(state.participants).some(({ position }) => position !== undefined);
    return begun ? 'position' : 'independent';
  }
  if (pausedBefore(state, 'challenge')) return 'position';
  return challengesIn(state) && !pausedBefore(state, 'convergence') ? 'convergence' : 'challenge';
}

/** The first event of what the seats do without seeing each other; undefined while everything may be seen. */
export function blindSince(state: State): number | undefined {
  if (state.ended === 'closed' || rejection(state) !== undefined) return undefined;
  if (!positionsIn(state)) return 1;
  return pausedBefore(state, 'challenge') || state.revealed ? undefined : state.phaseSince.seq;
}

function change(state: State, seat: string, changes: Partial<Participant>): State {
  const before = state.participants[seat];
  if (before === undefined) return state;
  return { ...state, participants: { ...state.participants, [seat]: { ...before, ...changes } } };
}

function counted(state: State, side: Side, moves: Moves, afresh: boolean): State {
  const before = afresh ? { points: 0, agreements: 0 } : state.points[side];
  const count = {
    points: before.points + moves.length,
    agreements: before.agreements + moves.filter(({ action }) => isAgreement(action)).length,
  };
  return { ...state, points: { ...state.points, [side]: count } };
}

function reviewed(state: State, event: EventOf<'turn-recorded'>): State {
  const read = dataOf('review', event.data.data);
  const review: Review = { seq: event.seq, action: read.action };
  const next = { ...state, reviews: { ...state.reviews, [read.stage]: review } };
  return 'points' in read ? counted(next, read.side, read.points, true) : next;
}

function spoken(state: State, event: EventOf<'turn-recorded'>): State {
  const { seat, act, data } = event.data;
  const { [seat]: _, ...refused } = state.refused;
  const next = { ...state, refused };
  const side = sideOf(seat);
  if (act === 'position' && side !== undefined) {
    return change(next, seat, { position: event.seq, since: event.at });
  }
  if (act === 'summary') {
    const semiFresh = Object.keys(next.participants).filter((each) => roleOf(each) === 'semi-fresh');
    const told = semiFresh.reduce((before, each) => change(before, each, { since: event.at }), next);
    return { ...told, summary: event.seq };
  }
  if (act === 'challenge' && side !== undefined) {
    return change(counted(next, side, dataOf('challenge', data).points, false), seat, { challenged: true });
  }
  if (seat === REVIEWER) return reviewed(next, event);
  if (seat === CONVERGENCE)
    return { ...next, converged: { seq: event.seq, written: dataOf('converge', data).written } };
  return next;
}

function joined(state: State, { at, data }: EventOf<'seat-taken'>): State {
  const side = sideOf(data.seat);
  if (side === undefined || state.participants[data.seat] !== undefined) return state;
  const late = positionsIn(state);
  return {
    ...state,
    participants: { ...state.participants, [data.seat]: { ...participant(side), late, since: at } },
  };
}

function opened(state: State, { at, data }: EventOf<'debate-opened'>): State {
  const since = Object.keys(state.participants).reduce((before, seat) => change(before, seat, { since: at }), state);
  return { ...since, documents: data.context.length, phaseSince: { seq: 1, at } };
}

/** Whether exactly this is asked for when the event comes. */
type IsDue = (seat: string, act: string) => boolean;

function after(state: State, event: LedgerEvent, isDue: IsDue): State {
  switch (event.type) {
    case 'debate-opened':
      return opened(state, event);
    case 'turn-recorded':
      return spoken(state, event);
    case 'answer-rejected': {
      const { seat, act, issues } = event.data;
      // An answer that came too late says nothing about what is asked for now.
      return isDue(seat, act) ? { ...state, refused: { ...state.refused, [seat]: issues } } : state;
    }
    case 'seat-replaced': {
      const { [event.data.seat]: _, ...refused } = state.refused;
      return { ...state, refused };
    }
    case 'seat-taken':
      return joined(state, event);
    case 'seat-left':
      return event.data.seat === CONVERGENCE
        ? { ...state, convergenceLeft: true }
        : change(state, event.data.seat, { left: true });
    case 'limit-reached':
      return { ...state, ended: 'limited' };
    case 'limits-raised': {
      const { ended: _, ...rest } = state;
      return rest;
    }
    case 'debate-closed':
    case 'debate-force-closed':
      return { ...state, ended: 'closed' };
    default:
      return state;
  }
}

export function evolve(state: State, event: LedgerEvent, isDue: IsDue): State {
  const raw = after(state, event, isDue);
  const next = { ...raw, revealed: isRevealed(raw) };
  return phaseOf(next) !== phaseOf(state) ? { ...next, phaseSince: { seq: event.seq + 1, at: event.at } } : next;
}
