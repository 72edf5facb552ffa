// The plan by phases as Markdown; every text from a seat is escaped.
import type { PlanResult, PlanStep } from '../../../domain/results/plan-result.ts';
import { escapePlain, renderTable } from '../../../domain/words/markdown-safe.ts';
import { labelSeat } from '../setup.ts';
import { introduce } from './brief.ts';

const ORIGINS: Readonly<Record<PlanStep['origin'], string>> = {
  composed: '',
  'put-back': 'put back: the common plan did not mention it',
  invented: 'in no plan: added by the writer of the common plan',
  reinstated: 'brought back by vote',
};

function renderStep(step: PlanStep): string[] {
  const { agree, modify, disagree } = step.votes;
  const votes = `agree ${agree}, modify ${modify}, disagree ${disagree}`;
  const remarks = [step.status, votes, ...(ORIGINS[step.origin] === '' ? [] : [ORIGINS[step.origin]])];
  const rewired = step.rewiredFrom.length === 0 ? '' : ` (${step.rewiredFrom.join(', ')} was rejected)`;
  return [
    `- [ ] **${step.id}** ${escapePlain(step.title)} — ${remarks.join('; ')}`,
    ...(step.description.trim() === '' ? [] : [`  ${escapePlain(step.description)}`]),
    ...(step.files.length === 0 ? [] : [`  Files: ${step.files.map(escapePlain).join(', ')}`]),
    ...(step.dependsOn.length === 0 && rewired === ''
      ? []
      : [`  Needs: ${step.dependsOn.join(', ') || 'nothing'}${rewired}`]),
  ];
}

function renderBullets(heading: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', `### ${heading}`, '', ...items.map((item) => `- ${item}`)];
}

/** Two line breaks inside an item would end it, so its lines are hard-wrapped by backslashes. */
const hardWrap = (lines: readonly string[]) =>
  lines.map((line, index) => (index < lines.length - 1 ? `${line}\\` : line));

function renderPhases({ steps }: PlanResult): string[] {
  return [...new Set(steps.map(({ phase }) => phase))].flatMap((phase) => [
    '',
    `### Phase ${phase}`,
    '',
    ...steps.filter((step) => step.phase === phase).flatMap((step) => hardWrap(renderStep(step))),
  ]);
}

function renderScores({ scores }: PlanResult): string[] {
  if (scores.length === 0) return [];
  const figures = ['clarity', 'completeness', 'feasibility', 'consensus', 'total'] as const;
  const rows = scores.map((score) => [labelSeat(score.seat), ...figures.map((figure) => String(score[figure]))]);
  return ['', '### Scores of the plans', '', renderTable(['planner', ...figures], rows, figures)];
}

/** The plan, with what may go wrong. */
export function renderMarkdown(result: PlanResult): string {
  const { summary } = result;
  return [
    ...introduce(result),
    ...(summary.trim() === '' ? [] : ['', escapePlain(summary)]),
    ...renderPhases(result),
    ...renderBullets('Risks', result.risks.map(escapePlain)),
    ...renderBullets('Open questions', result.openQuestions.map(escapePlain)),
  ]
    .join('\n')
    .trim();
}

/** What is not in the plan, and who made it. */
export function renderDetails(result: PlanResult): string {
  const left = result.planners.filter(({ state }) => state === 'left');
  return [
    ...renderBullets(
      'Left out',
      result.eliminated.map(({ id, title, reason, by }) => {
        return `**${id}** ${escapePlain(title)}: ${by === 'vote' ? 'rejected: ' : ''}${escapePlain(reason)}`;
      }),
    ),
    ...renderScores(result),
    ...renderBullets(
      'Planners who left',
      left.map(({ seat, reason, gavePlan }) => {
        return `${labelSeat(seat)}, ${gavePlan ? 'after' : 'before'} its plan: ${escapePlain(reason ?? 'reason unknown')}`;
      }),
    ),
  ]
    .join('\n')
    .trim();
}
