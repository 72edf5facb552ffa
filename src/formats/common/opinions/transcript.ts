// Openings, ballots and challenges as people and seats read them.
import { type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import { findOwnWords } from '../../../domain/question/options.ts';
import { type Question, readQuestion } from '../../../domain/question/question.ts';
import { textOf } from '../../../domain/sealed/sealed.ts';
import type { SeatSpec, Step, TranscriptEntry } from '../../format.ts';
import { claimName } from '../claims/state.ts';
import { findOpening } from '../transcript.ts';
import { type OpeningAnswer, readBallot, readChallenge, readOpening } from './answers.ts';
import { type BallotData, isOpinionAct, type OpeningData, opinionDataOf } from './data.ts';
import { OPEN_QUESTION } from './state.ts';

export type OpinionTurn = EventOf<'turn-recorded'>;

export function isOpinionTurn(event: LedgerEvent): event is OpinionTurn {
  return isEvent(event, 'turn-recorded') && isOpinionAct(event.data.act);
}

/** What is needed to read a turn: the question, the seats in order, and where their claims begin. */
export interface OpinionReading {
  readonly question: Question;
  readonly firstClaims: ReadonlyMap<string, number>;
  readonly labels: ReadonlyMap<string, string>;
  /** The number of the case against openings that all agree; `undefined` under rules that give it none. */
  readonly challengeClaim?: number | undefined;
}

/** By seat: the number of its first claim. Claims are numbered in the order of the seats, whoever answered first. */
function numberClaims(seats: readonly string[], claims: (seat: string) => number): ReadonlyMap<string, number> {
  let next = 1;
  return new Map(
    seats.map((seat) => {
      const first = next;
      next += claims(seat);
      return [seat, first];
    }),
  );
}

export function readingOf(
  log: readonly LedgerEvent[],
  specs: readonly SeatSpec[],
  seats: readonly string[],
  numbersChallenge: boolean,
): OpinionReading {
  const recorded = findOpening(log)?.question;
  const claims = new Map<string, number>();
  for (const event of log) {
    if (!isOpinionTurn(event) || event.data.act !== 'opening') continue;
    const { claims: count } = event.data.data;
    claims.set(event.data.seat, typeof count === 'number' ? count : 0);
  }
  return {
    question: recorded === undefined ? OPEN_QUESTION : readQuestion(recorded),
    firstClaims: numberClaims(seats, (seat) => claims.get(seat) ?? 0),
    ...(numbersChallenge ? { challengeClaim: 1 + [...claims.values()].reduce((sum, count) => sum + count, 0) } : {}),
    labels: new Map(specs.map(({ id, label }) => [id, label])),
  };
}

const sure = (confidence: number | null) => (confidence === null ? '' : `, ${confidence}% sure`);

function answerLine(
  { question }: OpinionReading,
  { answer, confidence }: OpeningData | BallotData,
  said: string,
): string {
  const words = answer.kind === 'text' ? said : formatAnswer(question, answer);
  const own = answer.kind === 'text' ? undefined : findOwnWords(words, said);
  return `**${words.trim()}**${own === undefined ? '' : ` (“${own}”)`}${sure(confidence)}`;
}

/** The claims of an opening, as they were written. */
export const pickClaims = ({ claims }: OpeningAnswer, count: number): readonly string[] =>
  claims.filter((claim) => claim.trim() !== '').slice(0, count);

/** The same, of its text. */
export function listClaims(
  text: string,
  { question }: Pick<OpinionReading, 'question'>,
  byHand: boolean,
  count: number,
): readonly string[] {
  const read = readOpening(text, { byHand, question });
  return read.ok ? pickClaims(read.value, count) : [];
}

function formatOpening(reading: OpinionReading, { data: { seat, data, by } }: OpinionTurn, text: string): string {
  const read = readOpening(text, { byHand: by.author !== undefined, question: reading.question });
  if (!read.ok) return text;
  const opening = opinionDataOf('opening', data);
  const first = reading.firstClaims.get(seat) ?? 1;
  const claims = pickClaims(read.value, opening.claims);
  return [
    answerLine(reading, opening, read.value.answer),
    ...(claims.length === 0
      ? []
      : [claims.map((claim, index) => `- ${claimName(first + index)}: ${claim.trim()}`).join('\n')]),
    ...(read.value.change_mind === null ? [] : [`Would change my mind: ${read.value.change_mind.trim()}`]),
  ].join('\n\n');
}

const VOTE_WORDS = { own: 'this is my own answer', accept: 'accepted', reject: 'rejected' } as const;

function readBallotText(reading: OpinionReading, { data: { data, by } }: OpinionTurn, text: string) {
  const ballot = opinionDataOf('ballot', data);
  const read = readBallot(text, ballot.vote !== null, {
    byHand: by.author !== undefined,
    question: reading.question,
  });
  return { ballot, said: read.ok ? read.value : undefined };
}

function formatBallot(reading: OpinionReading, turn: OpinionTurn, text: string): string {
  const { ballot, said } = readBallotText(reading, turn, text);
  if (said === undefined) return text;
  const { movedBy, vote } = ballot;
  const source = movedBy === null ? '' : (reading.labels.get(movedBy.seat) ?? movedBy.seat);
  const reason = said.reason?.trim() ?? '';
  const objection = said.objection?.trim() ?? '';
  return [
    answerLine(reading, ballot, said.answer),
    ...(vote === null ? [] : [`Decision: ${VOTE_WORDS[vote]}`]),
    ...(objection === '' ? [] : [`Objection: ${objection}`]),
    ...(movedBy === null ? [] : [`Moved by ${source}, ${claimName(movedBy.claim)}`]),
    ...(reason === '' || reason === objection ? [] : [reason]),
  ].join('\n\n');
}

/** What of an earlier ballot the seats may read before the next one: the objections, and no answers. */
function formatObjection(reading: OpinionReading, turn: OpinionTurn, text: string): string | undefined {
  const { ballot, said } = readBallotText(reading, turn, text);
  return ballot.vote === 'reject' ? `Rejects the decision: ${said?.objection?.trim() ?? text}` : undefined;
}

function formatChallenge({ challengeClaim }: OpinionReading, text: string, byHand: boolean): string {
  const read = readChallenge(text, byHand);
  if (!read.ok) return text;
  const said = read.value.case.trim();
  if (!read.value.stands) return `**The agreement holds**\n\n${said}`;
  const name = challengeClaim === undefined ? '' : `${claimName(challengeClaim)}: `;
  return `**There is a reason to debate**\n\n${name}${said}`;
}

const TITLES = {
  opening: 'Opening',
  ballot: 'Final answer',
  'challenge-agreement': 'Challenge of the agreement',
} as const;

function titleOf({ labels }: OpinionReading, { data: { seat, act } }: OpinionTurn): string {
  return isOpinionAct(act) ? `${TITLES[act]}, ${labels.get(seat) ?? seat}` : seat;
}

function describeTurn(reading: OpinionReading, turn: OpinionTurn, text: string): string {
  const { act, by } = turn.data;
  if (act === 'opening') return formatOpening(reading, turn, text);
  return act === 'ballot' ? formatBallot(reading, turn, text) : formatChallenge(reading, text, by.author !== undefined);
}

export function transcribeOpinions(log: readonly LedgerEvent[], reading: OpinionReading): readonly TranscriptEntry[] {
  return log.filter(isOpinionTurn).map((turn) => {
    const text = textOf(turn.data.content);
    return {
      seq: turn.seq,
      title: titleOf(reading, turn),
      seat: turn.data.seat,
      round: null,
      text: text === undefined ? undefined : describeTurn(reading, turn, text),
    };
  });
}

/** What of the opinions a seat may read: no opening while it gives its own, and of ballots only objections. */
export function viewOpinions(
  log: readonly LedgerEvent[],
  reading: OpinionReading,
  { seat, act }: Pick<Step, 'seat' | 'act'>,
  { blindActs, holders }: { readonly blindActs: readonly string[]; readonly holders: readonly string[] },
): readonly TranscriptEntry[] {
  const isBlind = act === 'opening' || blindActs.includes(act);
  const turns = new Map(log.filter(isOpinionTurn).map((turn) => [turn.seq, turn]));
  return transcribeOpinions(log, reading).flatMap((entry) => {
    const turn = turns.get(entry.seq);
    if (turn === undefined) return [];
    if (turn.data.act !== 'ballot') return isBlind && turn.data.seat !== seat ? [] : [entry];
    if (!holders.includes(seat)) return [entry];
    const text = textOf(turn.data.content);
    const objection = text === undefined ? undefined : formatObjection(reading, turn, text);
    return objection === undefined || isOwnPhase(log, turn, act)
      ? []
      : [{ ...entry, title: `Objection, ${reading.labels.get(turn.data.seat) ?? turn.data.seat}`, text: objection }];
  });
}

/** Whether nothing but ballots has been said since this one: then it belongs to the phase that still runs. */
function isOwnPhase(log: readonly LedgerEvent[], ballot: OpinionTurn, act: string): boolean {
  if (act !== 'ballot') return false;
  return log.every(
    (event) => event.seq <= ballot.seq || !isEvent(event, 'turn-recorded') || event.data.act === 'ballot',
  );
}
