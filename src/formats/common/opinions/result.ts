// What the opinions come to, as data, in one sentence, and for people.
import type { LedgerEvent } from '../../../domain/events.ts';
import { type Answer, formatAnswer, isSameAnswer } from '../../../domain/question/answer.ts';
import { isClosed } from '../../../domain/question/question.ts';
import type { Basis, Settlement } from '../../../domain/question/settle.ts';
import type { Tally } from '../../../domain/question/tally.ts';
import type { FormatResult } from '../../../domain/record.ts';
import { textOf } from '../../../domain/sealed.ts';
import { plain } from '../../../domain/words/markdown-safe.ts';
import { readBallot, readOpening } from './answers.ts';
import { claimName } from './claims.ts';
import type { BallotData, OpeningData } from './data.ts';
import { type OpinionState, settle } from './state.ts';
import { isOpinionTurn, listClaims, type OpinionReading, type OpinionTurn } from './transcript.ts';

const BASES: Readonly<Record<Basis, string>> = {
  'unanimous-ballot': 'every seat gave it in the final ballot, and each that moved named its reason',
  openings: 'most seats gave it before they read each other',
  'cited-moves': 'most seats came to it, counting only moves that name their reason; the openings had no majority',
  ballot: 'most seats gave it in the final ballot; the openings had no majority',
};

interface Words {
  readonly answer: string | null;
  readonly claims: readonly string[];
  readonly reason: string | null;
  readonly changeMind: string | null;
  readonly objection: string | null;
}

const NO_WORDS: Words = { answer: null, claims: [], reason: null, changeMind: null, objection: null };

function readWords({ data: { act, content, data, by } }: OpinionTurn, { question }: OpinionReading): Words {
  const text = textOf(content);
  const reading = { byHand: by.author !== undefined, isProbability: question.answer === 'probability' };
  if (text === undefined) return NO_WORDS;
  if (act === 'opening') {
    const read = readOpening(text, reading);
    const claims = listClaims(text, { question }, reading.byHand, Number(data['claims']));
    return read.ok ? { ...NO_WORDS, answer: read.value.answer, claims, changeMind: read.value.change_mind } : NO_WORDS;
  }
  const read = readBallot(text, data['vote'] !== null, reading);
  return read.ok
    ? { ...NO_WORDS, answer: read.value.answer, reason: read.value.reason, objection: read.value.objection ?? null }
    : NO_WORDS;
}

/** "2 of 3 Go, 1 of 3 Rust". */
function countsText(reading: OpinionReading, { counts }: Tally): string {
  const all = counts.reduce((sum, { seats }) => sum + seats.length, 0);
  return counts
    .map(({ answer, seats }) => `${seats.length} of ${all} ${formatAnswer(reading.question, answer)}`)
    .join(', ');
}

function tallyData({ question }: OpinionReading, { counts, leader, unanimous }: Tally) {
  return {
    counts: counts.map(({ answer, seats, weight }) => ({
      answer: formatAnswer(question, answer),
      seats: [...seats],
      votes: seats.length,
      weight,
    })),
    leader: leader === undefined ? null : formatAnswer(question, leader),
    unanimous,
    tie: leader === undefined && counts.length > 1,
  };
}

function opinionsOf(log: readonly LedgerEvent[], act: string, reading: OpinionReading): ReadonlyMap<string, Words> {
  const turns = log.filter(isOpinionTurn).filter(({ data }) => data.act === act);
  return new Map(turns.map((turn) => [turn.data.seat, readWords(turn, reading)]));
}

const wordsOrName = (reading: OpinionReading, answer: Answer, words: Words | undefined) =>
  answer.kind === 'text' ? (words?.answer ?? null) : formatAnswer(reading.question, answer);

function openingRow(
  reading: OpinionReading,
  seat: string,
  { answer, confidence }: OpeningData,
  words: Words | undefined,
) {
  const first = reading.firstClaims.get(seat) ?? 1;
  const claims = (words?.claims ?? []).map((claim, index) => ({ id: claimName(first + index), claim }));
  return {
    seat,
    answer: wordsOrName(reading, answer, words),
    confidence,
    claims,
    changeMind: words?.changeMind ?? null,
  };
}

function ballotRow(reading: OpinionReading, seat: string, ballot: BallotData, words: Words | undefined) {
  const { answer, confidence, movedBy, vote } = ballot;
  const cited =
    movedBy === null ? null : { seat: movedBy.seat, claim: movedBy.claim === null ? null : claimName(movedBy.claim) };
  const { reason = null, objection = null } = words ?? {};
  return { seat, answer: wordsOrName(reading, answer, words), confidence, movedBy: cited, vote, reason, objection };
}

export interface Opinions {
  readonly data: Record<string, unknown>;
  readonly headline: string;
  readonly markdown: string;
}

function answerText(reading: OpinionReading, settlement: Settlement): string {
  const { answer } = settlement;
  return answer === undefined ? 'no answer has a majority' : formatAnswer(reading.question, answer.value);
}

function buildHeadline(state: OpinionState, reading: OpinionReading, settlement: Settlement): string {
  const { openings, ballot, moves } = settlement;
  if (!isClosed(state.question)) {
    const votes = Object.values(state.ballot).map(({ vote }) => vote);
    const own = votes.filter((vote) => vote === 'own').length;
    if (votes.length === 0) return `${Object.keys(state.openings).length} openings in words`;
    return `The decision is the own answer of ${own} of ${votes.length} seats`;
  }
  const parts = [
    ...(openings.counts.length === 0 ? [] : [`openings ${countsText(reading, openings)}`]),
    ...(ballot.counts.length === 0 ? [] : [`ballot ${countsText(reading, ballot)}`]),
    ...(ballot.counts.length === 0 || openings.counts.length === 0 ? [] : [`${moves.length} moved`]),
  ];
  const text = answerText(reading, settlement);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} (${parts.join('; ')})`;
}

function renderRows(state: OpinionState, reading: OpinionReading, log: readonly LedgerEvent[]): string {
  const openings = opinionsOf(log, 'opening', reading);
  const ballots = opinionsOf(log, 'ballot', reading);
  const cell = (answer: Answer, words: Words | undefined, confidence: number | null) =>
    `${plain(wordsOrName(reading, answer, words) ?? '(redacted)').replaceAll('|', '\\|')}${confidence === null ? '' : `, ${confidence} %`}`;
  const rows = state.seats.map((seat) => {
    const opening = state.openings[seat];
    const ballot = state.ballot[seat];
    const before = opening === undefined ? '' : cell(opening.answer, openings.get(seat), opening.confidence);
    const after = ballot === undefined ? '' : cell(ballot.answer, ballots.get(seat), ballot.confidence);
    const isMoved =
      opening !== undefined &&
      ballot !== undefined &&
      isClosed(state.question) &&
      !isSameAnswer(opening.answer, ballot.answer);
    const by = ballot?.movedBy ?? null;
    const source =
      by === null
        ? 'names no reason of another seat'
        : `${reading.labels.get(by.seat) ?? by.seat}${by.claim === null ? '' : `, ${claimName(by.claim)}`}`;
    return `| ${plain(reading.labels.get(seat) ?? seat)} | ${before} | ${after} | ${isMoved ? plain(source) : ''} |`;
  });
  return ['| Seat | Opening | Final answer | Moved by |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function renderMarkdown(
  state: OpinionState,
  reading: OpinionReading,
  log: readonly LedgerEvent[],
  settlement: Settlement,
): string {
  const { answer } = settlement;
  const but = settlement.isContested ? ' Most seats end with another answer, so it is not settled.' : '';
  const why = answer === undefined ? '' : `It stands because ${BASES[answer.basis]}.${but}`;
  return [`**${plain(buildHeadline(state, reading, settlement))}**`, why, renderRows(state, reading, log)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** `undefined` before anybody has given an opinion. */
export function summariseOpinions(
  log: readonly LedgerEvent[],
  state: OpinionState,
  reading: OpinionReading,
): Opinions | undefined {
  if (Object.keys(state.openings).length + Object.keys(state.ballot).length === 0) return undefined;
  const settlement = settle(state);
  const { answer, moves } = settlement;
  const nameOf = (value: Answer) => formatAnswer(reading.question, value);
  const openings = opinionsOf(log, 'opening', reading);
  const ballots = opinionsOf(log, 'ballot', reading);
  const rows = <Data, Row>(given: Readonly<Record<string, Data>>, row: (seat: string, data: Data) => Row) =>
    state.seats.flatMap((seat) => (given[seat] === undefined ? [] : [row(seat, given[seat])]));
  return {
    data: {
      question: { answer: state.question.answer, options: [...state.question.options] },
      answer: answer === undefined ? null : nameOf(answer.value),
      basis: answer?.basis ?? null,
      openings: {
        ...tallyData(reading, settlement.openings),
        seats: rows(state.openings, (seat, data) => openingRow(reading, seat, data, openings.get(seat))),
      },
      ballot: {
        ...tallyData(reading, settlement.ballot),
        seats: rows(state.ballot, (seat, data) => ballotRow(reading, seat, data, ballots.get(seat))),
      },
      moved: moves.map(({ seat, from, to, cited }) => ({ seat, from: nameOf(from), to: nameOf(to), cited })),
    },
    headline: buildHeadline(state, reading, settlement),
    markdown: renderMarkdown(state, reading, log, settlement),
  };
}

/** Adds what the opinions come to to what the format has to say itself. */
export function addOpinions(own: FormatResult | undefined, opinions: Opinions | undefined): FormatResult | undefined {
  if (opinions === undefined) return own;
  const data = opinions.data as FormatResult['data'];
  if (own === undefined)
    return { data, headline: opinions.headline, markdown: opinions.markdown, besideDecision: true };
  return {
    ...own,
    data: { ...own.data, ...data },
    headline: `${opinions.headline}; ${own.headline}`,
    markdown: `${opinions.markdown}\n\n${own.markdown}`,
  };
}
