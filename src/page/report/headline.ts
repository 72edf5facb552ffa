// What stands largest on the page: the answer, where one stands; else the split, and never an answer that nobody may act on.
import type { DebateRecord } from '../../domain/record.ts';
import { adviseMerge } from '../../domain/words/describe-reviewed.ts';
import { formatCounts } from '../../domain/words/describe-tallies.ts';
import { opinionsIn, reviewIn } from './result/result-data.ts';
import { describeOutcome, type OutcomeText, safe } from './words.ts';

export interface Headline {
  readonly text: string;
  /** Short enough to stand large. */
  readonly isAnswer: boolean;
}

export interface Tally {
  readonly name: string;
  readonly split: string;
}

/** What the seats answered before they read each other, and in the end; none for answers in words, which nobody can count. */
export function listTallies(record: DebateRecord): readonly Tally[] {
  const opinions = opinionsIn(record);
  if (opinions === undefined) return [];
  const { openings, ballot } = opinions;
  return [
    ...(openings.counts.length === 0
      ? []
      : [{ name: 'Blind, before the debate', split: formatCounts(opinions, openings.counts) }]),
    ...(ballot.seats.length === 0 || ballot.counts.length === 0
      ? []
      : [{ name: 'Blind, at the end', split: formatCounts(opinions, ballot.counts) }]),
  ];
}

function findAnswer(record: DebateRecord): Headline | undefined {
  const { outcome, result, status } = record;
  const review = reviewIn(record);
  if (review !== undefined) return { text: adviseMerge(review, status !== 'open').title, isAnswer: true };
  const opinions = opinionsIn(record);
  if (opinions === undefined) return result === null ? undefined : { text: result.headline, isAnswer: false };
  // What the openings say is no answer of the debate while it is under way.
  if (outcome === null) return undefined;
  if (opinions.answer !== null) return { text: opinions.answer, isAnswer: true };
  const [split] = listTallies(record).slice(-1);
  if (split !== undefined) return { text: `No answer stands (${split.split})`, isAnswer: false };
  return result === null ? undefined : { text: result.headline, isAnswer: false };
}

export function findHeadline(record: DebateRecord): Headline | undefined {
  const found = findAnswer(record);
  return found === undefined ? undefined : { ...found, text: safe(found.text) };
}

/** A review is only as good as what it says of the change. */
export function findTone(record: DebateRecord): OutcomeText['tone'] {
  const review = reviewIn(record);
  return review === undefined ? describeOutcome(record).tone : adviseMerge(review, record.status !== 'open').tone;
}
