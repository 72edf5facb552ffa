// The plan in few lines: its steps by their titles, how the plans scored, and what is open.
import type { PlanResult, PlanStep } from '../../../domain/results/plan-result.ts';
import { countNoun, joinWords } from '../../../domain/words/format-figures.ts';
import { type Brief, type BriefLine, noteFew, writeBriefly } from '../../common/brief.ts';
import { labelSeat } from '../setup.ts';

function renderStep({ id, title, dependsOn, status, votes }: PlanStep): BriefLine {
  const after = dependsOn.length === 0 ? '' : ` (after ${joinWords(dependsOn)})`;
  const disputed = status === 'disputed' ? `, disputed: ${votes.agree} for it, ${votes.disagree} against` : '';
  return { label: id, words: `${writeBriefly(title)}${after}${disputed}` };
}

/** What the steps are, where they are no plan. */
export function introduce({ planned, steps, stage }: Pick<PlanResult, 'planned' | 'steps' | 'stage'>): string[] {
  if (planned || steps.length === 0) return [];
  return [stage === 'done' ? 'This plan does not stand:' : 'So far, not voted on:'];
}

export function buildBrief({
  planned,
  stage,
  summary,
  steps,
  eliminated,
  risks,
  openQuestions,
  scores,
}: PlanResult): Brief {
  const intro = [
    ...introduce({ planned, steps, stage }),
    ...(summary.trim() === '' ? [] : [writeBriefly(summary)]),
  ].join(' ');
  return {
    intro,
    items: steps.map(renderStep),
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

// The plan in one sentence.

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

export function buildHeadline(result: PlanResult): string {
  const { planned, steps, overlap, stage } = result;
  const degraded = describeAbsence(result);
  const addCaveat = (text: string) => (degraded === undefined ? text : `${text} ${degraded}`);
  const isDone = stage === 'done' && steps.length > 0;
  if (!isDone) return addCaveat(`No plan: ${STAGES[stage]}.`);
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
