// The store of a hall that nobody may use yet: each use is refused with the next step.
import type { Store } from '../../ledger/stores/store.ts';

/** `place`: where it would be. */
export function withheldStore(place: string, refusal: Error): Store {
  const refuse = (): never => {
    throw refusal;
  };
  const refuseLater = async () => refuse();
  return {
    place,
    list: refuseLater,
    newest: refuseLater,
    find: refuseLater,
    count: refuseLater,
    exists: refuseLater,
    read: refuseLater,
    readMemo: refuseLater,
    keepMemo: refuseLater,
    create: refuseLater,
    append: refuseLater,
    replace: refuseLater,
    readVectors: refuseLater,
    keepVector: refuseLater,
    writeDocument: refuseLater,
    documentPlace: refuse,
    readDocument: refuseLater,
    listDocuments: refuseLater,
    remove: refuseLater,
    checkLocks: refuseLater,
    leftovers: refuseLater,
    removeLeftovers: refuseLater,
    claimRun: refuseLater,
    isRunning: refuseLater,
    claimPosting: refuseLater,
    openFeed: refuse,
    clearFeed: refuseLater,
    // biome-ignore lint/correctness/useYield: whoever follows is refused
    async *followFeed() {
      refuse();
    },
    // Nothing happens in it, which is not an error for a reader that waits for news.
    watch: () => ({ trustMs: 2_000, close: () => {} }),
    close: async () => {},
  };
}
