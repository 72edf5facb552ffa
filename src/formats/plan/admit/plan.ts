// Reads a plan: whole steps, dependencies that lead somewhere, and the points that it earns by itself.

import type { Reading } from '../../common/answer-reading.ts';
import type { PlanAnswer, PlannedStep } from '../answers.ts';
import type { PlanData } from '../data.ts';
import { ownScores } from '../scoring.ts';
import { plannerNumber } from '../seats.ts';
import { isBlind, type Proposal, type State } from '../state.ts';
import { formatProposalId } from '../steps/ids.ts';
import { listNames, readNeeds } from '../steps/order.ts';
import { normalizeTitle } from '../steps/title-key.ts';

export const MAX_STEPS = 60;
const MAX_PHASE = 99;

/** Steps that have no title, a phase that is none, or that are too many; told in numbers, as these words are kept in the open. */
export function findFaults(steps: readonly PlannedStep[]): readonly string[] {
  const faults = steps.flatMap(({ title, phase }, index) => [
    ...(normalizeTitle(title) === '' ? [`Step ${index + 1} has no title.`] : []),
    ...(Number.isInteger(phase) && phase >= 1 && phase <= MAX_PHASE
      ? []
      : [`Step ${index + 1}: its phase is not a whole number from 1 to ${MAX_PHASE}.`]),
  ]);
  const many = steps.length > MAX_STEPS ? [`There are ${steps.length} steps; at most ${MAX_STEPS} are allowed.`] : [];
  return [...many, ...faults];
}

function findDuplicates(steps: readonly PlannedStep[]): readonly string[] {
  const keys = steps.map(({ phase, title }) => `${phase} ${normalizeTitle(title)}`);
  return keys.flatMap((key, index) => {
    const first = keys.indexOf(key);
    return first < index ? [`Steps ${first + 1} and ${index + 1} have the same phase and title; make them one.`] : [];
  });
}

/** The first proposal of the same phase and title. */
export function findSameStep(earlier: readonly Proposal[], { phase, title }: PlannedStep): string | null {
  const key = normalizeTitle(title);
  const found = earlier.find((each) => each.phase === phase && each.title === key);
  return found === undefined ? null : (found.same ?? found.id);
}

export function readPlanTurn(state: State, seat: string, answer: PlanAnswer): Reading<PlanData> {
  const { steps, summary } = answer;
  const id = (index: number) => formatProposalId(plannerNumber(seat), index + 1);
  const fatal = [
    ...(steps.length === 0 ? ['The plan has no steps.'] : []),
    ...findFaults(steps),
    ...findDuplicates(steps),
  ];
  const { needs, issues } = readNeeds(
    steps.map(({ title, dependencies }, index) => ({
      names: [...listNames(title, index), id(index)],
      references: dependencies ?? [],
    })),
  );
  const scores = ownScores(
    {
      summary,
      steps: steps.map((step, index) => ({ ...step, files: step.files ?? [], needs: needs[index] ?? [] })),
      risks: answer.risks ?? [],
      questions: answer.open_questions ?? [],
      mended: issues.length > 0,
    },
    state.changedFiles,
  );
  const data = {
    blind: isBlind(state),
    steps: steps.map((step, index) => ({
      id: id(index),
      phase: step.phase,
      needs: (needs[index] ?? []).map(id),
      same: findSameStep(state.proposals, step),
    })),
    ...scores,
  };
  return { data, doubts: issues, fatal };
}
