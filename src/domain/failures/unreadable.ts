// Ledgers that cannot be read: for which reasons, and a word or two for lists.
import type { ErrorCode } from './errors.ts';

/** What keeps this version from reading a ledger, however often it tries. */
export const UNREADABLE: readonly ErrorCode[] = ['ledger-damaged', 'needs-update'];

/** `code`: of the error that reading it ends with. */
export function describeUnreadable(code: ErrorCode): string {
  if (code === 'ledger-damaged') return 'damaged';
  return code === 'needs-update' ? 'needs update' : 'unreadable';
}
