// The report of a debate for people: clash, turning points, scores, graph. Texts of seats are escaped.
import type { ClaimResult } from '../../../domain/claims.ts';
import type { OxfordResult } from '../../../domain/results/oxford-result.ts';
import { countNoun, joinWords } from '../../../domain/words/format-figures.ts';
import { escapePlain, renderTable } from '../../../domain/words/markdown-safe.ts';
import { capitalize } from '../../../domain/words/sentence.ts';
import { spellOut } from '../answers.ts';
import type { JudgeSpread, PositionSensitivity, TurningPoint } from '../judging/measures.ts';
import type { JudgeReading, Reliability } from '../judging/reliability.ts';
import { formatScore, formatSigned, UNIT } from '../scoring.ts';
import { LABELS, labelSeat, type Options, SIDES } from '../setup.ts';
import { exchangeName } from '../words.ts';
import type { WordedArgument } from './arguments.ts';
import type { UnansweredAttack } from './claims.ts';
import { compareLengths, type ExchangeLength } from './lengths.ts';

export interface Report {
  /** `undefined` when it was redacted. */
  readonly options: Options;
  readonly shown: readonly WordedArgument[];
  readonly curve: OxfordResult['scoreCurve'];
  readonly points: readonly TurningPoint[];
  readonly sensitivity: readonly PositionSensitivity[];
  readonly spread: readonly JudgeSpread[];
  readonly reliability: Reliability;
  readonly lengths: readonly ExchangeLength[];
  readonly graph: string;
  readonly claims: readonly ClaimResult[];
  readonly unanswered: readonly UnansweredAttack[];
}

const renderSection = (title: string, body: string) => (body === '' ? [] : [`### ${title}\n\n${body}`]);
const three = (score: number) => formatSigned(Math.round(score * UNIT));
const nameRow = (exchange: number) => exchangeName(exchange).replace(/^the /, '');
const FIGURES = ['proposition', 'opposition', 'change'] as const;

/** How the motion is meant. */
function renderMeaning({ options: { definitions, scope } }: Report): string[] {
  return [
    ...(definitions.length === 0
      ? []
      : [definitions.map(({ term, text }) => `- **${escapePlain(term)}**: ${escapePlain(text)}`).join('\n')]),
    ...(scope === null ? [] : [`**Scope:** ${escapePlain(scope)}`]),
  ];
}

const formatTitle = ({ id, words }: WordedArgument) =>
  words === undefined ? id.replace('_', '\\_') : `${id.replace('_', '\\_')} (${escapePlain(words.title)})`;

/** Names arguments by their IDs; any other ID stands for itself. */
function createNamer(shown: Report['shown']): (id: string) => string {
  const byId = new Map(shown.map((argument) => [argument.id, formatTitle(argument)]));
  return (id) => byId.get(id) ?? id;
}

function renderClash({ shown }: Report): string {
  const name = createNamer(shown);
  const lines = shown.flatMap((argument) => {
    const aims = (
      list: WordedArgument['attacks'] | WordedArgument['defends'],
      verb: string,
      texts: readonly (string | undefined)[],
    ) =>
      list.map(({ target, type }, index) => {
        const said = texts[index];
        const words = said === undefined ? '' : `: ${escapePlain(said)}`;
        return `- ${formatTitle(argument)} ${verb} ${name(target)}, ${spellOut(type)}${words}`;
      });
    return [
      ...aims(argument.attacks, 'attacks', argument.words?.attacks?.map(({ content }) => content) ?? []),
      ...aims(argument.defends, 'defends', argument.words?.defends?.map(({ content }) => content) ?? []),
    ];
  });
  return lines.join('\n');
}

/** Arguments that nobody attacked or defended, and attacks that nobody met, where there was a turn to do so. */
function renderUnanswered({ claims, unanswered, shown }: Report): string {
  const name = createNamer(shown);
  const dropped = claims.filter(({ fate }) => fate === 'dropped');
  return [
    ...dropped.map(({ id }) => `- Neither attacked nor defended: ${name(id)}`),
    ...unanswered.map(({ argument, target }) => `- The attack of ${name(argument)} on ${name(target)}`),
  ].join('\n');
}

function renderTurningPoints({ points, shown }: Report): string {
  const name = createNamer(shown);
  return points
    .map(({ exchange, swing, leadChanged, by, isBest }) => {
      const gainer = swing > 0 ? LABELS.proposition : LABELS.opposition;
      const strongest = isBest ? `; its best argument there: ${name(by)}` : '';
      const lead = leadChanged ? ', and the lead changed' : '';
      return `- ${capitalize(exchangeName(exchange))}: ${gainer} gained ${formatScore(Math.abs(swing))}${lead}${strongest}`;
    })
    .join('\n');
}

function renderCurve({ curve }: Report): string {
  if (curve.length === 0) return '';
  const rows = curve.map(({ exchange, ...scores }) => [
    nameRow(exchange),
    ...FIGURES.map((figure) => three(scores[figure])),
  ]);
  const figures = FIGURES.map(capitalize);
  return renderTable(['Exchange', ...figures], rows, figures);
}

function renderArguments({ shown }: Report): string {
  const rows = shown.map((argument) => [
    formatTitle(argument),
    LABELS[argument.side],
    argument.score === undefined ? 'not scored' : formatSigned(argument.score),
    argument.words === undefined ? '(redacted)' : escapePlain(argument.words.claim),
  ]);
  return renderTable(['Argument', 'Side', 'Score', 'Claim'], rows, ['Score']);
}

function nameLead(margin: number): string {
  const rounded = Math.round(margin);
  if (rounded === 0) return 'level';
  return `${rounded > 0 ? 'the proposition' : 'the opposition'} by ${formatScore(Math.abs(rounded))}`;
}

/** What each order, and each judge, makes of the margin: "with the proposition first, the proposition by 0.208". */
function renderJudging({ reliability: { orders, judges, sensitivity }, curve }: Report): string[] {
  if (sensitivity === undefined) return [];
  const nameJudge = ({ part, exchanges }: JudgeReading) =>
    exchanges === curve.length
      ? labelSeat(part)
      : `${labelSeat(part)} in ${exchanges} of ${countNoun(curve.length, 'exchange')}`;
  const readings = [
    ...orders.map(({ part, margin }) => `with the ${part.replace('-', ' ')}, ${nameLead(margin)}`),
    ...judges.map((judge) => `by ${nameJudge(judge)}, ${nameLead(judge.margin)}`),
  ];
  return [`- **Judging:** ${readings.join('; ')}; a win takes more than ${formatScore(sensitivity)}`];
}

/** Of each side; arguments of the same score are no stronger than each other. */
function renderStrongest({ shown }: Report): string[] {
  const best = SIDES.flatMap((side) => {
    const scored = shown.filter((argument) => argument.side === side && argument.score !== undefined);
    if (scored.length === 0) return [];
    const most = Math.max(...scored.map(({ score = 0 }) => score));
    const first = scored.filter(({ score }) => score === most);
    const isAll = first.length > 1 && first.length === scored.length;
    const names = first.length === 1 ? first.map(formatTitle) : first.map(({ id }) => id.replace('_', '\\_'));
    return [`for the ${side}, ${isAll ? 'all alike' : joinWords(names)}, ${formatSigned(most)}`];
  });
  return best.length === 0 ? [] : [`- **Strongest:** ${best.join('; ')}`];
}

/** The judging in two lines. */
export const renderMarkdown = (report: Report): string =>
  [...renderJudging(report), ...renderStrongest(report)].join('\n');

function renderLengths({ lengths }: Report): string {
  if (lengths.length === 0) return '';
  const words = (count: ExchangeLength['proposition']) => {
    if (count === null) return '(redacted)';
    return count.judged === count.written ? String(count.written) : `${count.judged} of ${count.written}`;
  };
  const { gained, lost } = compareLengths(lengths);
  const rows = lengths.map(({ exchange, proposition, opposition, change }) => {
    return [nameRow(exchange), words(proposition), words(opposition), formatSigned(change)];
  });
  const figures = ['Words of the proposition', 'Words of the opposition', 'Proposition gained'];
  return `${renderTable(['Exchange', ...figures], rows, figures)}\n\nThe side with more words gained in ${gained} and lost in ${lost} of ${countNoun(lengths.length, 'exchange')}.`;
}

function renderFairness({ options, sensitivity, spread }: Report): string {
  const judgedOnce = 'Each judge saw each exchange in one order only, so the effect of position is unknown.';
  return [
    ...(options.bothOrders ? [] : [`- ${judgedOnce}`]),
    ...sensitivity.map(
      ({ exchange, judge, difference, firstPlace }) =>
        `- ${capitalize(exchangeName(exchange))}, ${labelSeat(judge)}: the two orders are ${difference.toFixed(3)} apart per argument; whoever came first gained ${three(firstPlace)}`,
    ),
    ...spread.map(
      (each) =>
        `- ${capitalize(exchangeName(each.exchange))}: the judges are ${each.spread.toFixed(3)} apart on what the proposition gained${each.furthest.spread === 0 ? '' : `; furthest on ${each.furthest.id.replace('_', '\\_')} (${each.furthest.spread.toFixed(3)})`}`,
    ),
  ].join('\n');
}

export function renderDetails(report: Report): string {
  return [
    ...renderMeaning(report),
    ...renderSection('Clash', renderClash(report)),
    ...renderSection('Left unanswered', renderUnanswered(report)),
    ...renderSection('Turning points', renderTurningPoints(report)),
    ...renderSection('Score curve', renderCurve(report)),
    ...renderSection('Arguments', renderArguments(report)),
    ...renderSection('Reliability of the scores', renderFairness(report)),
    ...renderSection('Length and score', renderLengths(report)),
    ...renderSection('Argument graph', `\`\`\`mermaid\n${report.graph}\n\`\`\``),
  ].join('\n\n');
}
