// The plan for people: in one sentence, in few lines, and by phases as Markdown; every text from a seat is escaped.
import type { PlanResult, PlanStep } from '../../../domain/results/plan-result.ts';
import { countNoun, joinWords } from '../../../domain/words/format-figures.ts';
import { escapePlain, renderTable } from '../../../domain/words/markdown-safe.ts';
import { type Brief, type BriefLine, noteFew, writeBriefly } from '../../common/brief.ts';
import { labelSeat } from '../setup.ts';

function briefStep({ id, title, dependsOn, status, votes }: PlanStep): BriefLine {
  const after = dependsOn.length === 0 ? '' : ` (after ${joinWords(dependsOn)})`;
  const disputed =
    status === 'disputed'
      ? `, disputed: ${votes.agree} for it, ${votes.modify + votes.disagree} against it or for a change`
      : '';
  return { label: id, words: `${writeBriefly(title)}${after}${disputed}` };
}

/** What the steps are, where they are no plan. */
function introduce({ planned, steps, stage }: Pick<PlanResult, 'planned' | 'steps' | 'stage'>): string[] {
  if (planned || steps.length === 0) return [];
  return [stage === 'done' ? 'This plan does not stand:' : 'So far, not voted on:'];
}

/** What its writer said of the whole, which says nothing of a plan whose steps are all voted out. */
function readOverall({ stage, steps, summary, risks, openQuestions }: PlanResult) {
  const isEmptied = stage === 'done' && steps.length === 0;
  return isEmptied ? { summary: '', risks: [], openQuestions: [] } : { summary: summary.trim(), risks, openQuestions };
}

export function buildBrief(result: PlanResult): Brief {
  const { steps, eliminated, scores } = result;
  const { summary, risks, openQuestions } = readOverall(result);
  const intro = [...introduce(result), ...(summary === '' ? [] : [writeBriefly(summary)])].join(' ');
  return {
    intro,
    items: steps.map(briefStep),
    notes: [
      ...noteFew(
        'Left out',
        eliminated.map(({ id, title }) => `${id} ${title}`),
      ),
      ...noteFew('Risks', risks),
      ...noteFew('Open', openQuestions),
      ...(scores.length < 2
        ? []
        : [{ label: 'Scores:', words: scores.map(({ seat, total }) => `${labelSeat(seat)} ${total}`).join(', ') }]),
    ],
  };
}

const STAGES: Readonly<Record<PlanResult['stage'], string>> = {
  plan: 'not all planners have planned',
  critique: 'the plans are not judged',
  compose: 'the common plan is not written',
  validate: 'the vote on the common plan is missing',
  done: 'no step is left',
};

function describeAbsence({ planners }: PlanResult): string | undefined {
  const left = planners.filter(({ state }) => state === 'left');
  if (left.length === 0) return undefined;
  return `Degraded: ${joinWords(left.map(({ seat }) => labelSeat(seat)))} left (${left.length} of ${planners.length}).`;
}

/** `rounds`: of critique that are over. */
export function buildHeadline(result: PlanResult, rounds: number): string {
  const { planned, steps, overlap, stage } = result;
  const degraded = describeAbsence(result);
  const addCaveat = (text: string) => (degraded === undefined ? text : `${text} ${degraded}`);
  const isDone = stage === 'done' && steps.length > 0;
  const isJudged = stage === 'critique' && rounds > 0;
  if (!isDone) return addCaveat(`No plan: ${isJudged ? 'the steps still open are not settled' : STAGES[stage]}.`);
  const phases = new Set(steps.map(({ phase }) => phase)).size;
  const statuses = (['agreed', 'disputed', 'unchecked'] as const).flatMap((status) => {
    const number = steps.filter((step) => step.status === status).length;
    return number === 0 ? [] : [`${number} ${status}`];
  });
  const sure = overlap === null ? 'not cross-checked' : `overlap ${overlap}%`;
  const size = `${countNoun(steps.length, 'step')} in ${countNoun(phases, 'phase')}`;
  const judged = `${statuses.join(', ')}; ${sure}`;
  return addCaveat(
    planned ? `A plan of ${size}: ${judged}.` : `No plan: it was ended without a decision on ${size} (${judged}).`,
  );
}

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
  const gone = step.rewiredFrom;
  const rewired = gone.length === 0 ? '' : ` (${joinWords(gone)} ${gone.length === 1 ? 'was' : 'were'} rejected)`;
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
  const { summary, risks, openQuestions } = readOverall(result);
  return [
    ...introduce(result),
    ...(summary === '' ? [] : ['', escapePlain(summary)]),
    ...renderPhases(result),
    ...renderBullets('Risks', risks.map(escapePlain)),
    ...renderBullets('Open questions', openQuestions.map(escapePlain)),
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
