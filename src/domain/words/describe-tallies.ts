// What the seats answered before and after a debate, counted, in words: the same at every door. It brings no library for shapes, as
// the page uses it too.
import type { OpinionsResult } from '../results/opinions-result.ts';
import { countNoun, spellNumber } from './format-figures.ts';

type Tally = OpinionsResult['openings'];

/** "2 of 3 Go, 1 of 3 Rust": of all seats, those included that gave no answer. */
export function formatSplit(
  counts: readonly { readonly answer: string; readonly votes: number }[],
  seated: number,
): string {
  const silent = seated - counts.reduce((sum, { votes }) => sum + votes, 0);
  const all = silent > 0 ? [...counts, { answer: 'no answer', votes: silent }] : counts;
  return all.map(({ answer, votes }) => `${votes} of ${seated} ${answer}`).join(', ');
}

/** Where not heads decide, but what their answers weigh. */
export const areWeighed = (counts: Tally['counts']) => counts.some(({ votes, weight }) => weight !== votes);

/** What describes numbers or rankings that are not the same: "median 50%, from 10% to 90%". */
function describeSummary({ middle, low, high }: NonNullable<Tally['summary']>, isWeighed: boolean): string {
  const how = isWeighed ? 'weighted ' : '';
  if (low === null || high === null) {
    return middle === null ? `Borda's ${how}count is tied` : `by Borda's ${how}count ${middle}`;
  }
  return `${how}median ${middle}${low === high ? '' : `, from ${low} to ${high}`}`;
}

/** What decides: heads, or what they weigh. */
function listVotes({ counts, weight: all }: Pick<Tally, 'counts' | 'weight'>, seated: number) {
  if (!areWeighed(counts)) return { by: '', votes: counts, all: seated };
  return { by: 'by weight ', votes: counts.map(({ answer, weight }) => ({ answer, votes: weight })), all };
}

/** "2 of 3 Go, 1 of 3 Rust"; of measures, which hardly ever are the same, all that were given. */
export function formatCounts(
  { question: { answer: kind }, seated }: Pick<OpinionsResult, 'question' | 'seated'>,
  tally: Pick<Tally, 'counts' | 'weight'>,
): string {
  if (kind === 'number' || kind === 'probability') {
    return tally.counts.flatMap(({ answer, seats }) => seats.map(() => answer)).join(', ');
  }
  const { by, votes, all } = listVotes(tally, seated);
  return `${by}${formatSplit(votes, all)}`;
}

/** "2 to 1": for the answer that stands, and not for it. */
function formatTally(opinions: OpinionsResult, tally: Pick<Tally, 'counts' | 'weight'>): string {
  const { question, answer, seated } = opinions;
  const isCounted = answer !== null && question.answer !== 'number' && question.answer !== 'probability';
  if (!isCounted) return formatCounts(opinions, tally);
  const { by, votes, all } = listVotes(tally, seated);
  const own = votes.find((each) => each.answer === answer)?.votes ?? 0;
  return `${by}${own} to ${all - own}`;
}

/** Of answers in words, which nobody can count: what the seats make of the decision, if they voted on one. */
export function describeWords({ openings, ballot, seated, reason }: OpinionsResult): string {
  const votes = ballot.seats.flatMap(({ vote }) => vote ?? []);
  const given = ballot.seats.length > 0 ? ballot : openings;
  if (votes.length === 0) return `${countNoun(given.seats.length, 'answer')} in words, which no rule compares`;
  const [votedOn] = ballot.seats.flatMap((each) => each.votedOn ?? []);
  // Where the seats did not decide, the decision is not what they voted on.
  const text = reason === 'unfinished' ? `the text of event ${votedOn}` : 'the decision';
  const count = (wanted: (typeof votes)[number]) => votes.filter((vote) => vote === wanted).length;
  const [own, accept, reject] = [count('own'), count('accept'), count('reject')];
  return [
    `${own} of ${seated} seats ${own === 1 ? `holds ${text} as its` : `hold ${text} as their`} own answer`,
    ...(accept === 0 ? [] : [`${accept} ${accept === 1 ? 'accepts' : 'accept'} it`]),
    ...(reject === 0 ? [] : [`${reject} ${reject === 1 ? 'rejects' : 'reject'} it`]),
  ].join(', ');
}

const countSeats = (count: number, verb: string) => `${spellNumber(count)} ${count === 1 ? 'seat' : 'seats'} ${verb}`;

/** "openings 2 to 1, final ballot 3 to 0, one seat moved"; `undefined` for answers in words, which nobody can count. */
export function describeTallies(opinions: OpinionsResult): string | undefined {
  const { question, openings, ballot, moved, leftSeats } = opinions;
  if (question.answer === 'text') return undefined;
  const [isOpened, isClosed] = [openings.seats.length > 0, ballot.seats.length > 0];
  const last = isClosed ? ballot : openings;
  return [
    ...(isOpened ? [`openings ${formatTally(opinions, openings)}`] : []),
    ...(isClosed ? [`final ballot ${formatTally(opinions, ballot)}`] : []),
    ...(last.unanimous || last.summary === null ? [] : [describeSummary(last.summary, areWeighed(last.counts))]),
    ...(isOpened && isClosed ? [countSeats(moved.length, 'moved')] : []),
    ...(leftSeats.length === 0 ? [] : [countSeats(leftSeats.length, 'left')]),
  ].join(opinions.answer === null ? '; ' : ', ');
}
