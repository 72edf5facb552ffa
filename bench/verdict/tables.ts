// The figures of simulated debates as tables for the documentation.
import { markdownTable } from '../report.ts';
import type { Aim } from './aims.ts';
import type { Comparison } from './compare.ts';
import type { Learning } from './hindsight.ts';
import { BASELINES, type Figures } from './measure.ts';

const share = (value: number) => (Number.isNaN(value) ? '–' : (100 * value).toFixed(1));
const change = (write: (figures: Figures) => string, { before, now }: Comparison) => `${write(before)} → ${write(now)}`;

const FIGURES: readonly (readonly [string, (figures: Figures) => string])[] = [
  ['right', ({ right }) => share(right)],
  ['says agreed', ({ agreed }) => share(agreed)],
  ['agreed and wrong', ({ agreedAndWrong }) => share(agreedAndWrong)],
  ['agreed, a seat holds another answer', ({ hidesDissent }) => share(hidesDissent)],
  ['right if agreed', ({ rightIfAgreed }) => share(rightIfAgreed)],
  ['right if not', ({ rightIfNot }) => share(rightIfNot)],
  ['calls', ({ calls }) => calls.toFixed(1)],
];

/** One row for each world. */
export function worldsTable(comparisons: readonly Comparison[]): string {
  return markdownTable(
    ['world', ...BASELINES, ...FIGURES.map(([name]) => name)],
    comparisons.map((each) => [
      each.world.name,
      ...BASELINES.map((baseline) => share(each.alone[baseline])),
      ...FIGURES.map(([, write]) => change(write, each)),
    ]),
  );
}

/** One row for each recipe in each of the worlds. */
export function recipesTable(comparisons: readonly Comparison[]): string {
  return markdownTable(
    ['recipe', 'world', 'vote of three', ...FIGURES.map(([name]) => name)],
    comparisons.map((each) => [
      each.recipe,
      each.world.name,
      share(each.alone['vote of three']),
      ...FIGURES.map(([, write]) => change(write, each)),
    ]),
  );
}

const rightIfNamed = ({ right, open }: Figures) => share(right / (1 - open));

export function judgesTable(comparisons: readonly Comparison[]): string {
  return markdownTable(
    ['judge', 'names a winner', 'names the wrong one', 'right if it names one', 'calls'],
    comparisons.map((each) => [
      each.world.name,
      change(({ open }) => share(1 - open), each),
      change(({ right, open }) => share(1 - open - right), each),
      change(rightIfNamed, each),
      change(({ calls }) => calls.toFixed(1), each),
    ]),
  );
}

export function aimsTable(aims: readonly Aim[]): string {
  return markdownTable(
    ['aim', 'worst world', 'before', 'now', 'compared', 'target', 'met'],
    aims.map(({ what, where, before, now, value, target, met }) => [
      ...[what, where, before, now, value, target],
      met ? 'yes' : '**no**',
    ]),
  );
}

/** Weights learnt on one half of the outcomes of a hall, judged on the other. */
export function learningTable(rows: readonly Learning[]): string {
  return markdownTable(
    [
      'world',
      'recorded outcomes',
      'halls that use weights',
      'vote, all equal',
      'vote, weighted where the rule says so',
    ],
    rows.map(({ world, outcomes, used, equal, byRule }) => [
      world.name,
      `${outcomes}`,
      share(used),
      share(equal),
      share(byRule),
    ]),
  );
}
