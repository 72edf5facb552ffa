// The points that a position rests on, one numbered paragraph each: claims that others can answer by number.
import type { RuleData } from '../../../domain/events.ts';
import { type ClaimEntry, claimEntriesIn } from '../../common/claims/entries.ts';
import { claimName, countRoom } from '../../common/claims/state.ts';
import type { State } from '../state.ts';

const MAX_POINTS = 12;
const POINT = /^\s{0,3}\*{0,2}\d{1,2}[.)]\*{0,2}\s+(?=\S)/;

/** The lines that begin a point. */
function listPoints(text: string): readonly { readonly line: number; readonly head: string; readonly words: string }[] {
  const points = text.split('\n').flatMap((written, line) => {
    const head = POINT.exec(written)?.[0];
    return head === undefined ? [] : [{ line, head, words: written.slice(head.length).trim() }];
  });
  return points.slice(0, MAX_POINTS);
}

/** A position takes the place of the one that its seat has given before, and so do its points. */
export function readPositionPoints({ numberedClaims }: State, seat: string, text: string): RuleData {
  if (numberedClaims === undefined) return {};
  const replaced = numberedClaims.filter((claim) => claim.seat === seat && claim.round !== null);
  const claims = [
    ...replaced.map(({ number }) => ({ claim: number, move: 'withdraw' })),
    ...listPoints(text)
      .slice(0, countRoom(numberedClaims))
      .map((_, index) => ({ as: numberedClaims.length + index + 1 })),
  ];
  return claims.length === 0 ? {} : { claims };
}

/** The words of each entry, in the same order. */
export function listPointWords(text: string, entries: readonly ClaimEntry[]): readonly (string | undefined)[] {
  const points = listPoints(text);
  let next = 0;
  return entries.map(({ as }) => {
    if (as === undefined) return undefined;
    next += 1;
    return points[next - 1]?.words;
  });
}

/** The position with the number of each point. */
export function namePoints(text: string, data: RuleData): string {
  const made = claimEntriesIn(data).flatMap(({ as }) => as ?? []);
  const lines = text.split('\n');
  for (const [index, { line, head, words }] of listPoints(text).entries()) {
    const as = made[index];
    if (as !== undefined) lines[line] = `${head}${claimName(as)}: ${words}`;
  }
  return lines.join('\n');
}
