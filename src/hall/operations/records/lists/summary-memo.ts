// The summary of a debate as a memo of the store, so that a ledger is checked for lists once and not at every start.
import { BUILD_ID } from '../../../../support/build-id.ts';
import { memoSchema, type Summary } from './debate-summary.ts';

/** `undefined` where sources run, which may change at any time. */
export function writeMemo(summary: Summary): string | undefined {
  return BUILD_ID === undefined ? undefined : JSON.stringify({ build: BUILD_ID, summary });
}

/** `undefined` for what this build did not write. */
export function readMemo(memo: string): Summary | undefined {
  let value: unknown;
  try {
    value = JSON.parse(memo);
  } catch {
    return undefined;
  }
  const { success, data } = memoSchema.safeParse(value);
  // JSON holds no `undefined`.
  return success && data.build === BUILD_ID ? (data.summary as Summary) : undefined;
}
