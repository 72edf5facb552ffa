// What an evaluation shows, in sentences.
import { countNoun, formatCount, formatDollars, PRECISE, roundPercent } from '../words/format-figures.ts';
import type { Evaluation, Figure, Pair } from './result.ts';
import { smallestDifference } from './statistics/signs.ts';

/** "+1.1"; a difference claims no certainty, so it may be as good as none. */
export function points(share: number): string {
  const tenths = Math.round(Number((1_000 * share).toFixed(PRECISE)));
  return `${tenths > 0 ? '+' : tenths < 0 ? '−' : ''}${(Math.abs(tenths) / 10).toFixed(1)}`;
}

/** "72.1%" */
export const formatShare = (share: number) => `${roundPercent(100 * share, 1).toFixed(1)}%`;

/** "$1.23" of millionths of a dollar */
export const dollars = (microUsd: number) => (microUsd === 0 ? 'none' : formatDollars(microUsd));

/** "+1.1 points, 95% interval −0.4 to +2.6" */
const describeDifference = ({ value, interval }: NonNullable<Figure>) =>
  `${points(value)} points${interval === null ? '' : `, 95% interval ${points(interval.low)} to ${points(interval.high)}`}`;

/** The other arm less the first one. */
const turnRound = ({ value, interval }: NonNullable<Figure>): NonNullable<Figure> => ({
  value: -value,
  interval: interval && { low: -interval.high, high: -interval.low },
});

/** "3,600": what is estimated is said in two figures. */
function formatRounded(count: number): string {
  const unit = 10 ** Math.max(0, String(count).length - 2);
  return formatCount(Math.round(count / unit) * unit);
}

const formatP = (p: number) => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`);

/** More than nobody would ever ask. */
const MANY = 100_000;

export function describePair(
  { one, other, onlyOne, onlyOther, difference, p, shown, needed }: Pair,
  questions: number,
): string {
  const counts = `${one} alone is right on ${onlyOne} of ${countNoun(questions, 'question')}, ${other} alone on ${onlyOther}`;
  if (difference === null) return `${counts}.`;
  const [better, lead] = difference.value > 0 ? [one, difference] : [other, turnRound(difference)];
  if (shown) return `${counts}: ${better} is right more often (${describeDifference(lead)}, ${formatP(p)}).`;
  const more =
    needed === null || needed > MANY
      ? 'There are far too few such questions to say how many would be needed.'
      : `If the difference is real, about ${formatRounded(Math.max(needed, questions + 1))} questions would be needed to show it.`;
  return `${counts}: no difference shown (${describeDifference(difference)}, ${formatP(p)}). ${more}`;
}

/** How many questions in a hundred two arms are apart on; measured in simulation, and seldom known before. */
const USUAL = [0.05, 0.1, 0.2];

export interface DetectableDifference {
  /** Share of questions that only one of two arms gets right. */
  readonly discordance: number;
  /** The smallest difference that is shown in four of five evaluations; null where none is. */
  readonly difference: number | null;
}

/** What so many questions can show, before anybody is asked. */
export const listReach = (questions: number): readonly DetectableDifference[] =>
  USUAL.map((discordance) => ({ discordance, difference: smallestDifference(discordance, questions) ?? null }));

export function describeReach(reach: readonly DetectableDifference[], questions: number): readonly string[] {
  return [
    `What ${countNoun(questions, 'question')} can show, in four of five evaluations:`,
    ...reach.map(({ discordance, difference }) => {
      const where = `where two arms differ on ${Math.round(100 * discordance)} of 100 questions`;
      return difference === null
        ? `  ${where}: nothing`
        : `  ${where}: a difference of ${(100 * difference).toFixed(1)} points or more`;
    }),
  ];
}

/** Below so many, resampled groups say little. */
const FEW_GROUPS = 20;

export const listRehearsals = ({ agents }: Pick<Evaluation, 'agents'>): readonly string[] => [
  ...new Set(agents.flatMap(({ name, rehearsal }) => (rehearsal === true ? [name] : []))),
];

/** "codex failed at 3 of 40 blind answers": whom votes went without, which their figures do not show. */
function describeMissing({ agents, openings }: Pick<Evaluation, 'agents' | 'openings'>): readonly string[] {
  // A merged result has one agent for each version of it.
  return [...new Set(agents.map(({ name }) => name))].flatMap((name) => {
    const asked = openings.filter(({ agent }) => agent === name);
    const missing = asked.filter(({ answer }) => answer === null).length;
    const of = countNoun(asked.length, 'blind answer');
    return missing === 0 ? [] : [`${name} failed at ${missing} of ${of}; votes are counted without those.`];
  });
}

/** What a reader has to know of the figures. */
export function listCaveats({
  agents,
  openings,
  statistics,
}: Pick<Evaluation, 'agents' | 'openings' | 'statistics'>): readonly string[] {
  const { questions, groups, arms } = statistics;
  const rehearsed = listRehearsals({ agents });
  const failed = arms.filter(({ failed }) => failed > 0);
  return [
    ...(rehearsed.length > 0
      ? [`REHEARSAL in ${rehearsed.join(', ')}: no model was called, so its figures mean nothing.`]
      : []),
    ...(groups < FEW_GROUPS ? [`Only ${countNoun(groups, 'group')} of questions: the intervals are rough.`] : []),
    ...describeMissing({ agents, openings }),
    ...failed.map(({ arm, failed: count }) => `${arm}: ${count} of ${questions} failed, and count as no answer.`),
  ];
}
