// An evaluation as one page that asks for nothing: the table, a forest plot of the differences, and the questions on which arms differ.
import { createHash } from 'node:crypto';
import { type ComponentChildren, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describePair, dollars, formatShare, listCaveats, points } from '../../domain/evaluation/describe.ts';
import type { ArmFigures, Evaluation, Figure, Pair } from '../../domain/evaluation/result.ts';
import { HTML_GENERATOR } from '../../domain/own-documents.ts';
import { countNoun, formatCount } from '../../domain/words/format-figures.ts';

/** What one arm said to one question, in words. */
export interface ArmAnswer {
  readonly arm: string;
  readonly answer: string;
  readonly right: boolean;
  /** Who said what: blind answers, and the decision of a debate. */
  readonly texts: readonly { readonly title: string; readonly text: string }[];
}

export interface ReadQuestion {
  readonly id: string;
  readonly topic: string;
  readonly truth: string;
  readonly answers: readonly ArmAnswer[];
}

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--dim:#667;--good:#1a7f37;--bad:#b3261e;--mark:#2457c5}
@media(prefers-color-scheme:dark){:root{--dim:#9aa;--good:#5fd38a;--bad:#ff8a80;--mark:#8ab4ff}}
body{font:16px/1.5 system-ui,sans-serif;max-width:76rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.5rem;margin:0}h2{font-size:1.15rem;margin:2rem 0 .5rem}
.dim{color:var(--dim)}.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .75rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left;padding-left:0}th{font-weight:600;color:var(--dim);font-size:.85rem}
svg{width:100%;min-width:40rem;height:auto;display:block}svg text{fill:currentColor;font-size:13px}svg .axis{stroke:var(--line)}
svg .zero{stroke:var(--dim);stroke-dasharray:3 3}svg .bar{stroke:var(--mark);stroke-width:2}svg .dot{fill:var(--mark)}
details{border-top:1px solid var(--line);padding:.5rem 0}summary{cursor:pointer}
.side{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:1rem;margin:.75rem 0}
.side>section{border:1px solid var(--line);border-radius:.5rem;padding:.75rem}
.right{color:var(--good)}.wrong{color:var(--bad)}h3{font-size:1rem;margin:0 0 .25rem}h4{font-size:.85rem;margin:.75rem 0 0;color:var(--dim)}
.text{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.9rem;margin:.15rem 0}
`;

const UNKNOWN = '–';
const show = (figure: Figure, format: (value: number) => string) => (figure === null ? UNKNOWN : format(figure.value));
const spread = ({ interval }: NonNullable<Figure>) =>
  interval === null ? '' : ` (${formatShare(interval.low)} to ${formatShare(interval.high)})`;

const HEADS = [
  'Arm',
  'Right',
  'Acts',
  'Right if it acts',
  'Calls',
  'Cost',
  'Cost per right',
  'Calls per right',
  'Brier',
];

function armRow({
  arm,
  share,
  coverage,
  precision,
  calls,
  costMicroUsd,
  costPerRight,
  callsPerRight,
  brier,
}: ArmFigures) {
  const cells = [
    `${show(share, formatShare)}${share === null ? '' : spread(share)}`,
    show(coverage, formatShare),
    show(precision, formatShare),
    formatCount(calls),
    costMicroUsd === null ? UNKNOWN : dollars(costMicroUsd),
    show(costPerRight, dollars),
    show(callsPerRight, (value) => value.toFixed(1)),
    brier === null ? UNKNOWN : brier.toFixed(3),
  ];
  return h('tr', null, h('td', null, arm), ...cells.map((cell) => h('td', null, cell)));
}

const [WIDTH, LABELS, ROW, MARGIN] = [960, 430, 30, 20];

/** Each difference on one scale, zero in it, with its interval if there is one. */
function forestPlot(pairs: readonly Pair[]) {
  const shown = pairs.flatMap(({ one, other, difference }) =>
    difference === null
      ? []
      : [
          {
            label: `${one} less ${other}`,
            low: difference.value,
            high: difference.value,
            ...difference.interval,
            value: difference.value,
          },
        ],
  );
  if (shown.length === 0) return undefined;
  const most = Math.max(0.01, ...shown.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]));
  const toX = (value: number) => LABELS + MARGIN + ((value + most) / (2 * most)) * (WIDTH - LABELS - 2 * MARGIN);
  const bottom = shown.length * ROW + 10;
  const line = (x1: number, x2: number, y1: number, y2: number, name: string) =>
    h('line', { x1, x2, y1, y2, class: name });
  const label = (x: number, y: number, anchor: string, text: string) =>
    h('text', { x, y, 'text-anchor': anchor }, text);
  return h(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${bottom + 30}`,
      role: 'img',
      'aria-label': 'Differences in points with their 95% intervals',
    },
    line(toX(0), toX(0), 0, bottom, 'zero'),
    line(toX(-most), toX(most), bottom, bottom, 'axis'),
    ...[-most, 0, most].map((value) => label(toX(value), bottom + 18, 'middle', points(value))),
    ...shown.flatMap(({ label: name, value, low, high }, index) => {
      const y = index * ROW + ROW / 2;
      return [
        label(LABELS, y + 5, 'end', name),
        line(toX(low), toX(high), y, y, 'bar'),
        h('rect', { x: toX(value) - 4, y: y - 4, width: 8, height: 8, class: 'dot' }),
      ];
    }),
  );
}

function answerSection({ arm, answer, right, texts }: ArmAnswer) {
  return h(
    'section',
    null,
    h('h3', null, arm),
    h('p', { class: right ? 'right' : 'wrong' }, `${right ? '✓ right' : '✗ wrong'}: ${answer}`),
    ...texts.flatMap(({ title, text }) => [h('h4', null, title), h('p', { class: 'text' }, text)]),
  );
}

const differs = ({ answers }: ReadQuestion) => answers.some(({ right }) => right !== answers[0]?.right);

function questionDetails({ id, topic, truth, answers }: ReadQuestion) {
  const right = answers.filter((each) => each.right).length;
  return h(
    'details',
    null,
    h(
      'summary',
      null,
      h('strong', null, id),
      ` ${topic} `,
      h('span', { class: 'dim' }, `${right} of ${countNoun(answers.length, 'arm')} right`),
    ),
    h('p', { class: 'dim' }, `The right answer: ${truth}`),
    h('div', { class: 'side' }, ...answers.map(answerSection)),
  );
}

/** `questions`: as they were asked and answered, which the result itself does not hold. */
export function renderEvaluationPage(evaluation: Evaluation, questions: readonly ReadQuestion[]): string {
  const { id, statistics, agents } = evaluation;
  const discordant = questions.filter(differs);
  const style = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'`;
  const section = (title: string, ...children: ComponentChildren[]) => [h('h2', null, title), ...children];
  const named = agents.map(({ name, reportedModel, cliVersion }) =>
    [name, ...[reportedModel, cliVersion].filter((part) => part !== undefined)].join(' '),
  );
  const page = h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charset: 'utf-8' }),
      h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'generator', content: HTML_GENERATOR }),
      h('title', null, `Evaluation ${id}`),
      h('style', { dangerouslySetInnerHTML: { __html: STYLE } }),
    ),
    h(
      'body',
      null,
      h('h1', null, `Evaluation ${id}`),
      h(
        'p',
        { class: 'dim' },
        `${countNoun(statistics.questions, 'question')} in ${countNoun(statistics.groups, 'group')}; ${named.join(', ')}`,
      ),
      ...section(
        'Arms',
        h(
          'div',
          { class: 'scroll' },
          h(
            'table',
            null,
            h('thead', null, h('tr', null, ...HEADS.map((head) => h('th', { scope: 'col' }, head)))),
            h('tbody', null, ...statistics.arms.map(armRow)),
          ),
        ),
      ),
      ...section(
        'Differences, in points',
        h('div', { class: 'scroll' }, forestPlot(statistics.pairs)),
        h('ul', null, ...statistics.pairs.map((pair) => h('li', null, describePair(pair, statistics.questions)))),
        ...listCaveats(evaluation).map((caveat) => h('p', { class: 'dim' }, caveat)),
      ),
      ...section(`Questions on which arms differ: ${discordant.length}`, ...discordant.map(questionDetails)),
    ),
  );
  return `<!doctype html>\n${renderToString(page)}\n`;
}
