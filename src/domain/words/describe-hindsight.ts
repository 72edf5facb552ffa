// How a decision turned out, in words.
import type { Hindsight } from '../record.ts';

/** "Turned out right", "Turned out: it happened": the title before what follows. */
export function titleTurnedOut({ verdict }: Pick<Hindsight, 'verdict'>): string {
  return verdict === null ? 'Turned out:' : 'Turned out';
}

/** "right", "wrong: Rust", "Rust": how the decision did, and what turned out to be the answer. */
export function describeTurnedOut({ verdict, answer }: Pick<Hindsight, 'verdict' | 'answer'>): string {
  if (verdict === null) return answer ?? 'unknown';
  return answer === null || verdict === 'right' ? verdict : `${verdict}: ${answer}`;
}

/** "right (recorded 2026-11-20 by Ada)". */
export function describeHindsight(hindsight: Pick<Hindsight, 'verdict' | 'answer' | 'at' | 'by'>): string {
  return `${describeTurnedOut(hindsight)} (recorded ${hindsight.at.slice(0, 10)} by ${hindsight.by})`;
}

/** The note, or why it is not there; `undefined` where nobody wrote one. */
export function formatNote({ note, redaction }: Pick<Hindsight, 'note' | 'redaction'>): string | undefined {
  if (note !== null) return note;
  return redaction === undefined ? '(redacted)' : `(redacted: ${redaction})`;
}
