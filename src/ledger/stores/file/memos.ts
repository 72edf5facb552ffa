// What readers made of ledgers, each in a file beside the lock of its debate. It is written under that lock, so that a redaction or a removal
// that comes between leaves nothing of it.
import fs from 'node:fs';
import { isThreadId } from '../../../domain/ids.ts';
import type { StoredLedger } from '../store.ts';
import { findLedger } from './lists.ts';
import { tryFileLock } from './lock.ts';
import { readRegular } from './regular-file.ts';

export const MEMO = '.memo.json';

interface Places {
  readonly ledgers: string;
  /** Of memos and locks. */
  readonly side: string;
  readonly memoFile: (id: string) => string;
  readonly lockFile: (id: string) => string;
}

export class Memos {
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  /** Its first line is the version of the ledger. */
  read({ id, version }: StoredLedger): string | undefined {
    const file = this.#places.memoFile(id);
    if (!fs.existsSync(file)) return undefined;
    try {
      const text = readRegular(file);
      return text.startsWith(`${version}\n`) ? text.slice(version.length + 1) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps nothing where somebody writes the debate just now, and nothing in a hall that was only ever read. */
  keep({ id, version }: StoredLedger, memo: string): void {
    const { ledgers, side, memoFile, lockFile } = this.#places;
    const file = memoFile(id);
    try {
      // What came with a repository may be a link to any place, where a lock would be made.
      if (!fs.lstatSync(side).isDirectory() || !fs.lstatSync(lockFile(id)).isFile()) return;
      const lock = tryFileLock(lockFile(id));
      if (lock === undefined) return;
      try {
        if (findLedger(ledgers, id)?.version !== version) return;
        this.remove(id);
        fs.writeFileSync(file, `${version}\n${memo}`, { mode: 0o600, flag: 'wx' });
      } finally {
        lock.release();
      }
    } catch {
      // The hall may be one that this person only reads.
    }
  }

  /** Those of debates whose ledger was removed by other means. */
  abandoned(): readonly string[] {
    const { ledgers, side, memoFile } = this.#places;
    const names = fs.existsSync(side) ? fs.readdirSync(side) : [];
    const ids = names.flatMap((name) => (name.endsWith(MEMO) ? [name.slice(0, -MEMO.length)] : []));
    return ids.filter((id) => isThreadId(id) && findLedger(ledgers, id) === undefined).map(memoFile);
  }

  /** The caller has the lock of the debate. */
  remove(id: string): void {
    fs.rmSync(this.#places.memoFile(id), { force: true });
  }
}
