// An evaluation in a terminal: one row for each arm, then what it shows in sentences.
import {
  describePair,
  describeReach,
  dollars,
  formatShare,
  listCaveats,
  listReach,
} from '../../../domain/evaluation/describe.ts';
import type { ArmFigures, Evaluation, Figure } from '../../../domain/evaluation/result.ts';
import {
  countNoun,
  formatCallRange,
  formatCost,
  formatCount,
  formatDuration,
} from '../../../domain/words/format-figures.ts';
import type { EvaluationProgress } from '../../../hall/operations/evaluation/evaluate.ts';
import type { EvaluationPlan } from '../../../hall/operations/evaluation/plan-evaluation.ts';
import { type Column, type Paper, renderTable, UNKNOWN } from './layout/table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'ARM' },
  { title: 'RIGHT', figures: true },
  { title: '95% INTERVAL', figures: true },
  { title: 'ACTS', figures: true },
  { title: 'RIGHT IF IT ACTS', figures: true, detail: true },
  { title: 'CALLS', figures: true },
  { title: 'COST', figures: true, detail: true },
  { title: 'COST PER RIGHT', figures: true, detail: true },
  { title: 'CALLS PER RIGHT', figures: true, detail: true },
  { title: 'BRIER', figures: true, detail: true },
  { title: 'WORTH VOTES', figures: true, detail: true },
];

const showInterval = (figure: Figure, show: (value: number) => string) =>
  figure?.interval == null ? UNKNOWN : `${show(figure.interval.low)} to ${show(figure.interval.high)}`;
const showFigure = (figure: Figure, show: (value: number) => string) =>
  figure === null ? UNKNOWN : show(figure.value);

function buildRow(arm: ArmFigures): readonly string[] {
  const { votes } = arm;
  return [
    arm.arm,
    showFigure(arm.share, formatShare),
    showInterval(arm.share, formatShare),
    showFigure(arm.coverage, formatShare),
    showFigure(arm.precision, formatShare),
    formatCount(arm.calls),
    arm.costMicroUsd === null ? UNKNOWN : dollars(arm.costMicroUsd),
    showFigure(arm.costPerRight, dollars),
    showFigure(arm.callsPerRight, (value) => value.toFixed(1)),
    arm.brier === null ? UNKNOWN : arm.brier.toFixed(3),
    votes?.effective == null ? UNKNOWN : `${votes.effective.toFixed(1)} of ${votes.votes}`,
  ];
}

export function evaluationTable({ statistics }: Evaluation, paper: Paper): readonly string[] {
  return renderTable(COLUMNS, statistics.arms.map(buildRow), paper);
}

export function evaluationSentences(evaluation: Evaluation): readonly string[] {
  const { pairs, questions } = evaluation.statistics;
  return [...pairs.map((pair) => describePair(pair, questions)), ...listCaveats(evaluation)];
}

/** "12 of 60 questions · $1.23 so far · about $6.10 in all · 8 min left" */
export function progressText({ done, all, spent, forecastMicroUsd, forecastMs }: EvaluationProgress): string {
  const cost = formatCost(spent.costMicroUsd, spent.calls, spent.callsWithoutCost);
  return [
    `${done} of ${countNoun(all, 'question')}`,
    countNoun(spent.calls, 'call'),
    ...(spent.calls === 0 ? [] : [cost]),
    ...(forecastMicroUsd === null ? [] : [`about ${dollars(forecastMicroUsd)} in all`]),
    ...(forecastMs === null || done === all ? [] : [`about ${formatDuration(forecastMs)} left`]),
  ].join(' · ');
}

/** What would be asked, and what that could show. */
export function planLines(
  plan: EvaluationPlan,
  { maxUsd, maxCalls }: { readonly maxUsd?: number; readonly maxCalls?: number },
): readonly string[] {
  const { questions, arms, calls, agents } = plan;
  const all = { atLeast: calls.atLeast * questions.length, atMost: calls.atMost * questions.length };
  return [
    `Evaluation ${plan.id}: ${countNoun(questions.length, 'question')}, seed ${plan.seed}`,
    `Agents: ${[...agents.keys()].join(', ')}`,
    `Arms: ${arms.map(({ name }) => name).join(', ')}`,
    `Would make ${formatCallRange(all)}.`,
    ...(maxUsd === undefined || maxCalls !== undefined
      ? []
      : ['--max-usd sees only costs that agents report. Use --max-calls beside it for agents that report none.']),
    ...describeReach(listReach(questions.length), questions.length),
  ];
}
