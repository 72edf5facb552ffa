// Reads votes: one for each id, and none where two contradict each other.
import { groupVotes } from '../../common/votes.ts';

/** One vote for each id that is wanted; two that contradict each other are none. */
export function readVotes<Word extends string>(
  wanted: readonly string[],
  given: readonly { readonly id: string | undefined; readonly vote: Word }[],
): { votes: { step: string; vote: Word }[]; issues: readonly string[] } {
  const issues = given.flatMap(({ id }, index) =>
    id === undefined || !wanted.includes(id)
      ? [`Vote ${index + 1}: its ID is not one of those you were asked about.`]
      : [],
  );
  const grouped = groupVotes<Word, (typeof given)[number]>(wanted, given);
  const votes = grouped.flatMap(({ id, vote }) => (vote === undefined ? [] : [{ step: id, vote }]));
  const silent = grouped.filter(({ vote }) => vote === undefined);
  const missing = silent.filter((each) => each.given.length === 0).map(({ id }) => id);
  const contradictory = silent.filter((each) => each.given.length > 0).map(({ id }) => id);
  return {
    votes,
    issues: [
      ...(missing.length > 0 ? [`Votes are missing on ${missing.join(', ')}.`] : []),
      ...(contradictory.length > 0 ? [`There are contradictory votes on ${contradictory.join(', ')}.`] : []),
      ...issues,
    ],
  };
}
