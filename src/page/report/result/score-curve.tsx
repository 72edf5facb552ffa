// The scores of an oxford debate from exchange to exchange, as a curve and as a table.
import type { DebateRecord } from '../../../domain/record.ts';
import type { OxfordResult } from '../../../domain/results/oxford-result.ts';
import { seatClass } from '../seat-mark.tsx';
import { figures, GridLine, Table } from '../table.tsx';
import { createLabels, safe } from '../words.ts';
import { oxfordIn } from './result-data.ts';

type Point = OxfordResult['scoreCurve'][number];

interface Curve {
  readonly points: readonly Point[];
  readonly turns: OxfordResult['turningPoints'];
  readonly result: OxfordResult;
}

const SIDES = ['proposition', 'opposition'] as const;
const HEIGHT = 240;
const PAD = { left: 48, right: 116, top: 16, bottom: 30 };
/** So that two labels at the end of the lines never cover each other. */
const LABEL_GAP = 18;

export function drawCurve(record: DebateRecord, lastSeq: number): Curve | undefined {
  const result = oxfordIn(record);
  if (result === undefined || result.scoreCurve.length === 0) return undefined;
  const isJudged = ({ exchange }: { readonly exchange: number }) =>
    result.judgments.filter((each) => each.exchange === exchange).every(({ event }) => event <= lastSeq);
  return { points: result.scoreCurve.filter(isJudged), turns: result.turningPoints.filter(isJudged), result };
}

/** An argument by its title; by its ID where that was redacted. */
function findTitle({ result }: Curve, id: string): string {
  return result.arguments.find((each) => each.id === id)?.title ?? id;
}

export const nameExchange = (exchange: number) => (exchange === 0 ? 'Opening' : `Exchange ${exchange}`);
const signed = (score: number) => `${score > 0 ? '+' : ''}${score.toFixed(3)}`;

interface ScoreCurveProps {
  readonly record: DebateRecord;
  readonly curve: Curve;
  readonly width: number;
}

function Plot({ record, curve, width }: ScoreCurveProps) {
  const label = createLabels(record);
  const planned = curve.result.scoreCurve.length;
  const scores = curve.points.flatMap((point) => SIDES.map((side) => Math.abs(point[side])));
  const most = Math.max(0.05, ...scores) * 1.15;
  const inner = { width: width - PAD.left - PAD.right, height: HEIGHT - PAD.top - PAD.bottom };
  const x = (exchange: number) => PAD.left + (inner.width * exchange) / Math.max(1, planned - 1);
  const y = (score: number) => PAD.top + (inner.height * (most - score)) / (2 * most);
  const last = curve.points.at(-1);
  const ends = SIDES.map((side) => y(last?.[side] ?? 0));
  const gap = Math.abs((ends[0] ?? 0) - (ends[1] ?? 0));
  const push = gap < LABEL_GAP ? (LABEL_GAP - gap) / 2 : 0;
  return (
    <svg
      class="curve"
      width={width}
      height={HEIGHT}
      role="img"
      aria-label="Scores by exchange; the table below has the numbers"
    >
      {[most / 1.15, 0, -most / 1.15].map((score) => (
        <GridLine
          key={score}
          pad={PAD}
          width={width}
          y={y(score)}
          isZero={score === 0}
          label={score === 0 ? '0' : score.toFixed(2)}
        />
      ))}
      {Array.from({ length: planned }, (_, exchange) => (
        <text key={nameExchange(exchange)} x={x(exchange)} y={HEIGHT - 8} text-anchor="middle">
          {width < 480 ? exchange : nameExchange(exchange)}
        </text>
      ))}
      {SIDES.map((side, index) => {
        const isUpper = (ends[index] ?? 0) <= (ends[1 - index] ?? 0) && (index === 0 || gap > 0);
        const place = (point: Point) => `${x(point.exchange)} ${y(point[side])}`;
        return (
          <g key={side} class={`${seatClass(record, side)} ${side}`}>
            <path
              d={curve.points.map((point, at) => `${at === 0 ? 'M' : 'L'}${place(point)}`).join(' ')}
              class="line"
            />
            {curve.points.map((point) =>
              index === 0 ? (
                <circle key={point.exchange} cx={x(point.exchange)} cy={y(point[side])} r="5" />
              ) : (
                <rect key={point.exchange} x={x(point.exchange) - 4.5} y={y(point[side]) - 4.5} width="9" height="9" />
              ),
            )}
            {last !== undefined && (
              <text x={x(last.exchange) + 12} y={(ends[index] ?? 0) + 4 + (isUpper ? -push : push)} class="end">
                {label(side)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

export function ScoreCurve({ record, curve, width }: ScoreCurveProps) {
  const label = createLabels(record);
  return (
    <figure>
      <Plot record={record} curve={curve} width={width} />
      <figcaption>
        <Table title="Scores" look="narrow" columns={['After', ...figures(...SIDES.map(label)), 'Turned by']}>
          {curve.points.map((point) => {
            const turn = curve.turns.find(({ exchange }) => exchange === point.exchange);
            return (
              <tr key={point.exchange}>
                <th scope="row">{nameExchange(point.exchange)}</th>
                {SIDES.map((side) => (
                  <td key={side} class="to-right">
                    {signed(point[side])}
                  </td>
                ))}
                <td dir="auto">
                  {turn && `${safe(findTitle(curve, turn.by))}${turn.leadChanged ? ', lead changed' : ''}`}
                </td>
              </tr>
            );
          })}
        </Table>
      </figcaption>
    </figure>
  );
}
