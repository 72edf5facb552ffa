// What debates cost, day by day and agent by agent: as bars, and as the same numbers in tables.
import type { CostSum, CostsAnswer } from '../../../domain/hall-page/insight.ts';
import { countNoun, formatCost, formatCount, MICRO } from '../../../domain/words/format-figures.ts';
import { Measured } from '../../app/width.tsx';
import { figures, GridLine, Table } from '../../report/table.tsx';
import { safe } from '../../report/words.ts';

const UNITS = [
  { from: 1_000_000_000, sign: 'G' },
  { from: 1_000_000, sign: 'M' },
  { from: 1_000, sign: 'k' },
] as const;

/** "12", "3.4 k", "120 M" */
function shortCount(value: number): string {
  const unit = UNITS.find(({ from }) => value >= from);
  const scaled = unit === undefined ? value : value / unit.from;
  const digits = scaled >= 10 || Number.isInteger(scaled) ? 0 : 1;
  return `${scaled.toFixed(digits)}${unit === undefined ? '' : ` ${unit.sign}`}`;
}

const HEIGHT = 200;
const PAD = { left: 64, right: 8, top: 12, bottom: 28 };
/** Days of which there are bars; the table has all. */
const DAYS = 60;

type Day = CostsAnswer['days'][number];

/** A sum that leaves some calls out is a lower bound. */
function formatTokens({ tokens, calls, callsWithoutTokens }: CostSum): string {
  if (calls > 0 && callsWithoutTokens === calls) return 'unknown';
  return `${callsWithoutTokens > 0 ? 'at least ' : ''}${formatCount(tokens)}`;
}

const formatMoney = ({ costMicroUsd, calls, callsWithoutCost }: CostSum) =>
  formatCost(costMicroUsd, calls, callsWithoutCost);

interface Measure {
  readonly title: string;
  readonly of: (sum: CostSum) => number;
  readonly show: (value: number) => string;
  /** Where half of one means nothing. */
  readonly isWhole?: true;
}

/** "$0.50", "$0.0045": two figures of what is less than a dollar. */
function showDollars(value: number): string {
  if (value === 0 || value >= 1) return `$${shortCount(value)}`;
  return `$${value.toFixed(Math.max(2, 1 - Math.floor(Math.log10(value))))}`;
}

const MONEY: Measure = {
  title: 'Cost by day, in US dollars',
  of: ({ costMicroUsd }) => costMicroUsd / MICRO,
  show: showDollars,
};
const TOKENS: Measure = { title: 'Tokens by day', of: ({ tokens }) => tokens, show: shortCount, isWhole: true };
const CALLS: Measure = { title: 'Calls by day', of: ({ calls }) => calls, show: shortCount, isWhole: true };

/** The dearest thing that agents reported. */
const chooseMeasure = ({ total }: CostsAnswer): Measure => [MONEY, TOKENS].find(({ of }) => of(total) > 0) ?? CALLS;

function Bars({ days, measure, width }: { days: readonly Day[]; measure: Measure; width: number }) {
  const most = Math.max(...days.map(measure.of));
  const ticks = new Set([most, measure.isWhole ? Math.floor(most / 2) : most / 2, 0]);
  const inner = { width: width - PAD.left - PAD.right, height: HEIGHT - PAD.top - PAD.bottom };
  const step = inner.width / days.length;
  const y = (value: number) => PAD.top + inner.height * (1 - value / most);
  const labelled = Math.max(1, Math.ceil((days.length * 64) / inner.width));
  return (
    <svg
      class="bars"
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={`${measure.title}; the table below has the numbers`}
    >
      {[...ticks].map((value) => (
        <GridLine key={value} pad={PAD} width={width} y={y(value)} isZero={value === 0} label={measure.show(value)} />
      ))}
      {days.map((day, index) => {
        const value = measure.of(day);
        const gap = Math.min(6, step * 0.2);
        return (
          <g key={day.day}>
            <rect
              class="bar"
              x={PAD.left + index * step + gap / 2}
              y={y(value)}
              width={Math.min(48, step - gap)}
              height={Math.max(value > 0 ? 1 : 0, PAD.top + inner.height - y(value))}
            />
            {index % labelled === 0 && (
              <text x={PAD.left + index * step + gap / 2} y={HEIGHT - 8}>
                {day.day.slice(5)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function SumTable({ title, rows }: { title: string; rows: readonly (CostSum & { readonly name: string })[] }) {
  return (
    <Table title={title} columns={[title, ...figures('Debates', 'Calls', 'Tokens'), 'Cost']}>
      {rows.map((row) => (
        <tr key={row.name}>
          <th scope="row" dir="auto">
            {safe(row.name)}
          </th>
          <td class="to-right">{formatCount(row.debates)}</td>
          <td class="to-right">{formatCount(row.calls)}</td>
          <td class="to-right">{formatTokens(row)}</td>
          <td>{formatMoney(row)}</td>
        </tr>
      ))}
    </Table>
  );
}

export function Costs({ costs }: { readonly costs: CostsAnswer }) {
  const { total, days, agents } = costs;
  const shown = days.slice(-DAYS);
  const measure = chooseMeasure(costs);
  return (
    <section id="costs" aria-labelledby="costs-title">
      <h2 id="costs-title">Costs over time</h2>
      <p>
        {countNoun(total.debates, 'debate')}, {countNoun(total.calls, 'call')}, tokens: {formatTokens(total)};{' '}
        {formatMoney(total)}.
      </p>
      {days.length > 0 && (
        <figure>
          {shown.some((day) => measure.of(day) > 0) && (
            <>
              <p class="quiet">{measure.title}</p>
              <Measured>{(width) => <Bars days={shown} measure={measure} width={width} />}</Measured>
            </>
          )}
          <figcaption>
            <details>
              <summary>By day, as a table</summary>
              <SumTable title="Day" rows={days.map((day) => ({ ...day, name: day.day }))} />
            </details>
          </figcaption>
        </figure>
      )}
      {agents.length > 0 && (
        <SumTable
          title="Agent"
          rows={agents.map((each) => ({
            ...each,
            name: each.model === null ? each.agent : `${each.agent} (${each.model})`,
          }))}
        />
      )}
    </section>
  );
}
