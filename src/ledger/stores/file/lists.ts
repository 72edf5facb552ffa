// Which ledgers a folder has. It is read as a whole in any case, so a page ends only where the caller wants it to.
import fs, { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isThreadId } from '../../../domain/ids.ts';
import type { Ends, Page, PageRequest, StoredLedger } from '../store.ts';
import { LINE_END, readLines, readRange } from './ledger-file.ts';
import { openRegular } from './regular-file.ts';

export const LEDGER = '.jsonl';

function readIds(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const ids = names.filter((name) => name.endsWith(LEDGER)).map((name) => name.slice(0, -LEDGER.length));
  // A stray file with another name is not a debate of this hall.
  return ids.filter(isThreadId);
}

function cutPage<Item>(all: readonly Item[], most: number | undefined, placeOf: (item: Item) => string): Page<Item> {
  const items = most === undefined ? all : all.slice(0, most);
  const last = items.at(-1);
  return last === undefined || items.length === all.length ? { items } : { items, next: placeOf(last) };
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

/** As long as most ledgers are. The same memory each time, as new memory for each of a thousand ledgers costs more than reading. */
const BRIEF_BYTES = 64 * 1024;
let brief = Buffer.alloc(0);

/** A byte in each character, up to the last line end before `to`. */
function sliceLines(bytes: Buffer, from: number, to: number): string {
  const end = to === 0 ? 0 : bytes.lastIndexOf(LINE_END, to - 1) + 1;
  return bytes.toString('latin1', from, Math.max(from, end));
}

/** `bytes` begin at `offset`, and the file ends after `size`; the byte before the last lines says whether a line begins there. */
function sliceLastLines(bytes: Buffer, offset: number, size: number, most: number): string {
  if (size <= most) return sliceLines(bytes, 0, size - offset);
  const lineEnd = bytes.indexOf(LINE_END, size - most - 1 - offset);
  return lineEnd === -1 ? '' : sliceLines(bytes, lineEnd + 1, size - offset);
}

function readFirstLine(fd: number, size: number): string {
  const lines = readLines(fd, 0, size);
  return lines.toString('latin1', 0, lines.indexOf(LINE_END) + 1);
}

function readEnds(fd: number, most: number): Ends {
  const got = fs.readSync(fd, brief, 0, BRIEF_BYTES, 0);
  const lineEnd = brief.indexOf(LINE_END) + 1;
  const isWhole = lineEnd > 0 && lineEnd <= got;
  // Asking for the size costs as much as reading, and a ledger that ends before the memory does needs neither again.
  if (got < BRIEF_BYTES) {
    return { first: brief.toString('latin1', 0, isWhole ? lineEnd : 0), last: sliceLastLines(brief, 0, got, most) };
  }
  const { size } = fs.fstatSync(fd);
  const from = Math.max(0, size - most - 1);
  return {
    first: isWhole ? brief.toString('latin1', 0, lineEnd) : readFirstLine(fd, size),
    last: sliceLastLines(readRange(fd, from, size), from, size, most),
  };
}

/** Of those that can be read, without a lock. */
export function readLedgerEnds(folder: string, ids: readonly string[], most: number): ReadonlyMap<string, Ends> {
  if (brief.length === 0) brief = Buffer.allocUnsafeSlow(BRIEF_BYTES);
  const found = new Map<string, Ends>();
  for (const id of ids) {
    let fd: number | undefined;
    try {
      fd = openRegular(`${folder}${path.sep}${id}${LEDGER}`, 'r');
      found.set(id, readEnds(fd, most));
    } catch {
      // The others can be read all the same.
    } finally {
      if (fd !== undefined) fs.closeSync(fd);
    }
  }
  return found;
}
