// What readers made of ledgers, each in a file beside the lock of its debate. It is written under that lock, so that a redaction or a removal
// that comes between leaves nothing of it.
import fs from 'node:fs';
import path from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import { checkThreadId, isThreadId } from '../../../domain/ids.ts';
import { readNames } from '../../../support/stat-if-there.ts';
import type { StoredLedger } from '../store.ts';
import { findLedger } from './hall-folder.ts';
import { tryFileLock } from './lock.ts';

interface Places {
  readonly ledgers: string;
  /** Of memos and locks. */
  readonly side: string;
  /** Of the files of one kind. */
  readonly extension: string;
  readonly lockFile: (id: string) => string;
}

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
/** Most memos are shorter. One piece of memory for all, as a hall has thousands. */
const brief = Buffer.allocUnsafeSlow(16 * 1024);

/** In as few calls as possible: no link is followed, and a pipe makes nobody wait. */
function readQuickly(file: string): string {
  const fd = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const got = fs.readSync(fd, brief, 0, brief.length, 0);
    return got < brief.length ? brief.toString('utf8', 0, got) : fs.readFileSync(fd, 'utf8');
  } finally {
    fs.closeSync(fd);
  }
}

export function openMemos({ ledgers, side, extension, lockFile }: Places) {
  const toFile = (id: string) => {
    checkThreadId(id);
    return path.join(side, `${id}${extension}`);
  };

  /** The caller has the lock of the debate. Throws `storage`. */
  const remove = (id: string): void => {
    const file = toFile(id);
    try {
      // A folder that somebody put in its place goes as well.
      fs.rmSync(file, { force: true, recursive: true });
    } catch (cause) {
      throw new HallError('storage', `Cannot remove ${file}, which may hold texts of the debate.`, {
        hint: 'Remove it yourself, then repeat the command.',
        cause,
      });
    }
  };

  return {
    remove,
    /** Its first line is the version of the ledger. */
    read: ({ id, version }: StoredLedger): string | undefined => {
      const file = toFile(id);
      try {
        const text = readQuickly(file);
        return text.startsWith(`${version}\n`) ? text.slice(version.length + 1) : undefined;
      } catch {
        return undefined;
      }
    },
    /** Keeps nothing where somebody writes the debate just now, and nothing in a hall in which nobody debated here. */
    keep: ({ id, version }: StoredLedger, memo: string): void => {
      const file = toFile(id);
      try {
        // What came with a repository may be a link to any place, where a lock would be made.
        if (!fs.lstatSync(side).isDirectory()) return;
        if (fs.lstatSync(lockFile(id), { throwIfNoEntry: false })?.isFile() === false) return;
        const lock = tryFileLock(lockFile(id));
        if (lock === undefined) return;
        try {
          if (findLedger(ledgers, id)?.version !== version) return;
          remove(id);
          fs.writeFileSync(file, `${version}\n${memo}`, { mode: 0o600, flag: 'wx' });
        } finally {
          lock.release();
        }
      } catch {
        // The hall may be one that this person only reads.
      }
    },
    /** Those of debates whose ledger was removed by other means. */
    abandoned: (): readonly string[] => {
      const ids = readNames(side).flatMap((name) =>
        name.endsWith(extension) ? [name.slice(0, -extension.length)] : [],
      );
      return ids.filter((id) => isThreadId(id) && findLedger(ledgers, id) === undefined).map(toFile);
    },
  };
}
