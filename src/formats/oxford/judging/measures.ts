// What the scores tell beside the totals: where the debate turned, how far position mattered, how far judges were apart.
import type { OxfordResult } from '../../../domain/results/oxford-result.ts';
import { addUp, toScore } from '../scoring.ts';
import type { Side } from '../setup.ts';
import type { JudgedExchange, JudgmentState } from '../state.ts';
import { drawFirstSide } from './neutral-names.ts';

export type PositionSensitivity = OxfordResult['positionSensitivity'][number];

const totalIn = ({ scores }: JudgmentState, side: Side, sides: ReadonlyMap<string, Side>) =>
  addUp(Object.entries(scores).map(([id, value]) => (sides.get(id) === side ? value : 0)));

/** One entry for each judge and exchange that was judged in both orders. */
export function positionSensitivity(
  settled: readonly JudgedExchange[],
  seed: string,
  sides: ReadonlyMap<string, Side>,
): PositionSensitivity[] {
  return settled.flatMap(({ exchange, judgments }) =>
    judgments.flatMap((lot) => {
      const swapped = judgments.find(({ seat, order }) => seat === lot.seat && order === 2);
      if (lot.order !== 1 || swapped === undefined) return [];
      const ids = Object.keys(lot.scores);
      const apart = ids.map((id) => Math.abs((lot.scores[id] ?? 0) - (swapped.scores[id] ?? 0)));
      const firstTotals = [lot, swapped].map((judgment) =>
        totalIn(judgment, drawFirstSide(seed, exchange, judgment.seat, judgment.order), sides),
      );
      return [
        {
          exchange,
          judge: lot.seat,
          difference: toScore(addUp(apart) / ids.length),
          firstPlace: toScore(addUp(firstTotals) / 2),
        },
      ];
    }),
  );
}

export type JudgeSpread = OxfordResult['judgesSpread'][number];

const measureSpread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

/** One entry for each exchange that several judges judged. */
export function judgesSpread(settled: readonly JudgedExchange[], sides: ReadonlyMap<string, Side>): JudgeSpread[] {
  return settled.flatMap(({ exchange, judgments, scores }) => {
    const judges = [...new Set(judgments.map(({ seat }) => seat))];
    if (judges.length < 2) return [];
    const mean = (judge: string, value: (judgment: JudgmentState) => number) => {
      const own = judgments.filter(({ seat }) => seat === judge);
      return addUp(own.map(value)) / own.length;
    };
    const gains = judges.map((judge) => mean(judge, (judgment) => totalIn(judgment, 'proposition', sides)));
    const ids = [...sides.keys()].filter((id) => Object.hasOwn(scores, id));
    const byArgument = ids.map((id) => ({
      id,
      spread: measureSpread(judges.map((judge) => mean(judge, (judgment) => judgment.scores[id] ?? 0))),
    }));
    const [furthest] = byArgument.sort((a, b) => b.spread - a.spread);
    return [
      {
        exchange,
        gains: Object.fromEntries(judges.map((judge, index) => [judge, toScore(gains[index] as number)])),
        spread: toScore(measureSpread(gains)),
        furthest: { id: furthest?.id ?? '', spread: toScore(furthest?.spread ?? 0) },
      },
    ];
  });
}

/** Its swing in thousandths, rescores included. */
export interface TurningPoint extends Readonly<OxfordResult['turningPoints'][number]> {
  /** No other argument of the side is as good there. */
  readonly isBest: boolean;
}

const MOST_TURNING_POINTS = 3;

/** The exchanges that moved the totals furthest, of equals the earlier, in the order in which they came. */
export function turningPoints(settled: readonly JudgedExchange[], sides: ReadonlyMap<string, Side>): TurningPoint[] {
  const points = settled.map(({ exchange, total, scores }, index): TurningPoint => {
    const before = settled[index - 1]?.total ?? 0;
    const swing = total - before;
    const gainer: Side = swing > 0 ? 'proposition' : 'opposition';
    const own = Object.entries(scores).filter(([id]) => sides.get(id) === gainer);
    const [best, second] = own.sort(([, a], [, b]) => b - a);
    // A lead that was level for a while is still the one before.
    const led = settled.slice(0, index).findLast((each) => each.total !== 0)?.total ?? 0;
    const leadChanged = Math.sign(led) * Math.sign(total) < 0;
    return { exchange, swing, leadChanged, by: best?.[0] ?? '', isBest: best?.[1] !== second?.[1] };
  });
  return points
    .filter(({ swing }) => swing !== 0)
    .sort((a, b) => Math.abs(b.swing) - Math.abs(a.swing) || a.exchange - b.exchange)
    .slice(0, MOST_TURNING_POINTS)
    .sort((a, b) => a.exchange - b.exchange);
}
