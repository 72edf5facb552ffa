// Whether the judging can tell who is better: its margin, read again in each order and by each judge; and what the debate comes to by it.
import type { OutcomeKind } from '../../../domain/outcomes.ts';
import type { OxfordResult } from '../../../domain/results/oxford-result.ts';
import { addUp } from '../scoring.ts';
import { judgeSeats, SIDES, type Side } from '../setup.ts';
import { getPhase, type JudgedExchange, type JudgmentState, type State } from '../state.ts';
import { drawFirstSide } from './neutral-names.ts';
import { computeStandings } from './verdict.ts';

/** A part of the judging, and by how much the proposition is ahead in it; below 0: the opposition. Thousandths. */
export type MarginReading = OxfordResult['reliability']['orders'][number];

export interface JudgeReading extends MarginReading {
  /** How many exchanges it judged, from the opening on: one that leaves does not come back. */
  readonly exchanges: number;
}

/** Why nobody wins. */
type Doubt = NonNullable<OxfordResult['reliability']['doubt']>;

export interface Reliability {
  /** With each side first; none where the judges saw one order only. */
  readonly orders: readonly MarginReading[];
  /** By each judge in the exchanges that it judged; none where there is one judge. */
  readonly judges: readonly JudgeReading[];
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

function readMargin(
  { arguments: { proposition } }: State,
  settled: readonly JudgedExchange[],
  counts: (judgment: JudgmentState, exchange: number) => boolean,
): number {
  const own = new Set(proposition.map(({ id }) => id));
  return addUp(
    settled.map(({ exchange, judgments }) => {
      const gains = judgments
        .filter((judgment) => counts(judgment, exchange))
        .map((judgment) => computeGain(judgment, (id) => own.has(id)));
      return addUp(gains) / gains.length;
    }),
  );
}

function readOrders(state: State): MarginReading[] {
  const { options, seed, settled } = state;
  if (!options.bothOrders) return [];
  return SIDES.map((side: Side) => ({
    part: `${side}-first`,
    margin: readMargin(
      state,
      settled,
      ({ seat, order }, exchange) => drawFirstSide(seed, exchange, seat, order) === side,
    ),
  }));
}

const isOf = (judge: string) => (judgment: JudgmentState) => judgment.seat === judge;

function readJudges(state: State): JudgeReading[] {
  const judges = judgeSeats(state.options).flatMap((part) => {
    const judged = state.settled.filter(({ judgments }) => judgments.some(isOf(part)));
    if (judged.length === 0) return [];
    return [{ part, margin: readMargin(state, judged, isOf(part)), exchanges: judged.length }];
  });
  return judges.length < 2 ? [] : judges;
}

/** How far each two judges are apart on what both of them judged. */
function compareJudges(state: State, judges: readonly JudgeReading[]): number[] {
  return judges.flatMap((one, index) =>
    judges.slice(index + 1).map((other) => {
      const both = state.settled.slice(0, Math.min(one.exchanges, other.exchanges));
      return Math.abs(readMargin(state, both, isOf(one.part)) - readMargin(state, both, isOf(other.part)));
    }),
  );
}

/** Nobody wins by a margin that a look at it in another order, or by another judge, could take away. */
export function assessReliability(state: State): Reliability {
  const { winner: leader, margin } = computeStandings(state.settled);
  const [orders, judges] = state.settled.length === 0 ? [[], []] : [readOrders(state), readJudges(state)];
  const [one, swapped] = orders;
  const distances = [
    ...(one === undefined || swapped === undefined ? [] : [Math.abs(one.margin - swapped.margin)]),
    ...compareJudges(state, judges),
  ];
  const sensitivity = distances.length === 0 ? undefined : Math.max(...distances);
  const isAhead = (reading: MarginReading) => (leader === 'proposition' ? reading.margin > 0 : reading.margin < 0);
  const findDoubt = (): Doubt | undefined => {
    if (leader === null) return 'level';
    if (sensitivity === undefined || state.settled.some(({ judgments }) => judgments.length < 2)) return 'judged-once';
    if (!orders.every(isAhead)) return 'orders-differ';
    if (!judges.every(isAhead)) return 'judges-differ';
    return margin > sensitivity ? undefined : 'within-sensitivity';
  };
  return { orders, judges, sensitivity, doubt: findDoubt() };
}

/** `null` before the end, and where nobody wins. */
export function findWinner(state: State): Side | null {
  if (getPhase(state) !== 'done') return null;
  return assessReliability(state).doubt === undefined ? computeStandings(state.settled).winner : null;
}

export function decideOutcome(state: State): OutcomeKind {
  return findWinner(state) === null ? 'not-settled' : 'judged';
}

export function explainOutcome(_: State, outcome: OutcomeKind): string | undefined {
  return outcome === 'not-settled' ? 'The judging cannot tell which side is better.' : undefined;
}
