// The folder of a hall: where its files are, and that it still is where it was when it was opened.
import path from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import { storageError } from '../../../domain/failures/storage-error.ts';
import { checkThreadId } from '../../../domain/ids.ts';
import { keepIgnoreRules, makeFolder, resolveRealPath } from './folder.ts';
import { LEDGER } from './lists.ts';
import { requireLocks } from './lock.ts';

export class HallFolder {
  readonly path: string;
  /** Of the hall's own machinery. */
  readonly side: string;
  /** Where the folder really was when the store was opened. */
  readonly #claimedPath: string;

  constructor(folder: string) {
    this.path = path.resolve(folder);
    this.side = path.join(this.path, '.hall');
    this.#claimedPath = resolveRealPath(this.path);
  }

  besideLedger(id: string, extension: string): string {
    checkThreadId(id);
    // Nothing here needs what "path.join" does, and a thousand calls of it take a fifth of the first search.
    return `${this.path}${path.sep}${id}${extension}`;
  }

  ledgerPath(id: string): string {
    return this.besideLedger(id, LEDGER);
  }

  /** A file of the hall's own machinery, such as a lock or a live feed. */
  sidePath(id: string, extension: string): string {
    checkThreadId(id);
    return path.join(this.side, `${id}${extension}`);
  }

  /**
   * Before anything is written. A link that is put in place of the folder later, such as by a pull, must not take what is written
   * elsewhere. Throws `no-locks`, `storage`.
   */
  check(): void {
    requireLocks();
    const place = resolveRealPath(this.path);
    if (place === this.#claimedPath) return;
    throw new HallError('storage', `${this.path} was ${this.#claimedPath} and is now ${place}.`, {
      hint: 'Check the links on its path, then start again.',
    });
  }

  make(): void {
    this.check();
    makeFolder(this.side);
    keepIgnoreRules(this.path);
  }
}

/** Failures of the disk become errors of the hall. */
export async function guardStorage<T>(doing: string, work: () => Promise<T>, place?: 'new'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageError(error, doing, place);
  }
}
