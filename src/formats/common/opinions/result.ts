// What the opinions come to, as data, in one sentence, and for people.
import type { LedgerEvent } from '../../../domain/events.ts';
import { type Answer, isSameAnswer } from '../../../domain/question/answer.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import { isClosed, type Question } from '../../../domain/question/question.ts';
import type { Settlement } from '../../../domain/question/settle.ts';
import { type Tally, tallyAnswers } from '../../../domain/question/tally.ts';
import type { FormatResult } from '../../../domain/record.ts';
import type { BallotResult, OpeningResult, OpinionsResult } from '../../../domain/results/opinions-result.ts';
import { textOf } from '../../../domain/sealed/sealed.ts';
import type { BaseState } from '../base-state.ts';
import { claimName } from '../claims/state.ts';
import { readBallot, readOpening } from './answers.ts';
import type { BallotData, OpeningData } from './data.ts';
import { buildHeadline, type LabelOf, renderOpinions } from './render.ts';
import { settle } from './settlement.ts';
import type { OpinionState } from './state.ts';
import { isOpinionTurn, type OpinionReading, type OpinionTurn, pickClaims } from './transcript.ts';

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
  const reading = { byHand: by.author !== undefined, question };
  if (text === undefined) return NO_WORDS;
  if (act === 'opening') {
    const read = readOpening(text, reading);
    if (!read.ok) return NO_WORDS;
    const claims = pickClaims(read.value, Number(data['claims']));
    return { ...NO_WORDS, answer: read.value.answer, claims, changeMind: read.value.change_mind };
  }
  const read = readBallot(text, data['vote'] !== null, reading);
  return read.ok
    ? { ...NO_WORDS, answer: read.value.answer, reason: read.value.reason, objection: read.value.objection ?? null }
    : NO_WORDS;
}

function tallyData(question: Question, { counts, majority, unanimous, summary }: Tally) {
  const nameOf = (answer: Answer | undefined) => (answer === undefined ? null : formatAnswer(question, answer));
  const countable = isClosed(question) ? counts : [];
  return {
    counts: countable.map(({ answer, seats, weight }) => ({
      answer: formatAnswer(question, answer),
      seats: [...seats],
      votes: seats.length,
      weight,
    })),
    majority: nameOf(majority),
    unanimous,
    summary:
      summary === undefined
        ? null
        : {
            middle: nameOf(summary.middle),
            low: nameOf(summary.spread?.low),
            high: nameOf(summary.spread?.high),
          },
  };
}

const NO_TALLY = tallyAnswers([]);

const isSame = (one: Answer | undefined, other: Answer) => one !== undefined && isSameAnswer(one, other);

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
): Omit<OpeningResult, 'left' | 'replaced'> {
  const first = reading.firstClaims.get(seat) ?? 1;
  const claims = (words?.claims ?? []).map((claim, index) => ({ id: claimName(first + index), claim }));
  return {
    seat,
    answer: wordsOrName(reading, answer, words),
    said: words?.answer ?? null,
    confidence,
    claims,
    changeMind: words?.changeMind ?? null,
  };
}

function ballotRow(reading: OpinionReading, seat: string, ballot: BallotData, words: Words | undefined): BallotResult {
  const { answer, confidence, movedBy, vote } = ballot;
  const cited = movedBy === null ? null : { seat: movedBy.seat, claim: claimName(movedBy.claim) };
  const { reason = null, objection = null } = words ?? {};
  const said = { answer: wordsOrName(reading, answer, words), said: words?.answer ?? null };
  return { seat, ...said, confidence, movedBy: cited, vote, reason, objection };
}

/** `undefined` before anybody has given an opinion. */
export function summariseOpinions(
  log: readonly LedgerEvent[],
  base: Pick<BaseState, 'numberedClaims'> & { readonly opinions: OpinionState },
  reading: OpinionReading,
): OpinionsResult | undefined {
  const { opinions: state } = base;
  if (Object.keys(state.openings).length + Object.keys(state.ballot).length === 0) return undefined;
  const { question } = state;
  const { answer, reason, moves, dissent, openings: first, endings } = settle(base);
  const nameOf = (value: Answer) => formatAnswer(question, value);
  const openings = opinionsOf(log, 'opening', reading);
  const ballots = opinionsOf(log, 'ballot', reading);
  const rows = <Data, Row>(given: Readonly<Record<string, Data>>, row: (seat: string, data: Data) => Row) =>
    state.holders.flatMap((seat) => (given[seat] === undefined ? [] : [row(seat, given[seat])]));
  return {
    question: { answer: question.answer, options: [...question.options], unit: question.unit ?? null },
    answer: answer === undefined ? null : nameOf(answer),
    reason,
    seated: state.holders.length,
    openings: {
      ...tallyData(question, Object.keys(state.openings).length === 0 ? NO_TALLY : first),
      seats: rows(state.openings, (seat, data) => ({
        ...openingRow(reading, seat, data, openings.get(seat)),
        left: !state.seats.includes(seat),
        replaced: state.replaced.includes(seat),
      })),
    },
    ballot: {
      ...tallyData(question, Object.keys(state.ballot).length === 0 ? NO_TALLY : endings),
      seats: rows(state.ballot, (seat, data) => ballotRow(reading, seat, data, ballots.get(seat))),
    },
    leftSeats: state.holders.filter((seat) => !state.seats.includes(seat)),
    moved: moves.map(({ seat, from, to, hasReason }) => ({
      ...{ seat, from: nameOf(from), to: nameOf(to), cited: hasReason },
    })),
    dissent: [...dissent],
  };
}

/** Of a debate that is under way or was broken off: what seats gave is counted, and is no answer yet. */
export const leaveOpen = (opinions: OpinionsResult): OpinionsResult => ({
  ...opinions,
  answer: null,
  reason: 'unfinished',
  dissent: [],
});

/** The turn in which each seat that dissents said so: its last answer, or the opening of the agent that it had then. */
export function listDissent(
  { ballotSeqs, openingSeqs, replaced, ballot }: OpinionState,
  settlement: Settlement | undefined,
): readonly number[] {
  return (settlement?.dissent ?? []).flatMap((seat) => {
    const { answer, vote } = ballot[seat] ?? {};
    const isFinal =
      vote === 'reject' || (answer !== undefined && !isSame(settlement?.answer, answer)) || !replaced.includes(seat);
    return (isFinal ? (ballotSeqs[seat] ?? openingSeqs[seat]) : openingSeqs[seat]) ?? [];
  });
}

/** Adds what the opinions come to to what the format has to say itself. */
export function addOpinions(
  own: FormatResult | undefined,
  opinions: OpinionsResult | undefined,
  { label, claims }: { readonly label: LabelOf; readonly claims: boolean },
): FormatResult | undefined {
  if (opinions === undefined) return own;
  const headline = buildHeadline(opinions, label);
  const markdown = renderOpinions(opinions, label, { claims });
  if (own === undefined) return { data: opinions, headline, markdown, besideDecision: true };
  return {
    ...own,
    data: { ...own.data, ...opinions },
    headline: `${headline}; ${own.headline}`,
    markdown: `${markdown}\n\n${own.markdown}`,
  };
}
