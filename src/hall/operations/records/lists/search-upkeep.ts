// Keeps what a store has for searches up to date with its ledgers.
import { HallError } from '../../../../domain/failures/errors.ts';
import { UNREADABLE } from '../../../../domain/failures/unreadable.ts';
import { toHeadings } from '../../../../domain/words/find-words.ts';
import { ChangeNotice } from '../../../../ledger/engine/change-notice.ts';
import type { SearchIndex, SearchText, StoredLedger } from '../../../../ledger/stores/store.ts';
import { wait } from '../../../../support/wait.ts';
import type { Hall } from '../../hall.ts';
import { readTexts } from '../debate-texts.ts';
import { toGlance, writeGlance } from './glance.ts';
import { digest } from './summarize.ts';
import { writeMemo } from './summary-memo.ts';

/** Asked for at once. */
const TOGETHER = 100;
/** A debate that people take part in is written every few seconds. */
const QUIET_MS = 5_000;

/** What cannot be read, however often it is tried, cannot be searched. */
const NOTHING: SearchText = { folded: '', written: '', places: '[]', memo: undefined };

/** `undefined` for one that cannot be read just now. */
async function makeText({ engine }: Hall, { id }: StoredLedger): Promise<SearchText | undefined> {
  try {
    const snapshot = await engine.snapshot(id);
    const { places, ...texts } = readTexts(snapshot);
    const headings = JSON.stringify(toHeadings(places));
    const glance = toGlance(snapshot);
    const memo = writeMemo(digest(snapshot));
    return { ...texts, places: headings, memo, decided: glance && writeGlance(glance) };
  } catch (error) {
    if (!(error instanceof HallError) || error.code === 'storage') throw error;
    return UNREADABLE.includes(error.code) ? NOTHING : undefined;
  }
}

/** `running`: those too that are being run, which will be written again soon. Throws `storage`. */
export async function updateSearch(
  hall: Hall,
  index: SearchIndex,
  { running, signal }: { readonly running: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  // Each once: one that is written all the time would otherwise keep this from ending.
  const tried = new Set<string>();
  for (let again = 0; ; ) {
    const stale = await index.listStale({ most: TOGETHER + again, running });
    const due = stale.filter(({ id }) => !tried.has(id));
    if (due.length === 0) return;
    again = stale.length - due.length;
    for (const ledger of due) {
      if (signal?.aborted === true) return;
      tried.add(ledger.id);
      const text = await makeText(hall, ledger);
      if (text !== undefined) await index.put(ledger, text);
    }
  }
}

/** Does so until it is ended, so that searches seldom have anything left to do. */
export function keepSearchable(hall: Hall, report: (fault: unknown) => void): { stop(): void } {
  const ending = new AbortController();
  const { signal } = ending;
  const index = hall.store.searchIndex;
  if (index !== undefined) void keep(index);
  return { stop: () => ending.abort() };

  async function keep(index: SearchIndex): Promise<void> {
    const notice = new ChangeNotice(hall.store);
    while (!signal.aborted) {
      await updateSearch(hall, index, { running: false, signal }).catch(report);
      await notice.next(signal);
      await wait(QUIET_MS, signal);
    }
    notice.close();
  }
}
