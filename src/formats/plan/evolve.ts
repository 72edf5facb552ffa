// Folds events into the state, and moves from phase to phase once everyone who is awaited has spoken or left.

import { parseDiff, pathOf } from '../../domain/diffs/diff.ts';
import type { EventOf, LedgerEvent } from '../../domain/events.ts';
import { textOf } from '../../domain/sealed.ts';
import { readCritique, readPlan } from './answers.ts';
import { composerOf, consensus, planners, toJudge } from './board.ts';
import type { ProposalData, Vote } from './data.ts';
import type { PlannedStep } from './schemas.ts';
import { isBlind, type Proposal, type State, seated, type TurnData } from './state.ts';
import { titleKey } from './title-key.ts';

const GIT = 'git:';

function opened(state: State, { at, data }: EventOf<'debate-opened'>): State {
  const diffs = data.context.filter(({ source }) => source.startsWith(GIT)).map(({ content }) => textOf(content) ?? '');
  return {
    ...state,
    sinceAt: at,
    changedFiles: [...new Set(diffs.flatMap((diff) => parseDiff(diff).files.map(pathOf)))],
  };
}

/** Who is still awaited in this phase. */
function awaited(state: State): readonly string[] {
  const here = seated(state);
  switch (state.phase) {
    case 'plan':
      return here.filter((seat) => state.plans[seat] === undefined);
    case 'critique':
      return here.filter((seat) => state.critiques[seat] === undefined && toJudge(state, seat).length > 0);
    case 'compose': {
      const composer = state.composition === undefined ? composerOf(state) : undefined;
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
  const words: Record<string, Record<string, Vote>> = Object.fromEntries(
    Object.entries(state.words).map(([id, votes]) => [id, { ...votes }]),
  );
  for (const [seat, { votes }] of critiques) {
    for (const { step, vote } of votes) words[step] = { ...words[step], [seat]: vote };
  }
  const attacked = critiques.flatMap(([, critique]) => critique.attacked ?? []);
  return { ...state, proposals, words, attacked, rounds: state.rounds + 1, critiques: {} };
}

function goesOn(state: State): boolean {
  const { rounds, confidenceThreshold } = state.options;
  const percent = consensus(state);
  const enough = state.rounds > 0 && percent !== undefined && percent >= confidenceThreshold;
  return !enough && state.rounds < rounds && seated(state).some((seat) => toJudge(state, seat).length > 0);
}

interface Moment {
  /** Number of the next event. */
  readonly since: number;
  readonly sinceAt: string;
}

function enter(state: State, phase: State['phase'], now: Moment): State {
  return settled({ ...state, phase, ...now, refused: {} }, now);
}

/** The phase that stands once nobody is awaited any more in those before. */
function settled(state: State, now: Moment): State {
  if (state.phase === 'done' || awaited(state).length > 0) return state;
  const several = planners(state).length > 1;
  switch (state.phase) {
    case 'plan':
      if (!several) return enter(state, 'done', now);
      return enter(state, goesOn(state) ? 'critique' : 'compose', now);
    case 'critique': {
      const closed = closeRound(state);
      return enter(closed, goesOn(closed) ? 'critique' : 'compose', now);
    }
    case 'compose':
      return enter(state, 'validate', now);
    case 'validate':
      return enter(state, 'done', now);
  }
}

function proposed(data: ProposalData, seat: string, round: number, step: PlannedStep | undefined): Proposal {
  return { ...data, seat, round, title: step === undefined ? undefined : titleKey(step.title) };
}

function spoken(state: State, { seq, data: turn }: EventOf<'turn-recorded'>): State {
  const { seat, act, content, by } = turn;
  const text = textOf(content);
  const byHand = by.author !== undefined;
  switch (act) {
    case 'plan': {
      const { steps, blind: _, ...scores } = turn.data as TurnData['plan'];
      const read = text === undefined ? undefined : readPlan(text, byHand);
      const told = read?.ok === true ? read.value.steps : [];
      const proposals = steps.map((step, index) => proposed(step, seat, 0, told[index]));
      return {
        ...state,
        plans: { ...state.plans, [seat]: scores },
        proposals: [...state.proposals, ...proposals],
      };
    }
    case 'critique': {
      const { missing, ...rest } = turn.data as TurnData['critique'];
      const read = text === undefined ? undefined : readCritique(text, byHand);
      const told = read?.ok === true ? (read.value.missing_steps ?? []) : [];
      const proposals = missing.map((step, index) => proposed(step, seat, rest.round, told[index]));
      return { ...state, critiques: { ...state.critiques, [seat]: { ...rest, missing: proposals } } };
    }
    case 'compose':
      return { ...state, composition: { ...(turn.data as TurnData['compose']), seat, seq } };
    case 'validate':
      return { ...state, ballots: { ...state.ballots, [seat]: (turn.data as TurnData['validate']).votes } };
    default:
      return state;
  }
}

function forgetRefusals(state: State, seat: string): State {
  if (state.refused[seat] === undefined) return state;
  const { [seat]: _, ...refused } = state.refused;
  return { ...state, refused };
}

export function isDue(state: State, seat: string, act: string): boolean {
  return !state.over && state.phase === act && dueNow(state).includes(seat);
}

/** Planners who build on each other speak one after another; all others at the same time. */
export function dueNow(state: State): readonly string[] {
  const all = awaited(state);
  return isBlind(state) ? all : all.slice(0, 1);
}

export function evolve(state: State, event: LedgerEvent): State {
  const now = { since: event.seq + 1, sinceAt: event.at };
  switch (event.type) {
    case 'debate-opened':
      return opened(state, event);
    case 'turn-recorded':
      return settled(forgetRefusals(spoken(state, event), event.data.seat), now);
    case 'answer-rejected': {
      const { seat, act, issues } = event.data;
      // An answer that came too late says nothing about what is asked for now.
      if (!isDue(state, seat, act)) return state;
      return { ...state, refused: { ...state.refused, [seat]: [...(state.refused[seat] ?? []), [...issues]] } };
    }
    case 'seat-replaced':
      return forgetRefusals(state, event.data.seat);
    case 'seat-left':
      return settled(forgetRefusals({ ...state, left: [...state.left, event.data.seat] }, event.data.seat), now);
    case 'limits-raised':
      return { ...state, over: false };
    case 'limit-reached':
    case 'debate-closed':
    case 'debate-force-closed':
      return { ...state, over: true };
    default:
      return state;
  }
}
