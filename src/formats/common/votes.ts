// Counts votes: one for each thing that is voted on, and none where somebody contradicts themselves.

export interface GroupedVotes<Vote, Given> {
  readonly id: string;
  readonly given: readonly Given[];
  /** `undefined` when none was given, or two contradict each other. */
  readonly vote: Vote | undefined;
}

/** Groups votes by what they are about, in the order of `ids`; votes on anything else are passed over. */
export function groupVotes<Vote, Given extends { readonly id: string | undefined; readonly vote: Vote }>(
  ids: readonly string[],
  votes: readonly Given[],
): readonly GroupedVotes<Vote, Given>[] {
  return ids.map((id) => {
    const given = votes.filter((each) => each.id === id);
    const [vote, ...others] = new Set(given.map((each) => each.vote));
    return { id, given, vote: others.length === 0 ? vote : undefined };
  });
}
