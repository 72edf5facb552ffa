// Whether the judging can tell who is better: its margin, read again in each order and by each judge.
import type { OxfordResult } from '../../../domain/results/oxford-result.ts';
import { addUp } from '../scoring.ts';
import { SIDES, type Side } from '../setup.ts';
import type { JudgmentState, State } from '../state.ts';
import { drawFirstSide } from './neutral-names.ts';
import { computeStandings } from './verdict.ts';

/** A part of the judging, and by how much the proposition is ahead in it; below 0: the opposition. Thousandths. */
export type MarginReading = OxfordResult['reliability']['orders'][number];

/** Why nobody wins. */
type Doubt = NonNullable<OxfordResult['reliability']['doubt']>;

export interface Reliability {
  /** With each side first; none where the judges saw one order only. */
  readonly orders: readonly MarginReading[];
  /** By each judge who judged every exchange; none where there is one judge. */
  readonly judges: readonly MarginReading[];
  /** How far the readings are apart; `undefined` where there is nothing to compare. Thousandths. */
  readonly sensitivity: number | undefined;
  /** `undefined`: the side that is ahead wins. */
  readonly doubt: Doubt | undefined;
}

/** What the proposition gained over the opposition in one judgment. */
function computeGain({ scores, rescores }: JudgmentState, isFor: (id: string) => boolean): number {
  const own = (values: Readonly<Record<string, number>>) =>
    addUp(Object.entries(values).map(([id, value]) => (isFor(id) ? value : 0)));
  return 2 * (own(scores) + own(rescores));
}

function readMargin(state: State, counts: (judgment: JudgmentState, exchange: number) => boolean): number {
  const own = new Set(state.arguments.proposition.map(({ id }) => id));
  return addUp(
    state.settled.map(({ exchange, judgments }) => {
      const gains = judgments
        .filter((judgment) => counts(judgment, exchange))
        .map((judgment) => computeGain(judgment, (id) => own.has(id)));
      return addUp(gains) / gains.length;
    }),
  );
}

function readOrders(state: State): MarginReading[] {
  if (!state.options.bothOrders) return [];
  return SIDES.map((side: Side) => ({
    part: `${side}-first`,
    margin: readMargin(state, ({ seat, order }, exchange) => drawFirstSide(state.seed, exchange, seat, order) === side),
  }));
}

function readJudges(state: State): MarginReading[] {
  const whole = state.judges.filter((judge) =>
    state.settled.every(({ judgments }) => judgments.some(({ seat }) => seat === judge)),
  );
  if (whole.length < 2) return [];
  return whole.map((judge) => ({ part: judge, margin: readMargin(state, ({ seat }) => seat === judge) }));
}

function computeSpread(readings: readonly MarginReading[]): number {
  const margins = readings.map(({ margin }) => margin);
  return Math.max(...margins) - Math.min(...margins);
}

/** Nobody wins by a margin that a look at it in another order, or by another judge, could take away. */
export function assessReliability(state: State): Reliability {
  const { winner: leader, margin } = computeStandings(state.settled);
  const [orders, judges] = state.settled.length === 0 ? [[], []] : [readOrders(state), readJudges(state)];
  const spreads = [orders, judges].filter(({ length }) => length > 0).map(computeSpread);
  const sensitivity = spreads.length === 0 ? undefined : Math.max(...spreads);
  const isAhead = (reading: MarginReading) => (leader === 'proposition' ? reading.margin > 0 : reading.margin < 0);
  const findDoubt = (): Doubt | undefined => {
    if (leader === null) return 'level';
    if (sensitivity === undefined) return 'judged-once';
    if (!orders.every(isAhead)) return 'orders-differ';
    if (!judges.every(isAhead)) return 'judges-differ';
    return margin > sensitivity ? undefined : 'within-sensitivity';
  };
  return { orders, judges, sensitivity, doubt: findDoubt() };
}
