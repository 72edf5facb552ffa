// A place that a seat saw, in words.
import type { Place } from '../reading/reading.ts';

/** "src/cart.ts 40–120", "src/cart.ts 7", "commit 1a2b3c4" */
export function formatPlace(place: Place): string {
  if ('commit' in place) return `commit ${place.commit.slice(0, 12)}`;
  const { path, from, to } = place;
  return from === to ? `${path} ${from}` : `${path} ${from}–${to}`;
}
