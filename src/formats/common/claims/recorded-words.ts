// The words of claims and replies that are recorded, out of the text of their turn.
import type { ClaimMove } from '../../../domain/claims.ts';
import type { ClaimEntry } from './entries.ts';
import { type Line, readLines } from './prose.ts';

const LIST_MARKER = /^\s*(?:[-*•+]\s+|\d{1,3}[.)]\s+)?/;

/** The line of each entry: entries are a part of what the lines say, in the same order. */
function matchLines(text: string, entries: readonly ClaimEntry[]): readonly (Line | undefined)[] {
  const said = readLines(text).flatMap((line): { readonly line: Line; readonly claim: number | undefined }[] =>
    line.move === undefined ? [{ line, claim: undefined }] : line.targets.map((claim) => ({ line, claim })),
  );
  const find = (isSaid: (move: ClaimMove | undefined, line: Line) => boolean) => {
    let from = 0;
    return entries.map(({ claim, move }) => {
      const at = said.findIndex((each, index) => index >= from && each.claim === claim && isSaid(move, each.line));
      if (at === -1) return undefined;
      from = at + 1;
      return said[at]?.line;
    });
  };
  const found = find((move, line) => move === line.move);
  if (!found.includes(undefined)) return found;
  // In ledgers of earlier versions whoever concedes its own claim withdraws it.
  return find((move, line) => move === line.move || (move === 'withdraw' && line.move === 'concede'));
}

/** The words of each entry, in the same order: of a claim the claim alone, of a reply also what shows it. */
export function listClaimWords(text: string, entries: readonly ClaimEntry[]): readonly (string | undefined)[] {
  return matchLines(text, entries).map((line, index) => {
    if (line?.evidence === undefined || entries[index]?.as !== undefined) return line?.words;
    return `${line.words} ${line.evidence}`.trim();
  });
}

/** The text with the number of each claim that it makes. */
export function nameClaims(text: string, entries: readonly ClaimEntry[]): string {
  const lines = text.split('\n');
  matchLines(text, entries).forEach((line, index) => {
    const { as, claim } = entries[index] ?? {};
    if (line === undefined || as === undefined) return;
    const [marker = ''] = LIST_MARKER.exec(line.head) ?? [];
    const name = claim === undefined ? `C${as}` : `C${claim} refined to C${as}`;
    lines[line.index] = `${marker.trim() === '' ? '- ' : marker}${name}: ${line.words}`;
  });
  return lines.join('\n');
}
