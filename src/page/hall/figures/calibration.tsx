// How often those who were 80% sure were right: as a curve against what would be perfect, and as tables.
import type { CalibrationAnswer } from '../../../domain/hall-page/insight.ts';
import { OUTCOME_WORDS } from '../../../domain/outcomes.ts';
import { countNoun, formatCount } from '../../../domain/words/format-figures.ts';
import { Measured } from '../../app/width.tsx';
import { figures, GridLine, Table } from '../../report/table.tsx';
import { safe } from '../../report/words.ts';

const PAD = { left: 48, right: 16, top: 16, bottom: 40 };
const WIDEST = 460;
const TICKS = [0, 25, 50, 75, 100];

type Bands = CalibrationAnswer['bands'];
type Score = CalibrationAnswer['all'];

const percentRight = ({ answers, right }: Score) => (100 * right) / answers;
const nameBand = ({ from, to }: Bands[number]) => `${from}–${to}%`;

function Curve({ bands, width: room }: { readonly bands: Bands; readonly width: number }) {
  const width = Math.min(room, WIDEST);
  const height = Math.round(width * 0.8);
  const inner = { width: width - PAD.left - PAD.right, height: height - PAD.top - PAD.bottom };
  const x = (percent: number) => PAD.left + (inner.width * percent) / 100;
  const y = (percent: number) => PAD.top + (inner.height * (100 - percent)) / 100;
  const points = bands.map((band) => ({ band, at: (band.from + band.to) / 2, right: percentRight(band) }));
  return (
    <svg
      class="curve calibration"
      width={width}
      height={height}
      role="img"
      aria-label="Sure and right, by band; the table below has the numbers"
    >
      {TICKS.map((tick) => (
        <g key={tick}>
          <GridLine pad={PAD} width={width} y={y(tick)} isZero={tick === 0} label={tick} />
          <text x={x(tick)} y={height - 22} text-anchor="middle">
            {tick}
          </text>
        </g>
      ))}
      <text x={x(50)} y={height - 4} text-anchor="middle">
        % sure
      </text>
      <text x={PAD.left + 6} y={PAD.top + 10}>
        % right
      </text>
      <line class="perfect" x1={x(0)} y1={y(0)} x2={x(100)} y2={y(100)} />
      <path
        class="line"
        d={points.map(({ at, right }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(right)}`).join(' ')}
      />
      {points.map(({ band, at, right }) => (
        <circle key={band.from} cx={x(at)} cy={y(right)} r={4 + Math.min(8, Math.sqrt(band.answers))} />
      ))}
    </svg>
  );
}

function ScoreTable({ title, rows }: { title: string; rows: readonly (Score & { readonly name: string })[] }) {
  const figure = (value: number | null) => (value === null ? 'too few' : String(value));
  return (
    <Table
      title={title}
      columns={[title, ...figures('Answers', 'Right', 'Mean confidence', 'Brier score', 'Reliability')]}
    >
      {rows.map((row) => (
        <tr key={row.name}>
          <th scope="row" dir="auto">
            {safe(row.name)}
          </th>
          <td class="to-right">{formatCount(row.answers)}</td>
          <td class="to-right">{formatCount(row.right)}</td>
          <td class="to-right">{row.meanConfidence === null ? 'too few' : `${row.meanConfidence}%`}</td>
          <td class="to-right">{figure(row.brier)}</td>
          <td class="to-right">{figure(row.reliability)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Outcomes({ outcomes }: Pick<CalibrationAnswer, 'outcomes'>) {
  return (
    <ul>
      {outcomes.map(({ outcome, debates, right, wrong, mixed, enough }) => (
        <li key={outcome}>
          <strong>{OUTCOME_WORDS[outcome].title}</strong>: {right} of {countNoun(debates, 'debate')} right, {wrong}{' '}
          wrong, {mixed} both
          {!enough && <span class="quiet"> (too few to say more)</span>}
        </li>
      ))}
    </ul>
  );
}

export function Calibration({ calibration }: { readonly calibration: CalibrationAnswer }) {
  const { debates, enough, all, bands, agents, formats, outcomes, unreadable } = calibration;
  const known = bands.filter(({ answers }) => answers >= enough);
  return (
    <section id="calibration" aria-labelledby="calibration-title">
      <h2 id="calibration-title">Calibration</h2>
      {unreadable > 0 && <p class="quiet">Left out: {countNoun(unreadable, 'debate')} that cannot be read.</p>}
      {debates === 0 ? (
        <p class="quiet">
          Nothing to compare yet. The page of a finished debate has a form to record how its decision turned out.
          Rehearsals do not count.
        </p>
      ) : (
        <>
          <p>
            {countNoun(debates, 'debate')} with a recorded outcome; {all.right} of {countNoun(all.answers, 'answer')}{' '}
            with a confidence were right. Scores take {enough} answers.
          </p>
          {bands.length > 0 && (
            <figure>
              {known.length > 0 && <Measured>{(width) => <Curve bands={known} width={width} />}</Measured>}
              <figcaption>
                <ScoreTable title="Confidence" rows={bands.map((band) => ({ ...band, name: nameBand(band) }))} />
              </figcaption>
            </figure>
          )}
          <Outcomes outcomes={outcomes} />
          {agents.length > 0 && (
            <ScoreTable title="Agent" rows={agents.map((each) => ({ ...each, name: each.agent }))} />
          )}
          {formats.length > 0 && (
            <ScoreTable title="Format" rows={formats.map((each) => ({ ...each, name: each.format }))} />
          )}
        </>
      )}
    </section>
  );
}
