// The course of a planning debate: whom a phase waits for, and which phase comes next.
import { listDiffs, listPaths, parseDiff } from '../../domain/diffs/diff.ts';
import type { LedgerEvent } from '../../domain/events.ts';
import { ask } from '../common/admission.ts';
import { closeByRules } from '../common/closing.ts';
import type { Due } from '../format.ts';
import type { StepVote } from './data.ts';
import { decideOutcome } from './outcome.ts';
import { isBlindPhase, listActiveSeats, type State } from './state.ts';
import { computeConsensus, findComposer, listOpenSteps, listPlanners } from './steps/standing.ts';

function listAwaitedSeats(state: State): readonly string[] {
  const here = listActiveSeats(state);
  switch (state.phase) {
    case 'plan':
      return here.filter((seat) => state.plans[seat] === undefined);
    case 'critique':
      return here.filter((seat) => state.critiques[seat] === undefined && listOpenSteps(state, seat).length > 0);
    case 'compose': {
      const composer = state.composition === undefined ? findComposer(state) : undefined;
      return composer === undefined ? [] : [composer];
    }
    case 'validate':
      return here.filter((seat) => seat !== state.composition?.seat && state.ballots[seat] === undefined);
    case 'done':
      return [];
  }
}

/** The round is over: what it said now counts, and what it found missing is proposed. */
function closeRound(state: State): State {
  const critiques = Object.entries(state.critiques);
  const proposals = [...state.proposals, ...critiques.flatMap(([, { missing }]) => missing)];
  const words: Record<string, Readonly<Record<string, StepVote>>> = { ...state.words };
  for (const [seat, { votes }] of critiques) {
    for (const { step, vote } of votes) words[step] = { ...words[step], [seat]: vote };
  }
  const attacked = critiques.flatMap(([, critique]) => critique.attacked ?? []);
  return { ...state, proposals, words, attacked, rounds: state.rounds + 1, critiques: {} };
}

function needsRound(state: State): boolean {
  const { rounds, confidenceThreshold } = state.options;
  const percent = computeConsensus(state);
  const enough = state.rounds > 0 && percent !== undefined && percent >= confidenceThreshold;
  return (
    !enough && state.rounds < rounds && listActiveSeats(state).some((seat) => listOpenSteps(state, seat).length > 0)
  );
}

interface Moment {
  /** Number of the next event. */
  readonly since: number;
  readonly sinceAt: string;
}

function enterPhase(state: State, phase: State['phase'], now: Moment): State {
  return advancePhases({ ...state, phase, ...now, refused: {} }, now);
}

/** The phase that stands once nobody is awaited any more in those before. */
function advancePhases(state: State, now: Moment): State {
  if (state.phase === 'done' || listAwaitedSeats(state).length > 0) return state;
  const several = listPlanners(state).length > 1;
  switch (state.phase) {
    case 'plan':
      if (!several) return enterPhase(state, 'done', now);
      return enterPhase(state, needsRound(state) ? 'critique' : 'compose', now);
    case 'critique': {
      const closed = closeRound(state);
      return enterPhase(closed, needsRound(closed) ? 'critique' : 'compose', now);
    }
    case 'compose':
      return enterPhase(state, 'validate', now);
    case 'validate':
      return enterPhase(state, 'done', now);
  }
}

/** Planners who build on each other speak one after another; all others at the same time. */
function listDueSeats(state: State): readonly string[] {
  const all = listAwaitedSeats(state);
  return isBlindPhase(state) ? all : all.slice(0, 1);
}

export function next(state: State): Due {
  return state.phase === 'done' ? closeByRules(decideOutcome(state)) : ask(state.phase, listDueSeats(state));
}

/** Moves from phase to phase once everyone who is awaited has spoken or left. */
export function evolve(state: State, event: LedgerEvent): State {
  const now = { since: event.seq + 1, sinceAt: event.at };
  switch (event.type) {
    case 'debate-opened': {
      const changedFiles = listPaths(listDiffs(event.data.context).map(parseDiff));
      return { ...state, sinceAt: event.at, changedFiles };
    }
    case 'turn-recorded':
      return advancePhases(state, now);
    case 'seat-left':
      return advancePhases({ ...state, left: [...state.left, event.data.seat] }, now);
    default:
      return state;
  }
}
