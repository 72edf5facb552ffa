// What notes of a ledger say of its import: damage that --force accepted, and how the imported debate had ended.
import { isEvent, type LedgerEvent } from '../events.ts';
import { countNoun } from '../words/format-figures.ts';
import { isProblemCode } from './import-problems.ts';

/** The note of a stalemate, which no rule of ours can end a debate in without votes. */
export const IMPORTED_STALEMATE = 'imported-stalemate';

export function isImportProblem(event: LedgerEvent): boolean {
  return isEvent(event, 'note-recorded') && isProblemCode(event.data.code);
}

export function isImportedStalemate(event: LedgerEvent): boolean {
  return isEvent(event, 'note-recorded') && event.data.code === IMPORTED_STALEMATE;
}

/** A sentence for readers who rely on the ledger; nothing for a debate without such problems. */
export function describeImportProblems(count: number): string[] {
  if (count === 0) return [];
  return [`The imported file had ${countNoun(count, 'problem')}, listed in the notes of the debate.`];
}
