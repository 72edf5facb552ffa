// What the rules keep of opinions: who holds which, before and after, and whether a phase is blind.
import type { AgentRef } from '../../../domain/event-parts.ts';
import type { EventData, EventOf, LedgerEvent } from '../../../domain/events.ts';
import { isClosed, type Question, readQuestion } from '../../../domain/question/question.ts';
import { type Tally, tallyAnswers } from '../../../domain/question/tally.ts';
import { isSameSpeaker, nameModel, type Speaker } from '../../../domain/speakers.ts';
import type { RuleNote, SeatSpec } from '../../format.ts';
import { type BallotData, isOpinionAct, type OpeningData } from './data.ts';
import type { OpinionOptions } from './options.ts';

/** What somebody gave, in which event. */
type Given<Data> = Data & { readonly seq: number; readonly by: Speaker };

interface Weight {
  readonly weight: number;
  /** Of whose past it was learnt. */
  readonly agent: Pick<AgentRef, 'agent' | 'model'>;
}

export interface OpinionState {
  readonly options: OpinionOptions;
  readonly question: Question;
  /** What seats are to write in. */
  readonly language: string;
  /** What every seat of the debate is called. */
  readonly labels: ReadonlyMap<string, string>;
  /** Whether the ballot has a vote on the decision; `open-questions`: only where answers are words, which no rule compares. */
  readonly votes: boolean | 'open-questions';
  /** In a rehearsal one seat keeps its answer to the end. */
  readonly dissents: boolean;
  /** What the answer of each seat counts, where it was learnt; a seat without counts 1. */
  readonly weights: ReadonlyMap<string, Weight>;
  /** What the record has to say of them now. */
  readonly noteOfWeights?: RuleNote;
  /** Seats that hold an opinion and are there. */
  readonly seats: readonly string[];
  /** The same with those that have left. */
  readonly holders: readonly string[];
  readonly openings: Readonly<Record<string, Given<OpeningData>>>;
  readonly ballot: Readonly<Record<string, Given<BallotData>>>;
  /** Which ballot the next one is, from 1: a revised decision is put to all seats again. */
  readonly ballots: number;
  /** The event of the revised decision, which ballots before it say nothing of. */
  readonly revisedIn?: number;
  /** Whether the look at openings that all agree found a reason to debate them. */
  readonly challengeStands?: boolean;
  /** Somebody has taken a turn of the format, so that the gate lies behind. */
  readonly debated: boolean;
  /** While openings or ballots are given: the first event of that. */
  readonly blindFrom?: number;
}

/** The code of notes on what answers count. */
const WEIGHED = 'answers-weighed';

const OPEN_QUESTION: Question = { answer: 'text', options: [] };

interface Beginning extends Pick<OpinionState, 'options' | 'seats' | 'language' | 'votes' | 'dissents'> {
  readonly specs: readonly SeatSpec[];
}

export function initialOpinions({ specs, ...given }: Beginning): OpinionState {
  return {
    ...given,
    question: OPEN_QUESTION,
    labels: new Map(specs.map(({ id, label }) => [id, label])),
    weights: new Map(),
    holders: given.seats,
    openings: {},
    ballot: {},
    ballots: 1,
    debated: false,
  };
}

/** Whether the ballot of this debate has a vote on the decision. */
export function hasVote({ votes, question }: OpinionState): boolean {
  return votes === 'open-questions' ? !isClosed(question) : votes;
}

const countClaims = ({ openings }: OpinionState, seats: readonly string[]): number =>
  seats.reduce((sum, seat) => sum + (openings[seat]?.claims ?? 0), 0);

/** The number of the first claim of a seat. Claims are numbered in the order of the seats, whoever answered first. */
export function findFirstClaim(state: OpinionState, seat: string): number {
  const before = state.holders.slice(0, Math.max(0, state.holders.indexOf(seat)));
  return countClaims(state, before) + 1;
}

export const countOpeningClaims = (state: OpinionState): number => countClaims(state, state.holders);

/** Seats whose opening is missing; none where the rules ask for no openings. */
export function listUnopened({ options, seats, openings }: OpinionState): readonly string[] {
  return options.openings ? seats.filter((seat) => openings[seat] === undefined) : [];
}

/** Also whoever has only voted on an earlier text; its last answer counts all the same. */
export function listUnballoted({ seats, ballot, revisedIn = 0 }: OpinionState): readonly string[] {
  return seats.filter((seat) => (ballot[seat]?.seq ?? -1) < revisedIn);
}

export function listRejections({ ballot }: OpinionState): readonly string[] {
  return Object.entries(ballot).flatMap(([seat, { vote }]) => (vote === 'reject' ? [seat] : []));
}

/** The text that was voted on gave way to another one, so what seats said of it says nothing of the new one. */
export function forgetVotes(state: OpinionState): OpinionState {
  const kept = Object.entries(state.ballot).map(([seat, ballot]) => [seat, { ...ballot, vote: null }]);
  return { ...state, ballot: Object.fromEntries(kept) };
}

/** A revised decision is put to every seat, also to those that held the earlier one or wrote the new one. */
export const voteAgain = (state: OpinionState, revisedIn: number): OpinionState => ({
  ...forgetVotes(state),
  ...{ revisedIn, ballots: state.ballots + 1 },
});

/** Whether somebody else gave the final answer of the seat than its opening, whoever spoke for it in between. */
export function isReplaced({ openings, ballot }: OpinionState, seat: string): boolean {
  const [opening, final] = [openings[seat], ballot[seat]];
  return opening !== undefined && final !== undefined && !isSameSpeaker(opening.by, final.by);
}

/** What the answers of each seat count as the debate opens, by the past of whoever fills it then; in a fork of whoever did. */
function readWeights({ seats, weights = [] }: EventData<'debate-opened'>): OpinionState['weights'] {
  const agents = new Map(seats.map(({ seat, agent }) => [seat, agent]));
  return new Map(
    weights.flatMap(({ seat, weight, agent = agents.get(seat) }) => (agent && [[seat, { weight, agent }]]) ?? []),
  );
}

/** The past of an agent says nothing of an answer of another one or of a person, so all count the same after such an answer. */
function checkWeights(state: OpinionState, { seat, by }: EventData<'turn-recorded'>): OpinionState {
  const agent = state.weights.get(seat)?.agent;
  const isKnown = by.author === undefined && by.agent.agent === agent?.agent && by.agent.model === agent.model;
  if (agent === undefined || isKnown) return state;
  // No name of a person, which could not be erased here.
  const speaker = by.author === undefined ? nameModel(by.agent) : 'a person';
  const message = `All answers count the same from now on: that of ${state.labels.get(seat)} is by ${speaker}, not by ${nameModel(agent)}, whose earlier ones were weighed.`;
  return {
    ...state,
    weights: new Map(),
    noteOfWeights: { type: 'note-recorded', data: { code: WEIGHED, message, seat } },
  };
}

function recordTurn(
  state: OpinionState,
  { data }: EventOf<'turn-recorded'>,
  reviewedBy: string | undefined,
): OpinionState {
  if (data.act === 'opening' || data.act === 'ballot') return checkWeights(state, data);
  return isOpinionAct(data.act) || data.seat === reviewedBy || state.debated ? state : { ...state, debated: true };
}

/** What events say of opinions beside their own acts; `reviewedBy`: the seat that judges them and debates nothing. */
export function evolveOpinions(state: OpinionState, event: LedgerEvent, reviewedBy: string | undefined): OpinionState {
  switch (event.type) {
    case 'debate-opened': {
      const { question } = event.data;
      const known = { ...state, weights: readWeights(event.data) };
      return question === undefined ? known : { ...known, question: readQuestion(question) };
    }
    case 'note-recorded': {
      const { noteOfWeights: _, ...said } = state;
      return event.data.code === WEIGHED ? said : state;
    }
    case 'turn-recorded':
      return recordTurn(state, event, reviewedBy);
    case 'seat-left':
      return { ...state, seats: state.seats.filter((seat) => seat !== event.data.seat) };
    default:
      return state;
  }
}

/** What a seat weighs by its confidence that gave no answer: as much as the surest, so that silence strengthens nobody. */
const SILENT = 100;
/** What an answer weighs that does not say how sure it is: as much as a coin. */
const UNSAID = 50;

/** What a seat weighs with what it gave. */
export function weighSeat(
  { weights, options: { weigh } }: OpinionState,
  seat: string,
  given: { readonly confidence: number | null } | undefined,
): number {
  if (weigh === 'confidence') return given === undefined ? SILENT : Math.max(1, given.confidence ?? UNSAID);
  return weigh === 'calibration' ? (weights.get(seat)?.weight ?? 1) : 1;
}

/** Of the openings that were given. */
export function tallyOpenings(state: OpinionState): Tally {
  return tallyAnswers(
    Object.entries(state.openings).map(([seat, given]) => ({
      ...{ seat, answer: given.answer, weight: weighSeat(state, seat, given) },
    })),
  );
}

/** What the gate finds: several openings that can be compared, are all the same, and say more than that nothing can be said. */
export function doOpeningsAgree(state: OpinionState): boolean {
  return isClosed(state.question) && Object.keys(state.openings).length > 1 && tallyOpenings(state).unanimous;
}
