// The figures of simulated debates as tables for the documentation.
import { markdownTable } from '../report.ts';
import type { Comparison } from './compare.ts';
import type { Learning } from './hindsight.ts';

const share = (value: number) => (Number.isNaN(value) ? '–' : (100 * value).toFixed(1));
const shareAndRight = (part: number, right: number) => (part === 0 ? '0' : `${share(part)} / ${share(right)}`);

const COLUMNS: readonly (readonly [string, (each: Comparison) => string])[] = [
  ['one', ({ alone }) => share(alone.one)],
  ['vote', ({ alone }) => share(alone.vote)],
  ['vote at cost', ({ alone }) => share(alone.voteAtCost)],
  ['three same / right', ({ alone }) => shareAndRight(alone.threeSame, alone.rightIfThreeSame)],
  ['check acts / right', ({ check }) => shareAndRight(check.acts, check.rightIfActs)],
  ['debate right', ({ debate }) => share(debate.right)],
  ['acts / right', ({ debate }) => shareAndRight(debate.acts, debate.rightIfActs)],
  ['agreed at once / right', ({ debate }) => shareAndRight(debate.agreedFromStart, debate.rightIfFromStart)],
  ['agreed after / right', ({ debate }) => shareAndRight(debate.agreedAfter, debate.rightIfAfter)],
  ['agreed and wrong', ({ debate }) => share(debate.agreedAndWrong)],
  ['calls', ({ debate }) => debate.calls.toFixed(1)],
];

/** One row for each comparison, named by its world, its recipe or both. */
export function comparisonTable(
  comparisons: readonly Comparison[],
  names: readonly ('recipe' | 'world')[] = ['world'],
): string {
  return markdownTable(
    [...names, ...COLUMNS.map(([name]) => name)],
    comparisons.map((each) => [
      ...names.map((name) => (name === 'world' ? each.world.name : each.recipe)),
      ...COLUMNS.map(([, write]) => write(each)),
    ]),
  );
}

export function judgesTable(comparisons: readonly Comparison[]): string {
  return markdownTable(
    ['judge', 'names a winner', 'names the wrong one', 'right if it names one', 'calls'],
    comparisons.map(({ world, debate }) => [
      world.name,
      share(debate.acts),
      share(debate.acts * (1 - debate.rightIfActs)),
      share(debate.rightIfActs),
      debate.calls.toFixed(1),
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
