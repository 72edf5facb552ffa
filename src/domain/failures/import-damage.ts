// What notes of a ledger say of its import, by their codes: damage that --force accepted, and how the imported debate had ended.
import type { LedgerEvent } from '../events.ts';
import { countNoun } from '../words/format-figures.ts';

/** The note of a problem in a file that did not verify. */
export const IMPORTED_DAMAGE = 'imported-damage';
/** The note of a part that was left out because it contradicted the rest. */
export const IMPORT_LEFT_OUT = 'import-left-out';

export const isProblemCode = (code: string): boolean => code === IMPORTED_DAMAGE || code === IMPORT_LEFT_OUT;

/** In a word, for lists. */
export const DAMAGED_IMPORT = 'damaged import';

/** The note of a stalemate, which no rule of ours can end a debate in without votes. */
export const IMPORTED_STALEMATE = 'imported-stalemate';

export const isImportProblem = (event: LedgerEvent): boolean =>
  event.type === 'note-recorded' && isProblemCode(event.data.code);

export const isImportedStalemate = (event: LedgerEvent): boolean =>
  event.type === 'note-recorded' && event.data.code === IMPORTED_STALEMATE;

/** A sentence for readers who rely on the ledger; nothing for a debate without such problems. */
export function describeImportProblems(count: number): string[] {
  if (count === 0) return [];
  return [`The imported file had ${countNoun(count, 'problem')}, listed in the notes of the debate.`];
}
