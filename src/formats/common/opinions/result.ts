// What the opinions come to, as data, in one sentence, and for people.
import { sayOrNull } from '../../../domain/answers/nothing.ts';
import { type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { Answer } from '../../../domain/question/answer.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import { isClosed, type Question } from '../../../domain/question/question.ts';
import { isSame, type Settlement } from '../../../domain/question/settle.ts';
import { type Tally, tallyAnswers } from '../../../domain/question/tally.ts';
import type { BallotResult, OpeningResult, OpinionsResult } from '../../../domain/results/opinions-result.ts';
import type { Act } from '../../define-act.ts';
import type { Opinionated } from '../base-state.ts';
import { claimName } from '../claims/state.ts';
import { type BallotAnswer, ballot, findVotedText } from './acts/ballot.ts';
import { type OpeningAnswer, opening, pickClaims } from './acts/opening.ts';
import type { OpeningData } from './data.ts';
import { settleOpinions } from './settlement.ts';
import { findFirstClaim, isReplaced, listRejections, type OpinionState } from './state.ts';

/** What each seat said last in this act; `undefined` where it was redacted. */
function collectAnswers<Answer>(
  act: Pick<Act<Opinionated, Answer>, 'readTurn'>,
  turns: readonly EventOf<'turn-recorded'>[],
  state: Opinionated,
): ReadonlyMap<string, Answer | undefined> {
  return new Map(turns.map((turn) => [turn.data.seat, act.readTurn(turn, () => state).answer]));
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

const wordsOrName = ({ question }: OpinionState, answer: Answer, said: { readonly answer: string } | undefined) =>
  answer.kind === 'text' ? (said?.answer ?? null) : formatAnswer(question, answer);

function openingRow(
  state: OpinionState,
  seat: string,
  given: OpeningData,
  said: OpeningAnswer | undefined,
): OpeningResult {
  const first = findFirstClaim(state, seat);
  const claims = said === undefined ? [] : pickClaims(said, given.claims);
  return {
    seat,
    answer: wordsOrName(state, given.answer, said),
    said: said?.answer ?? null,
    confidence: given.confidence,
    claims: claims.map((claim, index) => ({ id: claimName(first + index), claim })),
    changeMind: sayOrNull(said?.change_mind),
    left: !state.seats.includes(seat),
    replaced: isReplaced(state, seat),
  };
}

function ballotRow(
  log: readonly LedgerEvent[],
  state: OpinionState,
  seat: string,
  { answer, confidence, movedBy, vote, seq }: OpinionState['ballot'][string],
  said: BallotAnswer | undefined,
): BallotResult {
  return {
    seat,
    answer: wordsOrName(state, answer, said),
    said: said?.answer ?? null,
    confidence,
    movedBy: movedBy === null ? null : { seat: movedBy.seat, claim: claimName(movedBy.claim) },
    vote,
    votedOn: vote === null ? null : (findVotedText(log, seq) ?? null),
    reason: sayOrNull(said?.reason),
    objection: sayOrNull(said?.objection),
  };
}

/** `undefined` before anybody has given an opinion. */
export function summariseOpinions(log: readonly LedgerEvent[], base: Opinionated): OpinionsResult | undefined {
  const { opinions: state } = base;
  if (Object.keys(state.openings).length + Object.keys(state.ballot).length === 0) return undefined;
  const { question } = state;
  const { answer, reason, moves, dissent, openings: first, endings } = settleOpinions(base);
  const nameAnswer = (value: Answer) => formatAnswer(question, value);
  const listTurns = (act: string) =>
    log.filter((event) => isEvent(event, 'turn-recorded')).filter(({ data }) => data.act === act);
  const openings = collectAnswers(opening, listTurns('opening'), base);
  const ballots = collectAnswers(ballot, listTurns('ballot'), base);
  const rows = <Data, Row>(given: Readonly<Record<string, Data>>, row: (seat: string, data: Data) => Row) =>
    state.holders.flatMap((seat) => (given[seat] === undefined ? [] : [row(seat, given[seat])]));
  return {
    question: { answer: question.answer, options: [...question.options], unit: question.unit ?? null },
    answer: answer === undefined ? null : nameAnswer(answer),
    reason,
    seated: state.holders.length,
    openings: {
      ...tallyData(question, Object.keys(state.openings).length === 0 ? NO_TALLY : first),
      seats: rows(state.openings, (seat, given) => openingRow(state, seat, given, openings.get(seat))),
    },
    ballot: {
      ...tallyData(question, Object.keys(state.ballot).length === 0 ? NO_TALLY : endings),
      seats: rows(state.ballot, (seat, given) => ballotRow(log, state, seat, given, ballots.get(seat))),
    },
    leftSeats: state.holders.filter((seat) => !state.seats.includes(seat)),
    moved: moves.map(({ seat, from, to, hasReason }) => ({
      ...{ seat, from: nameAnswer(from), to: nameAnswer(to), cited: hasReason },
    })),
    dissent: [...dissent],
  };
}

/** Of a debate that did not come to what its opinions do: what seats gave is counted, and is no answer of the debate. */
export const leaveOpen = (opinions: OpinionsResult, dissent: readonly string[]): OpinionsResult => ({
  ...opinions,
  answer: null,
  reason: 'unfinished',
  dissent: [...dissent],
});

/** Objections of seats that left before they could vote on the text that met them, or did not. */
function listOpenObjections(log: readonly LedgerEvent[], { seats, holders, ballot }: OpinionState) {
  const left = new Set(holders.filter((seat) => !seats.includes(seat)).flatMap((seat) => ballot[seat]?.seq ?? []));
  const turns = log.filter((event) => isEvent(event, 'turn-recorded') && event.data.data['vote'] === 'reject');
  return turns.map(({ seq }) => seq).filter((seq) => left.has(seq));
}

/** The turn in which each seat that dissents said so: its last answer, or the opening of whoever spoke for it then. */
export function listDissent(
  log: readonly LedgerEvent[],
  state: OpinionState,
  settlement: Settlement | undefined,
): readonly number[] {
  const { openings, ballot } = state;
  const dissent = (settlement?.dissent ?? listRejections(state)).flatMap((seat) => {
    const { answer, vote } = ballot[seat] ?? {};
    const isFinal =
      vote === 'reject' || (answer !== undefined && !isSame(settlement?.answer, answer)) || !isReplaced(state, seat);
    const given = (isFinal ? ballot[seat] : undefined) ?? openings[seat];
    return given?.seq ?? [];
  });
  return [...new Set([...dissent, ...listOpenObjections(log, state)])];
}
