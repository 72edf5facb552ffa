// What was read of a debate as a memo of the store, so that a ledger is checked for lists and comparisons once and not at every start: a line
// for its row and, where no search index keeps that, one for what it decided.
import { readFileSync } from 'node:fs';
import { type Digest, memoSchema } from '../../../../domain/debate-summary.ts';
import { parseJson } from '../../../../domain/parse-json.ts';
import type { StoredLedger } from '../../../../ledger/stores/store.ts';
import { isSource, packageUrl } from '../../../../support/package-root.ts';
import { Recent } from '../../../../support/recent.ts';
import { type Glance, readGlance } from './glance.ts';

/** Digest of the sources that were built; `undefined` where they run as they are. */
const BUILD_ID = isSource ? undefined : readFileSync(packageUrl('dist/build-id.txt'), 'utf8');

/** How a memo of this build begins. */
export const MEMO_START = BUILD_ID && `{"build":${JSON.stringify(BUILD_ID)},`;

/** How every memo begins. */
export const ANY_BUILD = '';
/** A memo is two lines at most. */
export const IN_NO_MEMO = '\n\n';

/** `undefined` where sources run, which may change at any time. `decided`: null where nothing was. */
export function writeMemo(digest: Digest, decided?: Glance | null): string | undefined {
  if (BUILD_ID === undefined) return undefined;
  const row = JSON.stringify({ build: BUILD_ID, ...digest });
  return decided === undefined ? row : `${row}\n${JSON.stringify(decided)}`;
}

/** `undefined` for what this build did not write. */
export function readMemo(memo: string): Digest | undefined {
  const [row = ''] = memo.split('\n', 1);
  const { success, data } = memoSchema.safeParse(parseJson(row));
  // JSON holds no `undefined`.
  return success && data.build === BUILD_ID ? (data as Digest) : undefined;
}

/** The same of what was decided; null where nothing was. */
export function readDecided(memo: string): Glance | null | undefined {
  if (MEMO_START === undefined || !memo.startsWith(MEMO_START)) return undefined;
  const decided = memo.slice(memo.indexOf('\n') + 1);
  return decided === 'null' ? null : readGlance(decided);
}

/** A row is about a kilobyte, of a folder with what was decided about three. */
const MOST = 20_000;

export class KeptByVersion<Value> {
  readonly #kept = new Recent<string, { readonly version: string; readonly value: Value }>(MOST);

  get({ id, version }: StoredLedger): Value | undefined {
    const kept = this.#kept.get(id);
    return kept?.version === version ? kept.value : undefined;
  }

  versionOf(id: string): string | undefined {
    return this.#kept.get(id)?.version;
  }

  set({ id, version }: StoredLedger, value: Value): void {
    this.#kept.set(id, { version, value });
  }
}
