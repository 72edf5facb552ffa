// Finds the debate that someone means: by its whole id, by the beginning of it, or as the last one.
import { readdir } from 'node:fs/promises';
import { HallError } from '../../../../domain/failures/errors.ts';
import { describeUnreadable } from '../../../../domain/failures/unreadable.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { WRITTEN } from '../../../../exchange/exporters/exporter.ts';
import { createNotFoundError } from '../../../../ledger/stores/errors.ts';
import { newestPages } from '../../../../ledger/stores/walk.ts';
import { escapeInvisible } from '../../../../support/control-characters.ts';
import { showPath } from '../../../../support/quote-argument.ts';
import type { Hall } from '../../hall.ts';

/** The debate whose ledger was written last. A debate that is called so goes first. */
const LAST = 'last';

const SHOWN = 6;

function joinIds(ids: readonly string[]): string {
  const more = ids.length - SHOWN;
  return `${ids.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Names of the records in the folder of a hall whose ledgers are not there, as in a clone. */
async function listLoneRecords({ store }: Hall): Promise<readonly string[]> {
  const names = new Set(await readdir(store.place).catch(() => []));
  const hasLedger = (record: string) => names.has(`${record.slice(0, -WRITTEN.octave.length)}.jsonl`);
  return [...names].filter((name) => name.endsWith(WRITTEN.octave) && !hasLedger(name));
}

/** That records are in no list and no search for want of a ledger, and what to do: one sentence, or none where there are none. */
export async function describeLoneRecords(hall: Hall): Promise<readonly string[]> {
  const { length: count } = await listLoneRecords(hall);
  if (count === 0) return [];
  return [
    `Left out: ${countNoun(count, 'record')} (*.oct.md) without a ledger. Copy the ledgers (*.jsonl) into the folder of the hall from the machine that ran the debates, or use a shared hall.`,
  ];
}

/** That nothing is known of debates that cannot be read: one sentence, or none where there are none. */
export async function describeUnreadableDebates({ summaries }: Hall): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { threadId, code } of summaries.unreadable())
    names.push(`${threadId} (${describeUnreadable(code)})`);
  if (names.length === 0) return [];
  return [`Left out: ${countNoun(names.length, 'debate')} that cannot be read: ${joinIds(names.sort())}.`];
}

/** What a search does not know of. */
export const describeUnsearched = async (hall: Hall): Promise<readonly string[]> => [
  ...(await describeUnreadableDebates(hall)),
  ...(await describeLoneRecords(hall)),
];

export const describeNone = ({ store }: Hall): string => `There are no debates in ${showPath(store.place)} yet.`;

async function findNewest(hall: Hall): Promise<string> {
  const { items } = await hall.store.newest({ most: 1 });
  if (items[0] === undefined) {
    const none = [describeNone(hall), ...(await describeLoneRecords(hall))];
    throw new HallError('not-found', none.join(' '), {
      hint: 'Start one with "debate-hall run".',
    });
  }
  return items[0].id;
}

/** The ID that begins so. Throws `not-found`, `bad-input`. */
async function findByBeginning(hall: Hall, reference: string): Promise<string> {
  const found: string[] = [];
  let alike: string | undefined;
  for await (const ledgers of newestPages(hall.store)) {
    for (const { id } of ledgers) {
      if (id.startsWith(reference)) found.push(id);
      else if (id.toLowerCase() === reference.toLowerCase()) alike = id;
    }
  }
  const [only, ...others] = found;
  if (only === undefined && alike !== undefined) {
    throw new HallError('not-found', `There is no debate "${reference}".`, { hint: `Did you mean "${alike}"?` });
  }
  if (only === undefined) {
    const record = (await listLoneRecords(hall)).find((name) => name.startsWith(reference));
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
