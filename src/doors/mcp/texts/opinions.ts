// What seats answered by themselves, and who dissents, as the tools show it: with roles for seats and texts cut short.
import { readInfluence } from '../../../domain/claims.ts';
import { defined } from '../../../domain/defined.ts';
import type { DebateRecord, FormatResult } from '../../../domain/record.ts';
import { type OpinionsResult, readOpinions } from '../../../domain/results/opinions-result.ts';
import { readReview } from '../../../domain/results/review-result.ts';
import { REDACTED_MARK } from '../../../domain/sealed/sealed.ts';
import { describeAlarm } from '../../../domain/words/describe-authority.ts';
import { formatNote } from '../../../domain/words/describe-hindsight.ts';
import { adviseMerge } from '../../../domain/words/describe-reviewed.ts';
import type { LabelSeat } from '../../../domain/words/label-seats.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { clip } from './text.ts';

const TEXT_CHARACTERS = 600;

const cut = (text: string | null) => clip(text ?? REDACTED_MARK, TEXT_CHARACTERS);
const cutOrNull = (text: string | null) => (text === null ? null : cut(text));

function writeTally(
  { counts, majority, unanimous, summary }: OpinionsResult['ballot'] | OpinionsResult['openings'],
  role: LabelSeat,
) {
  return {
    counts: counts.map(({ answer, votes, seats }) => ({ answer: cut(answer), votes, roles: seats.map(role) })),
    majority: cutOrNull(majority),
    unanimous,
    summary,
  };
}

/** Nothing for a debate in which nobody has given an opinion. */
export function showOpinions(result: FormatResult | undefined, role: LabelSeat) {
  const opinions = result === undefined ? undefined : readOpinions({ result });
  if (opinions === undefined) return {};
  const { question, answer, reason, seated, openings, ballot, leftSeats, moved, dissent } = opinions;
  return {
    question: { answer: question.answer, options: question.options.map(cut) },
    answer: cutOrNull(answer),
    reason,
    seated,
    openings: {
      ...writeTally(openings, role),
      answers: openings.seats.map(({ seat, claims, changeMind, ...rest }) => ({
        role: role(seat),
        answer: cut(rest.answer),
        confidence: rest.confidence,
        left: rest.left,
        replaced: rest.replaced,
        claims: claims.map(({ id, claim }) => ({ id, claim: cut(claim) })),
        change_mind: cutOrNull(changeMind),
      })),
    },
    ballot: {
      ...writeTally(ballot, role),
      answers: ballot.seats.map(({ seat, movedBy, reason, objection, ...rest }) => ({
        role: role(seat),
        answer: cut(rest.answer),
        confidence: rest.confidence,
        moved_by: movedBy === null ? null : { role: role(movedBy.seat), claim: movedBy.claim },
        vote: rest.vote,
        voted_on: rest.votedOn,
        reason: cutOrNull(reason),
        objection: cutOrNull(objection),
      })),
    },
    left: leftSeats.map(role),
    moved: moved.map(({ seat, from, to, cited }) => ({ role: role(seat), from: cut(from), to: cut(to), cited })),
    dissenters: dissent.map(role),
  };
}

/** The conformity alarm in a sentence, where there is one. */
export function showAlarm(result: FormatResult | undefined, role: LabelSeat) {
  const influence = result === undefined ? undefined : readInfluence({ result });
  return defined({ alarm: influence && describeAlarm(influence, role) });
}

function showHindsight({ hindsight }: DebateRecord) {
  if (hindsight === undefined) return {};
  const { verdict, answer, by, at } = hindsight;
  const note = formatNote(hindsight);
  return { turned_out: { verdict, answer, ...defined({ note: note && cut(note) }), by, at } };
}

/** How it ended, in words, whether a reviewed change can be merged, who dissents, and how it turned out. */
export function showEnding(snapshot: Snapshot, role: LabelSeat) {
  const record = toRecord(snapshot);
  const { outcomeMeaning, endedBy, dissent } = record;
  const review = record.format === 'review' ? readReview(record) : undefined;
  return {
    ...defined({ advice: review && adviseMerge(review, record.outcome)?.title }),
    ...defined({ ended_by: endedBy ?? undefined }),
    ...(outcomeMeaning === null ? {} : { outcome_meaning: outcomeMeaning }),
    ...(dissent.length === 0
      ? {}
      : { dissent: dissent.map(({ seat, text }) => ({ role: role(seat), text: cut(text) })) }),
    ...showHindsight(record),
  };
}

/** What a text about a review begins with. */
export const adviceLines = ({ advice }: { readonly advice?: string }): string[] =>
  advice === undefined ? [] : [`${advice}.`];
