// The result for people: one sentence, and the plan by phases as Markdown in which nothing that a seat wrote is markup.
import type { LedgerEvent } from '../../domain/events.ts';
import type { FormatResult } from '../../domain/record.ts';
import { plain } from '../../domain/words/markdown-safe.ts';
import { labelOf } from './ids.ts';
import { type PlanResult, type ResultStep, resultOf } from './outcome-data.ts';
import type { State } from './state.ts';

const ORIGINS: Readonly<Record<ResultStep['origin'], string>> = {
  composed: '',
  'put-back': 'put back: the common plan did not mention it',
  invented: 'in no plan: added by the writer of the common plan',
  reinstated: 'brought back by vote',
};

const STAGES: Readonly<Record<PlanResult['stage'], string>> = {
  plan: 'some planners have not planned yet',
  critique: 'the plans are still being judged',
  compose: 'the common plan is not written yet',
  validate: 'the vote on the common plan is missing',
  done: 'no step is left',
};

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

function panel({ planners }: PlanResult): string | undefined {
  const left = planners.filter(({ state }) => state === 'left');
  if (left.length === 0) return undefined;
  return `Degraded: ${left.map(({ seat }) => labelOf(seat)).join(' and ')} of ${planners.length} left.`;
}

function headline(result: PlanResult): string {
  const { planned, steps, confidence, stage } = result;
  const degraded = panel(result);
  const told = (text: string) => (degraded === undefined ? text : `${text} ${degraded}`);
  if (!planned) return told(`No plan: ${STAGES[stage]}.`);
  const phases = new Set(steps.map(({ phase }) => phase)).size;
  const statuses = (['agreed', 'disputed', 'unchecked'] as const).flatMap((status) => {
    const number = steps.filter((step) => step.status === status).length;
    return number === 0 ? [] : [`${number} ${status}`];
  });
  const sure = confidence === null ? 'not cross-checked' : `confidence ${confidence}%`;
  return told(
    `A plan of ${count(steps.length, 'step')} in ${count(phases, 'phase')}: ${statuses.join(', ')}; ${sure}.`,
  );
}

function stepLines(step: ResultStep): string[] {
  const { agree, modify, disagree } = step.votes;
  const votes = `agree ${agree}, modify ${modify}, disagree ${disagree}`;
  const remarks = [step.status, votes, ...(ORIGINS[step.origin] === '' ? [] : [ORIGINS[step.origin]])];
  const rewired = step.rewiredFrom.length === 0 ? '' : ` (${step.rewiredFrom.join(', ')} was rejected)`;
  return [
    `- [ ] **${step.id}** ${plain(step.title)} — ${remarks.join('; ')}`,
    ...(step.description.trim() === '' ? [] : [`  ${plain(step.description)}`]),
    ...(step.files.length === 0 ? [] : [`  Files: ${step.files.map(plain).join(', ')}`]),
    ...(step.dependsOn.length === 0 && rewired === ''
      ? []
      : [`  Needs: ${step.dependsOn.join(', ') || 'nothing'}${rewired}`]),
  ];
}

function bullets(heading: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', `### ${heading}`, '', ...items.map((item) => `- ${item}`)];
}

/** Two line breaks inside an item would end it, so its lines are hard-wrapped by backslashes. */
const hardWrapped = (lines: readonly string[]) =>
  lines.map((line, index) => (index < lines.length - 1 ? `${line}\\` : line));

function phasesOf({ steps }: PlanResult): string[] {
  return [...new Set(steps.map(({ phase }) => phase))].flatMap((phase) => [
    '',
    `### Phase ${phase}`,
    '',
    ...steps.filter((step) => step.phase === phase).flatMap((step) => hardWrapped(stepLines(step))),
  ]);
}

function scoreTable({ scores }: PlanResult): string[] {
  if (scores.length === 0) return [];
  return [
    '',
    '### Scores of the plans',
    '',
    '| planner | clarity | completeness | feasibility | consensus | total |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...scores.map(
      ({ seat, clarity, completeness, feasibility, consensus, total }) =>
        `| ${[labelOf(seat), clarity, completeness, feasibility, consensus, total].join(' | ')} |`,
    ),
  ];
}

function markdown(result: PlanResult): string {
  const { steps, eliminated, planned, summary } = result;
  const left = result.planners.filter(({ state }) => state === 'left');
  const dependencies = steps.flatMap(({ id, dependsOn }) =>
    dependsOn.length === 0 ? [] : [`${id} after ${dependsOn.join(', ')}`],
  );
  return [
    headline(result),
    ...(!planned && steps.length > 0 ? ['', 'So far, not voted on:'] : []),
    ...(summary.trim() === '' ? [] : ['', plain(summary)]),
    ...phasesOf(result),
    ...bullets('Dependencies', dependencies),
    ...bullets(
      'Left out',
      eliminated.map(({ id, title, reason, by }) => {
        return `**${id}** ${plain(title)}: ${by === 'vote' ? 'rejected: ' : ''}${plain(reason)}`;
      }),
    ),
    ...bullets('Risks', result.risks.map(plain)),
    ...bullets('Open questions', result.openQuestions.map(plain)),
    ...scoreTable(result),
    ...bullets(
      'Planners who left',
      left.map(({ seat, reason, gavePlan }) => {
        return `${labelOf(seat)}, ${gavePlan ? 'after' : 'before'} its plan: ${plain(reason ?? 'reason unknown')}`;
      }),
    ),
  ].join('\n');
}

/** Whoever ended the debate in words of their own before it had run its course decided instead of it. */
function decidedByHand(log: readonly LedgerEvent[], { phase }: State): boolean {
  return phase !== 'done' && log.some(({ type, data }) => type === 'debate-closed' && data.decision !== null);
}

export function result(log: readonly LedgerEvent[], state: State): FormatResult | undefined {
  if (decidedByHand(log, state)) return undefined;
  const data = resultOf(log, state);
  return { data: { ...data } as unknown as FormatResult['data'], headline: headline(data), markdown: markdown(data) };
}
