// Finds the known name that someone probably meant.

/** Edits from one word to the other; two neighbours that changed places are one. */
function countEdits(left: string, right: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const swap = isSwap && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(substitution, swap, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/** The candidate within a third of the word's length in edits (at least 1), case ignored; the first of equals. */
export function findNearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > 64) return undefined;
  const allowed = Math.max(1, Math.floor(word.length / 3));
  const lower = word.toLowerCase();
  const ranked = candidates
    .filter(({ length }) => Math.abs(length - word.length) <= allowed)
    .map((candidate) => ({ candidate, edits: countEdits(lower, candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= allowed && edits < candidate.length)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.candidate;
}
