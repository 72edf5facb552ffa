// Which ledgers a folder has. It is read as a whole in any case, so a page ends only where the caller wants it to.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isThreadId } from '../../../domain/ids.ts';
import type { Page, PageRequest, StoredLedger } from '../store.ts';
import { cutPage } from '../store.ts';

export const LEDGER = '.jsonl';

function readIds(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const ids = names.filter((name) => name.endsWith(LEDGER)).map((name) => name.slice(0, -LEDGER.length));
  // A stray file with another name is not a debate of this hall.
  return ids.filter(isThreadId);
}

export const countLedgers = (folder: string): number => readIds(folder).length;

export function listIds(folder: string, { after = '', most }: PageRequest): Page<string> {
  const ids = readIds(folder).filter((id) => id > after);
  return cutPage(ids.sort(), most, (id) => id);
}

interface Dated extends StoredLedger {
  readonly writtenAt: number;
}

function findDated(folder: string, id: string): Dated | undefined {
  // Synchronous: a thousand ways through the thread pool cost far more than the calls themselves.
  const file = statSync(`${folder}${path.sep}${id}${LEDGER}`, { throwIfNoEntry: false });
  if (file === undefined) return undefined;
  const { ino, size, mtimeMs, ctimeMs } = file;
  return { id, writtenAt: mtimeMs, version: `${ino}:${size}:${mtimeMs}:${ctimeMs}` };
}

/** Whether a ledger comes behind that place in the list. */
function isBehind(place: string): (ledger: Dated) => boolean {
  const space = place.indexOf(' ');
  const [lastAt, lastId] = [Number(place.slice(0, space)), place.slice(space + 1)];
  return ({ id, writtenAt }) => writtenAt < lastAt || (writtenAt === lastAt && id > lastId);
}

/** As it stands now; `undefined` when there is no such ledger. */
export const findLedger = (folder: string, id: string): StoredLedger | undefined => findDated(folder, id);

export function listNewest(folder: string, { after, most }: PageRequest): Page<StoredLedger> {
  const all = readIds(folder).flatMap((id) => findDated(folder, id) ?? []);
  const dated = after === undefined ? all : all.filter(isBehind(after));
  dated.sort((one, other) => other.writtenAt - one.writtenAt || (one.id < other.id ? -1 : 1));
  return cutPage(dated, most, ({ writtenAt, id }) => `${writtenAt} ${id}`);
}
