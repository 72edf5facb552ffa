// Goes through all ledgers of a store page by page, so that a large hall is never in memory as a whole.
import { defined } from '../domain/defined.ts';
import type { Page, PageRequest, Store, StoredLedger } from './store.ts';

async function* eachPage<Item>(read: (page: PageRequest) => Promise<Page<Item>>): AsyncGenerator<readonly Item[]> {
  for (let after: string | undefined; ; ) {
    const { items, next } = await read(defined({ after }));
    yield items;
    if (next === undefined) return;
    after = next;
  }
}

/** All names, sorted. */
export async function* eachId(store: Pick<Store, 'list'>): AsyncGenerator<string> {
  for await (const ids of eachPage((page) => store.list(page))) yield* ids;
}

/**
 * All ledgers in pages, the one that was written last first, each once. One that is written meanwhile moves to the front: if it
 * had not been reached before, it comes at the end.
 */
export async function* newestPages(store: Pick<Store, 'newest'>): AsyncGenerator<readonly StoredLedger[]> {
  const given = new Set<string>();
  for (let isRepeat = false; ; isRepeat = true) {
    const before = given.size;
    let pages = 0;
    for await (const all of eachPage((page) => store.newest(page))) {
      pages += 1;
      const ledgers = given.size === 0 ? all : all.filter(({ id }) => !given.has(id));
      // What follows was given before, as only the front of the list moves.
      if (isRepeat && ledgers.length === 0) break;
      for (const { id } of ledgers) given.add(id);
      yield ledgers;
    }
    // A single page is one look at the store, so nothing can have moved between two.
    if (pages === 1 || given.size === before) return;
  }
}
