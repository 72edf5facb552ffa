// What the seats answered before and after a debate, counted, in words: the same at every door.
import type { OpinionsResult } from '../results/opinions-result.ts';
import { spellNumber } from './format-figures.ts';
import { describeSummary, formatCounts } from './format-split.ts';

type Tally = OpinionsResult['openings'];

/** "2 to 1": for the answer that stands, and not for it. */
function formatTally(opinions: OpinionsResult, counts: Tally['counts']): string {
  const { question, answer, seated } = opinions;
  const isCounted = answer !== null && question.answer !== 'number' && question.answer !== 'probability';
  if (!isCounted) return formatCounts(opinions, counts);
  const votes = counts.find((each) => each.answer === answer)?.votes ?? 0;
  return `${votes} to ${seated - votes}`;
}

const countSeats = (count: number, verb: string) => `${spellNumber(count)} ${count === 1 ? 'seat' : 'seats'} ${verb}`;

/** "openings 2 to 1, final ballot 3 to 0, one seat moved"; `undefined` for answers in words, which nobody can count. */
export function describeTallies(opinions: OpinionsResult): string | undefined {
  const { question, openings, ballot, moved, leftSeats } = opinions;
  if (question.answer === 'text') return undefined;
  const [isOpened, isClosed] = [openings.seats.length > 0, ballot.seats.length > 0];
  const last = isClosed ? ballot : openings;
  return [
    ...(isOpened ? [`openings ${formatTally(opinions, openings.counts)}`] : []),
    ...(isClosed ? [`final ballot ${formatTally(opinions, ballot.counts)}`] : []),
    ...(last.unanimous || last.summary === null ? [] : [describeSummary(last.summary)]),
    ...(isOpened && isClosed ? [countSeats(moved.length, 'moved')] : []),
    ...(leftSeats.length === 0 ? [] : [countSeats(leftSeats.length, 'left')]),
  ].join(opinions.answer === null ? '; ' : ', ');
}
