// What the debate has come to so far: totals, verdict, arguments with their scores, as data and as a report.
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import type { FormatResult } from '../../domain/record.ts';
import { textOf } from '../../domain/sealed/sealed.ts';
import { toClaimsData } from '../common/claims/argumentation.ts';
import { createEvidence } from '../common/claims/evidence.ts';
import { judgesSpread, positionSensitivity, turningPoints } from './judging/measures.ts';
import { findWinner } from './judging/outcome.ts';
import { assessReliability } from './judging/reliability.ts';
import { computeStandings } from './judging/verdict.ts';
import { collectWords, type WordedArgument } from './result/arguments.ts';
import { listClaims, listUnansweredAttacks } from './result/claims.ts';
import { buildArgument, buildCurvePoint, buildJudgments, buildReliability } from './result/data.ts';
import { renderGraph } from './result/graph.ts';
import { buildHeadline } from './result/headline.ts';
import { measureLengths } from './result/lengths.ts';
import { renderMarkdown } from './result/markdown.ts';
import { UNIT } from './scoring.ts';
import type { State } from './state.ts';
import { listVisibleArguments, phaseOf } from './state.ts';

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
  const motion = opened && textOf(opened.data.topic);
  const sides = new Map(shown.map(({ id, side }) => [id, side]));
  const { winner: leader, margin, totals } = computeStandings(settled);
  const reliability = assessReliability(state);
  const lengths = measureLengths(shown, settled);
  const complete = phaseOf(state) === 'done';
  const points = turningPoints(settled, sides);
  const graph = renderGraph(shown.map((argument) => ({ ...argument, title: argument.words?.title ?? '(redacted)' })));
  const curve = settled.map(buildCurvePoint);
  const sensitivity = positionSensitivity(settled, seed, sides);
  const spread = judgesSpread(settled, sides);
  const headline = buildHeadline(state);
  const claims = listClaims(log, shown, {
    isOver: complete || state.ended !== undefined,
    evidenceOf: createEvidence(log),
  });
  const unanswered = listUnansweredAttacks(shown);
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
      winner: findWinner(state),
      margin: margin / UNIT,
      scoreCurve: curve,
      arguments: shown.map((argument) => buildArgument(argument, settled)),
      judgments: buildJudgments(log, state),
      turningPoints: points.map(({ swing, ...point }) => ({ ...point, swing: swing / UNIT })),
      positionSensitivity: sensitivity.map((each) => ({ ...each })),
      judgesSpread: spread.map((each) => ({ ...each })),
      reliability: buildReliability(reliability),
      lengths: lengths.map((each) => ({ ...each, change: each.change / UNIT })),
      graph,
      ...toClaimsData({ claims }),
      unansweredAttacks: unanswered.map((each) => ({ ...each })),
    },
    headline,
    markdown: renderMarkdown({
      ...{
        motion,
        options,
        headline,
        shown,
        curve,
        points,
        sensitivity,
        spread,
        reliability,
        lengths,
        graph,
        claims,
        unanswered,
      },
    }),
  };
}
