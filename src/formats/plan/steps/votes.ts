// Reads votes: one for each id, and none where two contradict each other.
import { groupVotes } from '../../common/votes.ts';

interface Given<Word> {
  readonly id: string | undefined;
  readonly vote: Word | null;
}

/** One vote for each id that is wanted; two that contradict each other are none. */
export function readVotes<Word extends string>(
  wanted: readonly string[],
  words: readonly Word[],
  given: readonly Given<Word>[],
): { votes: { step: string; vote: Word }[]; issues: readonly string[] } {
  const issues = given.flatMap(({ id, vote }, index) => [
    ...(id === undefined ? [`Vote ${index + 1}: its ID is not one of those you were asked about.`] : []),
    ...(vote === null
      ? [`Vote ${index + 1}: must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}; it is not counted.`]
      : []),
  ]);
  const clear = given.flatMap(({ id, vote }) => (vote === null ? [] : [{ id, vote }]));
  const grouped = groupVotes<Word, (typeof clear)[number]>(wanted, clear);
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
