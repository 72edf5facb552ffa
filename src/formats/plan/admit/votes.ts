// Reads votes: one for each id, and none where two contradict each other.
import type { ValidateAnswer } from '../answers.ts';
import type { ValidateData } from '../data.ts';
import { listBallot } from '../requests.ts';
import type { State } from '../state.ts';
import { findId } from '../steps/ids.ts';
import type { Reading } from './plan.ts';

export function readVerdicts(state: State, { votes: given }: ValidateAnswer): Reading<ValidateData> {
  const { steps, eliminated } = listBallot(state);
  const { votes, issues } = readVotes(
    [...steps, ...eliminated],
    given.map(({ step, vote }) => ({ id: findId(step), vote })),
  );
  const reasons = given.flatMap(({ vote, reason }, index) =>
    vote === 'reject' && (reason ?? '').trim() === '' ? [`Vote ${index + 1} rejects without a reason.`] : [],
  );
  return {
    data: { votes },
    mendable: [...issues, ...reasons],
    fatal: votes.length === 0 ? ['No vote can be read.'] : [],
  };
}

/** One vote for each id that is wanted; two that contradict each other are none. */
export function readVotes<Word extends string>(
  wanted: readonly string[],
  given: readonly { readonly id: string | undefined; readonly vote: Word }[],
): { votes: { step: string; vote: Word }[]; issues: readonly string[] } {
  const issues = given.flatMap(({ id }, index) =>
    id === undefined || !wanted.includes(id)
      ? [`Vote ${index + 1}: its id is none of those that you are asked about.`]
      : [],
  );
  const votes = wanted.flatMap((step) => {
    const words = new Set(given.filter(({ id }) => id === step).map(({ vote }) => vote));
    const [vote] = words;
    return words.size === 1 && vote !== undefined ? [{ step, vote }] : [];
  });
  const silent = wanted.filter((step) => !votes.some((vote) => vote.step === step));
  const contradictory = silent.filter((step) => given.some(({ id }) => id === step));
  const missing = silent.filter((step) => !contradictory.includes(step));
  return {
    votes,
    issues: [
      ...(missing.length > 0 ? [`There is no vote on ${missing.join(', ')}.`] : []),
      ...(contradictory.length > 0 ? [`There are contradictory votes on ${contradictory.join(', ')}.`] : []),
      ...issues,
    ],
  };
}
