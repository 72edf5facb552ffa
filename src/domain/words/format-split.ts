// How answers are spread over the seats, in words.
import type { OpinionsResult } from '../results/opinions-result.ts';

type Summary = NonNullable<OpinionsResult['ballot']['summary']>;

/** "2 of 3 Go, 1 of 3 Rust": of all seats, those included that gave no answer. */
export function formatSplit(
  counts: readonly { readonly answer: string; readonly votes: number }[],
  seated: number,
): string {
  const silent = seated - counts.reduce((sum, { votes }) => sum + votes, 0);
  const all = silent > 0 ? [...counts, { answer: 'no answer', votes: silent }] : counts;
  return all.map(({ answer, votes }) => `${votes} of ${seated} ${answer}`).join(', ');
}

/** What describes numbers or rankings that are not the same: "median 50%, from 10% to 90%". */
export function describeSummary({ middle, low, high }: Summary): string {
  if (low === null || high === null) return middle === null ? "Borda's count is tied" : `by Borda's count ${middle}`;
  return `median ${middle}, from ${low} to ${high}`;
}

/** "2 of 3 Go, 1 of 3 Rust"; of measures, which hardly ever are the same, all that were given. */
export function formatCounts(
  { question: { answer: kind }, seated }: Pick<OpinionsResult, 'question' | 'seated'>,
  counts: OpinionsResult['openings']['counts'],
): string {
  if (kind === 'number' || kind === 'probability') {
    return counts.flatMap(({ answer, seats }) => seats.map(() => answer)).join(', ');
  }
  return formatSplit(counts, seated);
}
