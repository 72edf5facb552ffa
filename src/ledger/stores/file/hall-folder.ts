// The folder of a hall: where its files are, and that it still is where it was when it was opened.
import { existsSync, lstatSync, realpathSync, type Stats, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import { placeError } from '../../../domain/failures/storage-error.ts';
import { checkThreadId, isThreadId } from '../../../domain/ids.ts';
import { makeFolder } from '../../../support/make-folder.ts';
import { isThere, readNames } from '../../../support/stat-if-there.ts';
import { cutPage, type Page, type PageRequest, type StoredLedger } from '../store.ts';
import { requireLocks } from './lock.ts';
import { readRegular } from './regular-file.ts';

// Which ledgers a folder has. It is read as a whole in any case, so a page ends only where the caller wants it to.

export const LEDGER = '.jsonl';

function readIds(folder: string): string[] {
  const ids = readNames(folder)
    .filter((name) => name.endsWith(LEDGER))
    .map((name) => name.slice(0, -LEDGER.length));
  // A stray file with another name is not a debate of this hall.
  return ids.filter(isThreadId);
}

export const countLedgers = (folder: string): number => readIds(folder).length;

export function listIds(folder: string, { after = '', most }: PageRequest): Page<string> {
  const ids = readIds(folder).filter((id) => id > after);
  return cutPage(ids.sort(), most, (id) => id);
}

/**
 * Whether the folder has a ledger of exactly this name. Where the file system ignores case, another name leads to the same file, which
 * is no second debate.
 */
export function hasLedger(folder: string, id: string): boolean {
  const hasName = (name: string) =>
    lstatSync(`${folder}${path.sep}${name}${LEDGER}`, { throwIfNoEntry: false }) !== undefined;
  if (!hasName(id)) {
    // Of a hall that cannot be reached nobody knows.
    isThere(folder);
    return false;
  }
  const other = id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase();
  // Where case matters, as is known then, and of an ID without letters, nothing has to be listed.
  return other === id || !hasName(other) || readNames(folder).includes(id + LEDGER);
}

/** The ID of the ledger that keeps others from this name: the same in whatever case. */
export function findTaken(folder: string, id: string): string | undefined {
  const taken = readIds(folder).filter((other) => other.toLowerCase() === id.toLowerCase());
  return taken.includes(id) ? id : taken[0];
}

interface Dated extends StoredLedger {
  readonly writtenAt: number;
}

/** A link that cannot be followed is what lies there: its debate is listed as one that cannot be read. */
function look(file: string): Stats | undefined {
  try {
    // Synchronous: a thousand ways through the thread pool cost far more than the calls themselves.
    return statSync(file);
  } catch {
    return lstatSync(file, { throwIfNoEntry: false });
  }
}

function findDated(folder: string, id: string): Dated | undefined {
  const file = look(`${folder}${path.sep}${id}${LEDGER}`);
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

/** Where a folder really is, or would be once it is made, links followed. */
function resolveRealPath(folder: string): string {
  try {
    // Node's own way looks at every folder on the path, one call each.
    return realpathSync.native(folder);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? folder : path.join(resolveRealPath(parent), path.basename(folder));
  }
}

const IGNORE_RULES = `# Ledgers stay local; the records (*.oct.md) and their signatures are committed.
/.gitignore
/.hall/
*.jsonl
`;

/** So that a project's own `.gitignore` need not know the hall. Rules that somebody changed stay as they are. */
function keepIgnoreRules(folder: string): void {
  const file = path.join(folder, '.gitignore');
  // Empty is also what is left when the first write was killed.
  if (!existsSync(file) || readRegular(file) === '') writeFileSync(file, IGNORE_RULES);
}

export type HallFolder = ReturnType<typeof openHallFolder>;

/** The option that names the folder, and so can name another one. */
export type NamedBy = 'hall' | 'from' | 'to';

export function openHallFolder(folder: string, namedBy: NamedBy) {
  const place = path.resolve(folder);
  /** Of the hall's own machinery. */
  const side = path.join(place, '.hall');
  /** Where the folder really was when the store was opened. */
  const claimed = resolveRealPath(place);

  const besideLedger = (id: string, extension: string): string => {
    checkThreadId(id);
    // Nothing here needs what "path.join" does, and a thousand calls of it take a fifth of the first search.
    return `${place}${path.sep}${id}${extension}`;
  };

  /**
   * Before anything is written. A link that is put in place of the folder later, such as by a pull, must not take what is written
   * elsewhere. Throws `no-locks`, `storage`.
   */
  const check = (): void => {
    requireLocks();
    const now = resolveRealPath(place);
    if (now === claimed) return;
    throw new HallError('storage', `${place} was ${claimed} and is now ${now}.`, {
      hint: 'Check the links on its path, then start again.',
    });
  };

  /** Failures of the disk become errors of the hall. */
  const guard = async <T>(doing: string, work: () => Promise<T>, isNew = false): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      // Disks of other machines fail with codes of all kinds.
      const { syscall } = error as NodeJS.ErrnoException;
      throw syscall === undefined ? error : placeError(error, doing, isNew && namedBy === 'hall' ? 'new' : namedBy);
    }
  };

  return {
    ...{ path: place, side, besideLedger, check, guard },
    ledgerPath: (id: string) => besideLedger(id, LEDGER),
    /** A file of the hall's own machinery, such as a lock or a live feed. */
    sidePath: (id: string, extension: string): string => {
      checkThreadId(id);
      return path.join(side, `${id}${extension}`);
    },
    make: (): void => {
      check();
      makeFolder(side);
      keepIgnoreRules(place);
    },
  };
}
