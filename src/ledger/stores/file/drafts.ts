// The drafts of a hall: one for each debate, under a fixed name in the hidden folder. A draft is written under the lock of its
// debate, so one whose lock is free was left by a killed write.
import fs from 'node:fs';
import path from 'node:path';
import { isThreadId } from '../../../domain/ids.ts';
import { makeFolder } from './folder.ts';
import { isFileLocked, tryFileLock } from './lock.ts';
import { removeDraft } from './replace-file.ts';

export class Drafts {
  readonly #folder: string;
  readonly #lockFile: (id: string) => string;

  constructor(folder: string, lockFile: (id: string) => string) {
    this.#folder = folder;
    this.#lockFile = lockFile;
  }

  /** Where the draft is, with the folder for it. */
  place(id: string): string {
    makeFolder(this.#folder);
    return this.path(id);
  }

  path(id: string): string {
    return path.join(this.#folder, id);
  }

  /** Debates whose draft nobody is writing. */
  abandoned(): readonly string[] {
    return this.#names().filter((id) => {
      const lockFile = this.#lockFile(id);
      return !fs.existsSync(lockFile) || !isFileLocked(lockFile);
    });
  }

  /** Removes every draft that was left. The caller has the lock of `own`. */
  clear(own: string): void {
    for (const id of this.#names()) {
      if (id === own) removeDraft(this.path(id));
      else this.remove(id);
    }
  }

  /** Leaves it while someone is writing it, and when it belongs to another user. */
  remove(id: string): void {
    try {
      const lock = tryFileLock(this.#lockFile(id));
      if (lock === undefined) return;
      try {
        removeDraft(this.path(id));
      } finally {
        lock.release();
      }
    } catch {}
  }

  #names(): readonly string[] {
    let names: readonly string[];
    try {
      names = fs.readdirSync(this.#folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      names = [];
    }
    // A stray file, such as those that file managers leave, is the draft of no debate.
    return names.filter(isThreadId);
  }
}
