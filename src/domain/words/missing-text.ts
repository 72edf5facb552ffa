// Says why a record has no text to show, and beforehand that there will be none for a while.
import type { TurnEntry } from '../record-entries.ts';

/** For a person who is to answer in a phase in which nobody reads the others. */
export const BLIND_NOTICE = 'Blind: nobody sees the answer before all have answered.';

export function missingTextNote({ withheld, redaction }: Pick<TurnEntry, 'withheld' | 'redaction'>): string {
  if (withheld === true) return 'Withheld until the phase ends';
  return redaction === undefined ? 'Redacted' : `Redacted: ${redaction}`;
}
