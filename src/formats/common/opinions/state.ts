// What the rules keep of opinions: who holds which, before and after, and whether a phase is blind.
import type { EventOf, LedgerEvent } from '../../../domain/events.ts';
import { isClosed, type Question, readQuestion } from '../../../domain/question/question.ts';
import { type Tally, tallyAnswers } from '../../../domain/question/tally.ts';
import { type BallotData, isOpinionAct, type OpeningData, opinionDataOf } from './data.ts';
import type { OpinionOptions } from './options.ts';

export interface OpinionState {
  readonly options: OpinionOptions;
  readonly question: Question;
  /** What seats are to write in. */
  readonly language: string;
  /** What the answer of each seat counts, where it was learnt; a seat without counts 1. */
  readonly weights: ReadonlyMap<string, number>;
  /** Seats that hold an opinion and are there. */
  readonly seats: readonly string[];
  /** The same with those that have left. */
  readonly holders: readonly string[];
  /** Of each seat that has opened: the kind of whoever spoke for it. */
  readonly openedBy: Readonly<Record<string, string>>;
  /** Seats for which somebody else has spoken, or was seated, since they opened. */
  readonly replaced: readonly string[];
  readonly openings: Readonly<Record<string, OpeningData>>;
  readonly ballot: Readonly<Record<string, BallotData>>;
  /** The event of each, by seat. */
  readonly openingSeqs: Readonly<Record<string, number>>;
  readonly ballotSeqs: Readonly<Record<string, number>>;
  /** Whether the look at openings that all agree found a reason to debate them. */
  readonly challengeStands?: boolean;
  /** Somebody has taken a turn of the format, so that the gate lies behind. */
  readonly debated: boolean;
  /** While openings or ballots are given: the first event of that. */
  readonly blindFrom?: number;
}

export const OPEN_QUESTION: Question = { answer: 'text', options: [] };

export function initialOpinions(
  options: OpinionOptions,
  seats: readonly string[],
  language = 'the language of the topic',
): OpinionState {
  return {
    options,
    question: OPEN_QUESTION,
    language,
    weights: new Map(),
    seats,
    holders: seats,
    openedBy: {},
    replaced: [],
    openings: {},
    ballot: {},
    openingSeqs: {},
    ballotSeqs: {},
    debated: false,
  };
}

/** Seats whose opening is missing; none where the rules ask for no openings. */
export function listUnopened({ options, seats, openings }: OpinionState): readonly string[] {
  return options.openings ? seats.filter((seat) => openings[seat] === undefined) : [];
}

export function listUnballoted({ seats, ballot }: OpinionState): readonly string[] {
  return seats.filter((seat) => ballot[seat] === undefined);
}

/** Seats that reject the decision. */
export function listRejections({ ballot }: OpinionState): readonly string[] {
  return Object.entries(ballot).flatMap(([seat, { vote }]) => (vote === 'reject' ? [seat] : []));
}

/** A decision that was revised is put to those who rejected it; what the others answered holds. */
export function forgetRejections(state: OpinionState): OpinionState {
  const kept = Object.entries(state.ballot).filter(([, { vote }]) => vote !== 'reject');
  return { ...state, ballot: Object.fromEntries(kept) };
}

/** The text that was voted on gave way to another one, so what seats said of it says nothing of the new one. */
export function forgetVotes(state: OpinionState): OpinionState {
  const kept = Object.entries(state.ballot).map(([seat, ballot]) => [seat, { ...ballot, vote: null }]);
  return { ...state, ballot: Object.fromEntries(kept) };
}

function markReplaced(state: OpinionState, seat: string): OpinionState {
  const isKnown = state.openings[seat] === undefined || state.replaced.includes(seat);
  return isKnown ? state : { ...state, replaced: [...state.replaced, seat] };
}

function recordTurn(before: OpinionState, event: EventOf<'turn-recorded'>): OpinionState {
  const { seat, act, data, by } = event.data;
  const state = (before.openedBy[seat] ?? by.agent.kind) === by.agent.kind ? before : markReplaced(before, seat);
  if (!isOpinionAct(act)) return state.debated ? state : { ...state, debated: true };
  switch (act) {
    case 'opening':
      return {
        ...state,
        openings: { ...state.openings, [seat]: opinionDataOf('opening', data) },
        openedBy: { ...state.openedBy, [seat]: by.agent.kind },
        openingSeqs: { ...state.openingSeqs, [seat]: event.seq },
      };
    case 'ballot':
      return {
        ...state,
        ballot: { ...state.ballot, [seat]: opinionDataOf('ballot', data) },
        ballotSeqs: { ...state.ballotSeqs, [seat]: event.seq },
      };
    case 'challenge-agreement':
      return { ...state, challengeStands: opinionDataOf('challenge-agreement', data).stands };
  }
}

export function evolveOpinions(state: OpinionState, event: LedgerEvent): OpinionState {
  switch (event.type) {
    case 'debate-opened': {
      const { question, weights = [] } = event.data;
      const known = { ...state, weights: new Map(weights.map(({ seat, weight }) => [seat, weight])) };
      return question === undefined ? known : { ...known, question: readQuestion(question) };
    }
    case 'seat-replaced':
      // What was learnt of an agent says nothing of the one in its place, so all count the same again.
      return { ...markReplaced(state, event.data.seat), weights: new Map() };
    case 'turn-recorded':
      return recordTurn(state, event);
    case 'seat-left':
      return { ...state, seats: state.seats.filter((seat) => seat !== event.data.seat) };
    default:
      return state;
  }
}

export function weighAnswer(
  { weights, options: { weigh } }: OpinionState,
  seat: string,
  confidence: number | null,
): number {
  if (weigh === 'confidence') return Math.max(1, confidence ?? 1);
  return weigh === 'calibration' ? (weights.get(seat) ?? 1) : 1;
}

/** Of the openings that were given. */
export function tallyOpenings(state: OpinionState): Tally {
  return tallyAnswers(
    Object.entries(state.openings).map(([seat, { answer, confidence }]) => ({
      ...{ seat, answer, weight: weighAnswer(state, seat, confidence) },
    })),
  );
}

/** What the gate finds: several openings that can be compared, are all the same, and say more than that nothing can be said. */
export function doOpeningsAgree(state: OpinionState): boolean {
  return isClosed(state.question) && Object.keys(state.openings).length > 1 && tallyOpenings(state).unanimous;
}
