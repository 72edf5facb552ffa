// All figures of an evaluation, from what each arm answered to each question.
import { computeBrier, mean } from '../../hindsight/scores.ts';
import type { ArmFigures, Cell, Evaluation, EvaluationOpening, Figure, Interval, Pair, Statistics } from '../result.ts';
import { drawSubsets, type Grouped, mostUnseen, sumGroups, sumRows, typicalInterval } from './intervals.ts';
import { questionsNeeded, testSigns } from './signs.ts';

/** Pearson's correlation; undefined where one of the two never varies. */
function correlate(one: readonly number[], other: readonly number[]): number | undefined {
  const [first, second] = [mean(one), mean(other)];
  const products = mean(one.map((value, index) => (value - first) * ((other[index] as number) - second)));
  const spread = (values: readonly number[], middle: number) => mean(values.map((value) => (value - middle) ** 2));
  const deviations = Math.sqrt(spread(one, first) * spread(other, second));
  return deviations === 0 ? undefined : products / deviations;
}

/**
 * n / (1 + (n - 1) ρ), ρ being the mean correlation between votes of being right: the design effect of Kish, "Survey Sampling" (1965),
 * section 5.4. Votes that are always right together are worth one. `rows`: for each question, whether each vote is right.
 */
export function countEffectiveVotes(rows: readonly (readonly boolean[])[]): NonNullable<ArmFigures['votes']> {
  const votes = rows[0]?.length ?? 0;
  const columns = Array.from({ length: votes }, (_, vote) => rows.map((row) => (row[vote] === true ? 1 : 0)));
  const pairs = columns.flatMap((one, index) =>
    columns.slice(index + 1).flatMap((other) => correlate(one, other) ?? []),
  );
  if (pairs.length === 0) return { votes, correlation: null, effective: null };
  const correlation = mean(pairs);
  // Errors that avoid each other would be worth more than as many votes; nobody should count on that.
  return { votes, correlation, effective: votes / (1 + (votes - 1) * Math.max(0, correlation)) };
}

/** What is summed of each arm over questions. */
const COLUMNS = ['right', 'acts', 'actsRight', 'calls', 'cost', 'unknownCost'] as const;
type Column = (typeof COLUMNS)[number];

const toRow = ({ right, acts, calls, costMicroUsd }: Cell): readonly number[] => [
  ...[right, acts, acts && right].map(Number),
  ...[calls, costMicroUsd ?? 0, Number(costMicroUsd === null)],
];

type Counted = Pick<Evaluation, 'arms' | 'questions' | 'cells' | 'openings' | 'seed'>;

/** The sums of the question come last, and count it once. */
interface Samples {
  readonly sums: Float64Array;
  readonly groups: readonly Float64Array[];
  readonly subsets: readonly Float64Array[];
  readonly columns: number;
}

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

type Compute = (sums: Float64Array) => number | null;

function toFigure({ sums, subsets }: Samples, compute: Compute): Figure {
  const value = compute(sums);
  return value === null ? null : { value, interval: typicalInterval(subsets, compute) };
}

const compare =
  (part: number, whole: number): Compute =>
  (sums) =>
    ratio(sums[part] as number, sums[whole] as number);

/** Where all groups say the same, those that say something else were never seen, and could say anything. */
function widen(value: number, lowest: number, groups: number): Interval {
  const most = mostUnseen(groups);
  return { low: value - most * (value - lowest), high: value + most * (1 - value) };
}

/** Of what is at most 1. Only groups that have the figure say anything of it. */
function toShare(samples: Samples, compute: Compute, lowest = 0): Figure {
  const figure = toFigure(samples, compute);
  if (figure === null) return null;
  const values = samples.groups.flatMap((sums) => compute(sums) ?? []);
  const isSame = values.every((value) => value === figure.value);
  return isSame ? { ...figure, interval: widen(figure.value, lowest, values.length) } : figure;
}

const at = (arm: number, column: Column) => arm * COLUMNS.length + COLUMNS.indexOf(column);

/** Whether each vote is right, by question, of arms that take the same number of votes on all. */
function listVotes(
  cells: readonly Cell[],
  openings: ReadonlyMap<string, EvaluationOpening>,
): readonly (readonly boolean[])[] {
  const rows = cells.map(({ question, openings: taken }) =>
    taken.map(({ agent, number }) => openings.get(`${question}\n${agent}\n${number}`)?.right === true),
  );
  const size = rows[0]?.length ?? 0;
  return size > 1 && rows.every(({ length }) => length === size) ? rows : [];
}

function describeArm(
  arm: string,
  index: number,
  cells: readonly Cell[],
  votes: readonly (readonly boolean[])[],
  samples: Samples,
): ArmFigures {
  const { sums, columns } = samples;
  const sum = (column: Column) => sums[at(index, column)] as number;
  const perRight = (part: Column) => toFigure(samples, compare(at(index, part), at(index, 'right')));
  const forecasts = cells.flatMap(({ forecast }) => forecast ?? []);
  const isCostKnown = sum('unknownCost') === 0;
  return {
    arm,
    right: sum('right'),
    share: toShare(samples, compare(at(index, 'right'), columns - 1)),
    acts: sum('acts'),
    coverage: toShare(samples, compare(at(index, 'acts'), columns - 1)),
    precision: toShare(samples, compare(at(index, 'actsRight'), at(index, 'acts'))),
    failed: cells.filter(({ failed }) => failed).length,
    calls: sum('calls'),
    costMicroUsd: isCostKnown ? sum('cost') : null,
    callsPerRight: perRight('calls'),
    costPerRight: isCostKnown ? perRight('cost') : null,
    brier: forecasts.length === 0 ? null : computeBrier(forecasts),
    votes: votes.length === 0 ? null : countEffectiveVotes(votes),
  };
}

const ALPHA = 0.05;
/** With fewer groups that differ the exact test shows nothing. */
const FEWEST_DISCORDANT = 6;

/**
 * For all pairs together: Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
 * In the order in which they are given.
 */
export function adjustByHolm(values: readonly number[]): readonly number[] {
  const order = values.map((_, index) => index).sort((one, other) => (values[one] ?? 0) - (values[other] ?? 0));
  const adjusted = [...values];
  let least = 0;
  order.forEach((index, rank) => {
    least = Math.max(least, Math.min(1, (values[index] ?? 1) * (values.length - rank)));
    adjusted[index] = least;
  });
  return adjusted;
}

/** Each debate with every arm that is none and with later debates; without a debate each arm with those before it. */
function listPairs(arms: Counted['arms']): readonly (readonly [number, number])[] {
  const places = arms.map((_, index) => index);
  const debates = places.filter((index) => arms[index]?.kind === 'debate');
  if (debates.length === 0) return places.flatMap((one) => places.slice(0, one).map((other) => [one, other] as const));
  return debates.flatMap((one) => {
    const others = places.filter((other) => {
      const arm = arms[other];
      // Votes at the price of another debate say nothing of this one.
      if (arm?.kind === 'vote-cost') return arm.debate === arms[one]?.name;
      return arm?.kind === 'debate' ? other > one : true;
    });
    return others.map((other) => [one, other] as const);
  });
}

type Table = readonly (readonly Cell[])[];

function comparePair(
  [one, other]: readonly [number, number],
  table: Table,
  arms: Counted['arms'],
  samples: Samples,
): Omit<Pair, 'adjusted' | 'shown'> {
  const count = (first: boolean, second: boolean) =>
    table.filter((row) => row[one]?.right === first && row[other]?.right === second).length;
  const [onlyOne, onlyOther] = [count(true, false), count(false, true)];
  const subtract = (sums: Float64Array) => (sums[at(one, 'right')] as number) - (sums[at(other, 'right')] as number);
  const differences = samples.groups.map(subtract).filter((each) => each !== 0);
  const squares = differences.reduce((sum, each) => sum + each ** 2, 0);
  const questions = table.length;
  const needed =
    differences.length < FEWEST_DISCORDANT
      ? Number.POSITIVE_INFINITY
      : questionsNeeded(squares / questions, (onlyOne - onlyOther) / questions);
  return {
    ...{ one: arms[one]?.name ?? '', other: arms[other]?.name ?? '' },
    ...{ both: count(true, true), onlyOne, onlyOther, neither: count(false, false) },
    difference: toShare(samples, (sums) => ratio(subtract(sums), sums[samples.columns - 1] as number), -1),
    p: testSigns(differences),
    needed: Number.isFinite(needed) ? needed : null,
  };
}

const excludesZero = (difference: Figure): boolean =>
  difference?.interval != null && (difference.interval.low > 0 || difference.interval.high < 0);

/**
 * Only questions that every arm has: a run that was stopped is balanced. A difference is shown where both the exact test, for all pairs
 * together, and the interval say so; both know of groups.
 */
export function summarise({ arms, questions, cells, openings, seed }: Counted): Statistics {
  const found = new Map(cells.map((cell) => [`${cell.question}\n${cell.arm}`, cell]));
  const answers = new Map(openings.map((each) => [`${each.question}\n${each.agent}\n${each.number}`, each]));
  const rows = questions.flatMap(({ id, group }) => {
    const row = arms.flatMap(({ name }) => found.get(`${id}\n${name}`) ?? []);
    return row.length === arms.length ? [{ group, row }] : [];
  });
  const table: Table = rows.map(({ row }) => row);
  const grouped: readonly Grouped[] = rows.map(({ group, row }) => ({ group, row: [...row.flatMap(toRow), 1] }));
  const groups = sumGroups(grouped);
  const samples: Samples = {
    sums: sumRows(grouped),
    groups,
    subsets: drawSubsets(groups, seed),
    columns: arms.length * COLUMNS.length + 1,
  };
  if (table.length === 0) return { questions: 0, groups: 0, arms: [], pairs: [] };
  const pairs = listPairs(arms).map((pair) => comparePair(pair, table, arms, samples));
  const adjusted = adjustByHolm(pairs.map(({ p }) => p));
  return {
    questions: table.length,
    groups: groups.length,
    arms: arms.map(({ name }, index) => {
      const own = table.map((row) => row[index] as Cell);
      return describeArm(name, index, own, listVotes(own, answers), samples);
    }),
    pairs: pairs.map((pair, index) => {
      const value = adjusted[index] as number;
      return { ...pair, adjusted: value, shown: value < ALPHA && excludesZero(pair.difference) };
    }),
  };
}
