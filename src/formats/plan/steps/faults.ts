// What is wrong with the steps of an answer, and which of them somebody has proposed before.
import type { PlannedStep } from '../answers.ts';
import type { Proposal } from '../state.ts';

// When two titles count as the same: whatever their case, punctuation and blanks, in any script; but C++ is not C#, nor is either of them C.

const WORD = /[\p{L}\p{M}\p{N}]+(?:[+#]+(?![\p{L}\p{M}\p{N}]))?/gu;

export const normalizeTitle = (title: string): string =>
  (title.normalize('NFKC').toLowerCase().match(WORD) ?? []).join(' ');

const MAX_STEPS = 60;
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

/** The first proposal of the same phase and title. */
export function findSameStep(earlier: readonly Proposal[], { phase, title }: PlannedStep): string | null {
  const key = normalizeTitle(title);
  const found = earlier.find((each) => each.phase === phase && each.title === key);
  return found === undefined ? null : (found.same ?? found.id);
}

export function toProposal(
  data: Omit<Proposal, 'seat' | 'round' | 'title'>,
  seat: string,
  round: number,
  step: PlannedStep | undefined,
): Proposal {
  return { ...data, seat, round, title: step === undefined ? undefined : normalizeTitle(step.title) };
}
