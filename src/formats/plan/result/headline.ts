// The plan in one sentence.
import type { PlanResult } from '../../../domain/results/plan-result.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { labelSeat } from '../seats.ts';

const STAGES: Readonly<Record<PlanResult['stage'], string>> = {
  plan: 'not all planners have planned yet',
  critique: 'the plans are still being judged',
  compose: 'the common plan is not written yet',
  validate: 'the vote on the common plan is missing',
  done: 'no step is left',
};

function describeAbsence({ planners }: PlanResult): string | undefined {
  const left = planners.filter(({ state }) => state === 'left');
  if (left.length === 0) return undefined;
  return `Degraded: ${left.map(({ seat }) => labelSeat(seat)).join(' and ')} of ${planners.length} left.`;
}

export function buildHeadline(result: PlanResult): string {
  const { planned, steps, overlap, stage } = result;
  const degraded = describeAbsence(result);
  const addCaveat = (text: string) => (degraded === undefined ? text : `${text} ${degraded}`);
  if (!planned) return addCaveat(`No plan: ${STAGES[stage]}.`);
  const phases = new Set(steps.map(({ phase }) => phase)).size;
  const statuses = (['agreed', 'disputed', 'unchecked'] as const).flatMap((status) => {
    const number = steps.filter((step) => step.status === status).length;
    return number === 0 ? [] : [`${number} ${status}`];
  });
  const sure = overlap === null ? 'not cross-checked' : `overlap ${overlap}%`;
  return addCaveat(
    `A plan of ${countNoun(steps.length, 'step')} in ${countNoun(phases, 'phase')}: ${statuses.join(', ')}; ${sure}.`,
  );
}
