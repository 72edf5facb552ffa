// What the debate has come to so far: totals, verdict, arguments with their scores, as data and as a report.
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import type { FormatResult } from '../../domain/record.ts';
import type { OxfordResult } from '../../domain/results/oxford-result.ts';
import { readSealed } from '../../domain/sealed/sealed.ts';
import { shorten } from '../../domain/words/cut-line.ts';
import { toClaimsData } from '../common/claims/argumentation.ts';
import { spellOut } from './answers.ts';
import { judgesSpread, positionSensitivity, turningPoints } from './judging/measures.ts';
import { assessReliability, findWinner, type Reliability } from './judging/reliability.ts';
import { computeStandings } from './judging/verdict.ts';
import { collectWords, type WordedArgument } from './result/arguments.ts';
import { listClaims, listUnansweredAttacks } from './result/claims.ts';
import { buildArgument, buildCurvePoint, buildJudgments, buildReliability } from './result/data.ts';
import { measureLengths } from './result/lengths.ts';
import { renderDetails, renderMarkdown } from './result/markdown.ts';
import { formatScore, UNIT } from './scoring.ts';
import { LABELS } from './setup.ts';
import { type ArgumentState, getPhase, listVisibleArguments, type State } from './state.ts';

interface GraphNode extends Pick<ArgumentState, 'id' | 'side' | 'score' | 'attacks' | 'defends'> {
  readonly title: string;
}

const LABEL_LENGTH = 80;

/** What has no meaning to Mermaid, Markdown or HTML. */
const HARMLESS = /[^\p{L}\p{M}\p{N} .,?!'+/–—-]/gu;

/** Plain words for a quoted label: everything that could end or format it becomes a space. */
export function formatLabel(text: string): string {
  const words = text.toWellFormed().replace(HARMLESS, ' ').replace(/-{2,}/g, '–').replace(/\s+/g, ' ').trim();
  return shorten(words, LABEL_LENGTH);
}

/**
 * The argument graph as Mermaid text: who attacks and defends what. Titles are untrusted and cannot leave their labels; equal arguments give
 * equal text. Ends without a line end.
 */
export function renderGraph(nodes: readonly GraphNode[]): string {
  const lines = nodes.map(({ id, title, score }) => {
    const scored = score === undefined ? 'not scored' : formatScore(score);
    return `  ${id}["${id}<br/>${formatLabel(title)}<br/>${scored}"]`;
  });
  const edges = nodes.flatMap(({ id, attacks, defends }) => [
    ...attacks.map(({ target, type }) => `  ${id} -->|attacks ${spellOut(type)}| ${target}`),
    ...defends.map(({ target, type }) => `  ${id} -.->|${spellOut(type)}| ${target}`),
  ]);
  const classes = (['proposition', 'opposition'] as const).flatMap((side) => {
    const ids = nodes.filter((node) => node.side === side).map(({ id }) => id);
    return ids.length === 0 ? [] : [`  class ${ids.join(',')} ${side}`];
  });
  return [
    'flowchart TD',
    ...lines,
    ...edges,
    '  classDef proposition fill:#1b5e20,stroke:#4caf50,color:#ffffff',
    '  classDef opposition fill:#b71c1c,stroke:#f44336,color:#ffffff',
    ...classes,
  ].join('\n');
}

const SCALE = '(each argument scores from -1 to 1)';

/** "within 0.482, by which the judging itself varies" and the like; follows "but". */
function explainDoubt({ doubt, sensitivity = 0 }: Reliability): string {
  switch (doubt) {
    case 'orders-differ':
      return 'with the sides swapped the judging does not favour it';
    case 'judges-differ':
      return 'not every judge favours it';
    case 'judged-once':
      return 'one judge saw an exchange in one order only, so nothing shows how far to trust it';
    default:
      return `the judging itself varies by ${formatScore(sensitivity)}`;
  }
}

/** "the opening", "the opening and 2 exchanges", "the opening and 1 of 2 exchanges" */
function describeCourse(settled: number, planned: number): string {
  if (settled === 1) return 'the opening';
  const of = settled < planned ? ` of ${planned - 1}` : '';
  return `the opening and ${settled - 1}${of} exchange${settled === 2 && of === '' ? '' : 's'}`;
}

/** All exchanges were judged, and nobody set aside what the judges say. */
const isComplete = (state: State): boolean =>
  getPhase(state) === 'done' && (state.ended !== 'closed' || state.decidedBy === 'seats');

/** "Proposition wins by 1.300 after the opening and 2 exchanges (each argument scores from -1 to 1)" */
function buildHeadline(state: State): string {
  const { settled, planned } = state;
  const yet = state.ended === 'closed' ? '' : ' yet';
  if (settled.length === 0) return `No exchange has been judged${yet}`;
  const { winner: leader, margin } = computeStandings(settled);
  const complete = isComplete(state);
  const after = `after ${describeCourse(settled.length, complete ? settled.length : planned)}`;
  if (leader === null) return complete ? `A draw ${after}` : `Level ${after}; there is no verdict${yet}`;
  const ahead = `by ${formatScore(margin)}`;
  if (!complete) return `${LABELS[leader]} leads ${ahead} ${after} ${SCALE}; there is no verdict${yet}`;
  if (findWinner(state) !== null) return `${LABELS[leader]} wins ${ahead} ${after} ${SCALE}`;
  return `No winner ${after}: ${LABELS[leader]} is ahead ${ahead} ${SCALE}, but ${explainDoubt(assessReliability(state))}`;
}

/** Nothing of a phase that is blind and goes on stands in it. */
export function result(log: readonly LedgerEvent[], state: State): FormatResult | undefined {
  const { settled, seed, planned, options } = state;
  const words = collectWords(log);
  const shown: WordedArgument[] = [
    ...listVisibleArguments(state, 'proposition'),
    ...listVisibleArguments(state, 'opposition'),
  ]
    .sort((a, b) => a.exchange - b.exchange)
    .map((argument) => ({ ...argument, words: words.get(argument.id) }));
  if (shown.length === 0) return undefined;
  const opened = log.find((event) => isEvent(event, 'debate-opened'));
  const motion = opened && readSealed(opened.data.topic);
  const sides = new Map(shown.map(({ id, side }) => [id, side]));
  const { winner: leader, margin, totals } = computeStandings(settled);
  const reliability = assessReliability(state);
  const lengths = measureLengths(shown, settled);
  const complete = isComplete(state);
  const points = turningPoints(settled, sides);
  const graph = renderGraph(shown.map((argument) => ({ ...argument, title: argument.words?.title ?? '(redacted)' })));
  const curve = settled.map(buildCurvePoint);
  const sensitivity = positionSensitivity(settled, seed, sides);
  const spread = judgesSpread(settled, sides);
  const headline = buildHeadline(state);
  const claims = listClaims(log, shown, complete || state.ended !== undefined);
  const unanswered = listUnansweredAttacks(shown);
  const measured = { curve, points, sensitivity, spread, reliability, lengths, graph, claims, unanswered };
  const report = { options, shown, ...measured };
  return {
    data: {
      motion: motion ?? null,
      definitions: options.definitions,
      scope: options.scope,
      exchanges: settled.length,
      planned,
      complete,
      totals: { proposition: totals.proposition / UNIT, opposition: totals.opposition / UNIT },
      leader,
      winner: complete ? findWinner(state) : null,
      margin: margin / UNIT,
      scoreCurve: curve,
      arguments: shown.map((argument) => buildArgument(argument, settled)),
      judgments: buildJudgments(log, state),
      turningPoints: points.map(({ exchange, leadChanged, by, swing }) => ({
        ...{ exchange, leadChanged, by },
        swing: swing / UNIT,
      })),
      positionSensitivity: sensitivity,
      judgesSpread: spread,
      reliability: buildReliability(reliability),
      lengths: lengths.map((each) => ({ ...each, change: each.change / UNIT })),
      graph,
      ...toClaimsData({ claims }),
      unansweredAttacks: unanswered,
    } satisfies OxfordResult,
    headline,
    markdown: renderMarkdown(report),
    details: renderDetails(report),
  };
}
