// Goes through ledgers piece by piece and through all of a store page by page, so that a large hall is never in memory as a whole.
import { defined } from '../../domain/defined.ts';
import { createNotFoundError } from './errors.ts';
import type { Chunk, Page, PageRequest, Store, StoredLedger } from './store.ts';

async function* eachPage<Item>(read: (page: PageRequest) => Promise<Page<Item>>): AsyncGenerator<Page<Item>> {
  for (let after: string | undefined; ; ) {
    const page = await read(defined({ after }));
    yield page;
    if (page.next === undefined) return;
    after = page.next;
  }
}

/** A ledger from its beginning. Throws `not-found`, which says where nothing is found if `place` does. */
export async function* eachChunk(store: Pick<Store, 'read'>, id: string, place?: string): AsyncGenerator<Chunk> {
  for (let chunk: Chunk | undefined; chunk === undefined || chunk.more; ) {
    chunk = await store.read(id, chunk?.cursor);
    if (chunk === undefined) throw createNotFoundError(id, place);
    yield chunk;
  }
}

/** The same as one text: as it stands once it is read, whatever was rewritten meanwhile. */
export async function readWhole(store: Pick<Store, 'read'>, id: string, place?: string): Promise<string> {
  let text = '';
  for await (const chunk of eachChunk(store, id, place)) text = chunk.restarted ? chunk.text : text + chunk.text;
  return text;
}

/** All names, sorted. */
export async function* eachId(store: Pick<Store, 'list'>): AsyncGenerator<string> {
  for await (const { items } of eachPage((page) => store.list(page))) yield* items;
}

/**
 * All ledgers in pages, the one that was written last first, each once. One that is written meanwhile moves to the front: if it
 * had not been reached before, it comes at the end.
 */
export async function* newestPages(store: Pick<Store, 'newest'>): AsyncGenerator<readonly StoredLedger[]> {
  const given = new Set<string>();
  for (let isRepeat = false; ; isRepeat = true) {
    const before = given.size;
    for await (const { items, next } of eachPage((page) => store.newest(page))) {
      // A single page is one look at the store, so nothing can have moved between two.
      if (next === undefined && given.size === 0) return yield items;
      const ledgers = items.filter(({ id }) => !given.has(id));
      // What follows was given before, as only the front of the list moves.
      if (isRepeat && ledgers.length === 0) break;
      for (const { id } of ledgers) given.add(id);
      yield ledgers;
    }
    if (given.size === before) return;
  }
}
