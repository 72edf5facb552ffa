// Finds the debate that someone means: by its whole id, by the beginning of it, or as the last one.
import { readdir } from 'node:fs/promises';
import { HallError } from '../../../../domain/failures/errors.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { WRITTEN } from '../../../../exchange/exporters/exporter.ts';
import { createNotFoundError } from '../../../../ledger/stores/errors.ts';
import { newestPages } from '../../../../ledger/stores/walk.ts';
import { escapeInvisible } from '../../../../support/control-characters.ts';
import type { Hall } from '../../hall.ts';

/** The debate whose ledger was written last. A debate that is called so goes first. */
const LAST = 'last';

const SHOWN = 6;

function joinIds(ids: readonly string[]): string {
  const more = ids.length - SHOWN;
  return `${ids.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Names of the records in the folder of a hall. Nobody asks for them where their ledgers are. */
async function listRecords({ store }: Hall): Promise<readonly string[]> {
  const names = await readdir(store.place).catch(() => []);
  return names.filter((name) => name.endsWith(WRITTEN.octave));
}

/** That a hall has no debates, and what becomes of records that are there without a ledger, as in a clone. */
export async function describeNone(hall: Hall): Promise<string> {
  const { length: count } = await listRecords(hall);
  const none = `There are no debates in ${hall.store.place} yet.`;
  if (count === 0) return none;
  return `${none} ${countNoun(count, 'record')} (*.oct.md) without a ledger: copy the ledgers (*.jsonl) into it from the machine that ran the debates, or use a shared hall.`;
}

async function findNewest(hall: Hall): Promise<string> {
  const { items } = await hall.store.newest({ most: 1 });
  if (items[0] === undefined) {
    throw new HallError('not-found', await describeNone(hall), {
      hint: 'Start one with "debate-hall run".',
    });
  }
  return items[0].id;
}

/** The ID that begins so. Throws `not-found`, `bad-input`. */
async function findByBeginning(hall: Hall, reference: string): Promise<string> {
  const found: string[] = [];
  for await (const ledgers of newestPages(hall.store)) {
    for (const { id } of ledgers) if (id.startsWith(reference)) found.push(id);
  }
  const [only, ...others] = found;
  if (only === undefined) {
    const record = (await listRecords(hall)).find((name) => name.startsWith(reference));
    if (record === undefined) throw createNotFoundError(reference);
    throw new HallError(
      'not-found',
      `${escapeInvisible(record)} is there without its ledger, which nothing can be checked without.`,
      {
        hint: 'Copy the ledger (*.jsonl) beside it from the machine that ran the debate; the record itself is a text to read.',
      },
    );
  }
  if (others.length === 0) return only;
  throw new HallError('bad-input', `"${reference}" matches ${found.length} debates: ${joinIds(found)}.`, {
    hint: 'Type more of the ID.',
    details: { candidates: found },
  });
}

/** The whole id. Throws `not-found` when no debate begins so, `bad-input` when several do. */
export async function findDebate(hall: Hall, reference: string): Promise<string> {
  // Most callers give the whole id, for which no list is needed.
  if (await hall.store.exists(reference)) return reference;
  return reference === LAST ? await findNewest(hall) : await findByBeginning(hall, reference);
}

/** For what cannot be undone: an id that is short or moves on is refused, with the id that was meant. */
export async function requireWholeId(hall: Hall, reference: string): Promise<string> {
  const threadId = await findDebate(hall, reference);
  if (threadId === reference) return threadId;
  throw new HallError('bad-input', `This cannot be undone, so "${reference}" is not enough: type the full ID.`, {
    hint: `Did you mean "${threadId}"?`,
    details: { candidates: [threadId] },
  });
}
