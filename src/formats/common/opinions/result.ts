// What the opinions come to, as data, in one sentence, and for people.
import { sayOrNull } from '../../../domain/answers/nothing.ts';
import { type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { Answer } from '../../../domain/question/answer.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import { isClosed, type Question } from '../../../domain/question/question.ts';
import { isSame, type Settlement } from '../../../domain/question/settle.ts';
import { type Tally, tallyAnswers } from '../../../domain/question/tally.ts';
import type { BallotResult, OpeningResult, OpinionsResult } from '../../../domain/results/opinions-result.ts';
import type { Opinionated } from '../base-state.ts';
import { claimName } from '../claims/state.ts';
import { ballot, findVotedText } from './acts/ballot.ts';
import { opening, pickClaims } from './acts/opening.ts';
import type { BallotData, OpeningData } from './data.ts';
import { settleOpinions } from './settlement.ts';
import { findFirstClaim, isReplaced, type OpinionState } from './state.ts';

interface Words {
  readonly answer: string | null;
  readonly claims: readonly string[];
  readonly reason: string | null;
  readonly changeMind: string | null;
  readonly objection: string | null;
}

const NO_WORDS: Words = { answer: null, claims: [], reason: null, changeMind: null, objection: null };

/** Of the answers that were given in this act, by seat. */
function collectWords(
  log: readonly LedgerEvent[],
  state: Opinionated,
  act: 'opening' | 'ballot',
): ReadonlyMap<string, Words> {
  return new Map(
    log.flatMap((event) => {
      if (!isEvent(event, 'turn-recorded') || event.data.act !== act) return [];
      return [[event.data.seat, act === 'opening' ? readOpening(event, state) : readBallot(event, state)] as const];
    }),
  );
}

function readOpening(turn: EventOf<'turn-recorded'>, state: Opinionated): Words {
  const { answer: said, data } = opening.readTurn(turn, () => state);
  if (said === undefined) return NO_WORDS;
  return {
    ...NO_WORDS,
    answer: said.answer,
    claims: pickClaims(said, data.claims),
    changeMind: sayOrNull(said.change_mind),
  };
}

function readBallot(turn: EventOf<'turn-recorded'>, state: Opinionated): Words {
  const { answer: said } = ballot.readTurn(turn, () => state);
  if (said === undefined) return NO_WORDS;
  const { answer, reason, objection } = said;
  return { ...NO_WORDS, answer, reason: sayOrNull(reason), objection: sayOrNull(objection) };
}

function tallyData(question: Question, { counts, weight: all, majority, unanimous, summary }: Tally) {
  const nameAnswer = (answer: Answer | undefined) => (answer === undefined ? null : formatAnswer(question, answer));
  const countable = isClosed(question) ? counts : [];
  return {
    counts: countable.map(({ answer, seats, weight }) => ({
      answer: formatAnswer(question, answer),
      seats: [...seats],
      votes: seats.length,
      weight,
    })),
    weight: all,
    majority: nameAnswer(majority),
    unanimous,
    summary:
      summary === undefined
        ? null
        : {
            middle: nameAnswer(summary.middle),
            low: nameAnswer(summary.spread?.low),
            high: nameAnswer(summary.spread?.high),
          },
  };
}

const NO_TALLY = tallyAnswers([]);

const wordsOrName = ({ question }: OpinionState, answer: Answer, words: Words | undefined) =>
  answer.kind === 'text' ? (words?.answer ?? null) : formatAnswer(question, answer);

function openingRow(
  state: OpinionState,
  seat: string,
  { answer, confidence }: OpeningData,
  words: Words | undefined,
): Omit<OpeningResult, 'left' | 'replaced'> {
  const first = findFirstClaim(state, seat);
  const claims = (words?.claims ?? []).map((claim, index) => ({ id: claimName(first + index), claim }));
  return {
    seat,
    answer: wordsOrName(state, answer, words),
    said: words?.answer ?? null,
    confidence,
    claims,
    changeMind: words?.changeMind ?? null,
  };
}

interface GivenBallot {
  readonly seat: string;
  readonly data: BallotData;
  readonly words: Words | undefined;
}

function ballotRow(log: readonly LedgerEvent[], state: OpinionState, { seat, data, words }: GivenBallot): BallotResult {
  const { answer, confidence, movedBy, vote } = data;
  const cited = movedBy === null ? null : { seat: movedBy.seat, claim: claimName(movedBy.claim) };
  const { reason = null, objection = null } = words ?? {};
  const said = { answer: wordsOrName(state, answer, words), said: words?.answer ?? null };
  const votedOn = vote === null ? null : (findVotedText(log, state.ballotSeqs[seat] ?? 0) ?? null);
  return { seat, ...said, confidence, movedBy: cited, vote, votedOn, reason, objection };
}

/** `undefined` before anybody has given an opinion. */
export function summariseOpinions(log: readonly LedgerEvent[], base: Opinionated): OpinionsResult | undefined {
  const { opinions: state } = base;
  if (Object.keys(state.openings).length + Object.keys(state.ballot).length === 0) return undefined;
  const { question } = state;
  const { answer, reason, moves, dissent, openings: first, endings } = settleOpinions(base);
  const nameAnswer = (value: Answer) => formatAnswer(question, value);
  const openings = collectWords(log, base, 'opening');
  const ballots = collectWords(log, base, 'ballot');
  const rows = <Data, Row>(given: Readonly<Record<string, Data>>, row: (seat: string, data: Data) => Row) =>
    state.holders.flatMap((seat) => (given[seat] === undefined ? [] : [row(seat, given[seat])]));
  return {
    question: { answer: question.answer, options: [...question.options], unit: question.unit ?? null },
    answer: answer === undefined ? null : nameAnswer(answer),
    reason,
    seated: state.holders.length,
    openings: {
      ...tallyData(question, Object.keys(state.openings).length === 0 ? NO_TALLY : first),
      seats: rows(state.openings, (seat, data) => ({
        ...openingRow(state, seat, data, openings.get(seat)),
        left: !state.seats.includes(seat),
        replaced: isReplaced(state, seat),
      })),
    },
    ballot: {
      ...tallyData(question, Object.keys(state.ballot).length === 0 ? NO_TALLY : endings),
      seats: rows(state.ballot, (seat, data) => ballotRow(log, state, { seat, data, words: ballots.get(seat) })),
    },
    leftSeats: state.holders.filter((seat) => !state.seats.includes(seat)),
    moved: moves.map(({ seat, from, to, hasReason }) => ({
      ...{ seat, from: nameAnswer(from), to: nameAnswer(to), cited: hasReason },
    })),
    dissent: [...dissent],
  };
}

/** Of a debate that its seats did not decide: what they gave is counted, and is no answer of the debate. */
export const leaveOpen = (opinions: OpinionsResult): OpinionsResult => ({
  ...opinions,
  answer: null,
  reason: 'unfinished',
  dissent: [],
});

/** Objections of seats that left before they could vote on the text that met them, or did not. */
function listOpenObjections(log: readonly LedgerEvent[], { seats, holders, ballotSeqs }: OpinionState) {
  const left = new Set(holders.filter((seat) => !seats.includes(seat)).flatMap((seat) => ballotSeqs[seat] ?? []));
  const turns = log.filter((event) => isEvent(event, 'turn-recorded') && event.data.data['vote'] === 'reject');
  return turns.map(({ seq }) => seq).filter((seq) => left.has(seq));
}

/** The turn in which each seat that dissents said so: its last answer, or the opening of whoever spoke for it then. */
export function listDissent(
  log: readonly LedgerEvent[],
  state: OpinionState,
  settlement: Settlement | undefined,
): readonly number[] {
  const { ballotSeqs, openingSeqs, ballot } = state;
  const dissent = (settlement?.dissent ?? []).flatMap((seat) => {
    const { answer, vote } = ballot[seat] ?? {};
    const isFinal =
      vote === 'reject' || (answer !== undefined && !isSame(settlement?.answer, answer)) || !isReplaced(state, seat);
    return (isFinal ? (ballotSeqs[seat] ?? openingSeqs[seat]) : openingSeqs[seat]) ?? [];
  });
  return [...new Set([...dissent, ...(settlement === undefined ? [] : listOpenObjections(log, state))])];
}
