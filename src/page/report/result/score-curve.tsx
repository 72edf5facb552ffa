// The scores of an oxford debate from exchange to exchange, as a curve and as a table.
import type { DebateRecord } from '../../../domain/record.ts';
import { GridLine } from '../grid-line.tsx';
import { seatClass } from '../seat-mark.tsx';
import { figures, Table } from '../table.tsx';
import { createLabels, safe } from '../words.ts';

interface Point {
  readonly exchange: number;
  readonly proposition: number | null;
  readonly opposition: number | null;
}

interface Turn {
  readonly exchange: number;
  readonly by: string | null;
  readonly swing: number;
  readonly leadChanged: boolean;
}

interface Curve {
  readonly points: readonly Point[];
  readonly turns: readonly Turn[];
}

const SIDES = ['proposition', 'opposition'] as const;
const HEIGHT = 240;
const PAD = { left: 48, right: 116, top: 16, bottom: 30 };
/** So that two labels at the end of the lines never cover each other. */
const LABEL_GAP = 18;

export function drawCurve({ format, result }: DebateRecord, lastSeq: number): Curve | undefined {
  const { scoreCurve, turningPoints, judgments } = result?.data ?? {};
  if (format !== 'oxford' || !Array.isArray(scoreCurve) || scoreCurve.length === 0) return undefined;
  const judged = (Array.isArray(judgments) ? judgments : []) as unknown as { event: number; exchange: number }[];
  const isJudged = ({ exchange }: { readonly exchange: number }) =>
    judged.filter((each) => each.exchange === exchange).every(({ event }) => event <= lastSeq);
  return {
    points: (scoreCurve as unknown as Point[]).filter(isJudged),
    turns: ((Array.isArray(turningPoints) ? turningPoints : []) as unknown as Turn[]).filter(isJudged),
  };
}

/** An argument by its title; by its ID where that was redacted. */
function titlesIn({ result }: DebateRecord): (id: string) => string {
  const all = result?.data['arguments'];
  const named = (Array.isArray(all) ? all : []) as unknown as { id: string; title: string | null }[];
  const titles = new Map(named.map(({ id, title }) => [id, title]));
  return (id) => titles.get(id) ?? id;
}

const exchangeName = (exchange: number) => (exchange === 0 ? 'Opening' : `Exchange ${exchange}`);
const signed = (score: number | null) => (score === null ? 'redacted' : `${score > 0 ? '+' : ''}${score.toFixed(3)}`);

function Plot({
  record,
  curve,
  planned,
  width,
}: {
  record: DebateRecord;
  curve: Curve;
  planned: number;
  width: number;
}) {
  const label = createLabels(record);
  const scores = curve.points.flatMap((point) => SIDES.map((side) => Math.abs(point[side] ?? 0)));
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
        <text key={exchangeName(exchange)} x={x(exchange)} y={HEIGHT - 8} text-anchor="middle">
          {width < 480 ? exchange : exchangeName(exchange)}
        </text>
      ))}
      {SIDES.map((side, index) => {
        const known = curve.points.filter((point) => point[side] !== null);
        const isUpper = (ends[index] ?? 0) <= (ends[1 - index] ?? 0) && (index === 0 || gap > 0);
        const place = (point: Point) => `${x(point.exchange)} ${y(point[side] ?? 0)}`;
        return (
          <g key={side} class={`${seatClass(record, side)} ${side}`}>
            <path d={known.map((point, at) => `${at === 0 ? 'M' : 'L'}${place(point)}`).join(' ')} class="line" />
            {known.map((point) =>
              index === 0 ? (
                <circle key={point.exchange} cx={x(point.exchange)} cy={y(point[side] ?? 0)} r="5" />
              ) : (
                <rect
                  key={point.exchange}
                  x={x(point.exchange) - 4.5}
                  y={y(point[side] ?? 0) - 4.5}
                  width="9"
                  height="9"
                />
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

interface ScoreCurveProps {
  readonly record: DebateRecord;
  readonly curve: Curve;
  readonly width: number;
}

export function ScoreCurve({ record, curve, width }: ScoreCurveProps) {
  const label = createLabels(record);
  const findTitle = titlesIn(record);
  const all = record.result?.data['scoreCurve'];
  const planned = Array.isArray(all) ? all.length : curve.points.length;
  return (
    <figure>
      <Plot record={record} curve={curve} planned={planned} width={width} />
      <figcaption>
        <Table title="Scores" look="narrow" columns={['After', ...figures(...SIDES.map(label)), 'Turned by']}>
          {curve.points.map((point) => {
            const turn = curve.turns.find(({ exchange }) => exchange === point.exchange);
            return (
              <tr key={point.exchange}>
                <th scope="row">{exchangeName(point.exchange)}</th>
                {SIDES.map((side) => (
                  <td key={side} class="to-right">
                    {signed(point[side])}
                  </td>
                ))}
                <td dir="auto">
                  {turn !== undefined &&
                    turn.by !== null &&
                    `${safe(findTitle(turn.by))}${turn.leadChanged ? ', lead changed' : ''}`}
                </td>
              </tr>
            );
          })}
        </Table>
      </figcaption>
    </figure>
  );
}
