// Drafts of files that are put in place: one for each debate, under a fixed name in the hidden folder. It is written under the lock of its
// debate, so one whose lock is free was left by a killed write.
import fs from 'node:fs';
import path from 'node:path';
import { isThreadId } from '../../../domain/ids.ts';
import { makeFolder } from '../../../support/make-folder.ts';
import { removeDraft } from '../../../support/replace-file.ts';
import { readNames } from '../../../support/stat-if-there.ts';
import { isFileLocked, tryFileLock } from './lock.ts';

export type Drafts = ReturnType<typeof openDrafts>;

/** `lockFile`: of a debate. */
export function openDrafts(folder: string, lockFile: (id: string) => string) {
  const toFile = (id: string) => path.join(folder, id);

  // A stray file, such as those that file managers leave, is the draft of no debate.
  const listIds = () => readNames(folder).filter(isThreadId);

  /** Leaves it while someone is writing it, and when it belongs to another user. */
  const remove = (id: string): void => {
    try {
      const lock = tryFileLock(lockFile(id));
      if (lock === undefined) return;
      try {
        removeDraft(toFile(id));
      } finally {
        lock.release();
      }
    } catch {}
  };

  return {
    path: toFile,
    remove,
    /** Where the draft is, with the folder for it. */
    place: (id: string): string => {
      makeFolder(folder);
      return toFile(id);
    },
    /** Debates whose draft nobody is writing. */
    abandoned: (): readonly string[] =>
      listIds().filter((id) => !fs.existsSync(lockFile(id)) || !isFileLocked(lockFile(id))),
    /** Removes every draft that was left. The caller has the lock of `own`. */
    clear: (own: string): void => {
      for (const id of listIds()) {
        if (id === own) removeDraft(toFile(id));
        else remove(id);
      }
    },
  };
}
