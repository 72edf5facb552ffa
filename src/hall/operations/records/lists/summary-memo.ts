// The digest of a debate as a memo of the store, so that a ledger is checked for lists once and not at every start.
import { parseJson } from '../../../../domain/parse-json.ts';
import { BUILD_ID } from '../../../../support/build-id.ts';
import { type Digest, memoSchema } from './debate-summary.ts';

/** How a memo of this build begins. */
export const MEMO_START = BUILD_ID && `{"build":${JSON.stringify(BUILD_ID)},`;

/** `undefined` where sources run, which may change at any time. */
export function writeMemo(digest: Digest): string | undefined {
  return BUILD_ID === undefined ? undefined : JSON.stringify({ build: BUILD_ID, ...digest });
}

/** `undefined` for what this build did not write. */
export function readMemo(memo: string): Digest | undefined {
  const { success, data } = memoSchema.safeParse(parseJson(memo));
  // JSON holds no `undefined`.
  return success && data.build === BUILD_ID ? (data as Digest) : undefined;
}
