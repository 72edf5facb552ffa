// Records and other documents beside their ledgers.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Drafts, replaceFile } from './drafts.ts';
import { makeFolder } from './folder.ts';
import { guardStorage, type HallFolder } from './hall-folder.ts';
import { MODE, readBeginning } from './ledger-file.ts';
import type { LedgerLock } from './ledger-lock.ts';
import { readRegular } from './regular-file.ts';

export class Documents {
  readonly #folder: HallFolder;
  readonly #drafts: Drafts;
  readonly #lock: LedgerLock;

  constructor(folder: HallFolder, drafts: Drafts, lock: LedgerLock) {
    this.#folder = folder;
    this.#drafts = drafts;
    this.#lock = lock;
  }

  async write(id: string, extension: string, text: string | Iterable<string>): Promise<string> {
    const file = this.#folder.besideLedger(id, extension);
    await guardStorage(`write ${file}`, async () => {
      this.#folder.make();
      await this.#lock.runAlone(id, () => {
        // Nothing is written of a debate that was deleted meanwhile.
        this.#lock.requireLedger(id);
        makeFolder(path.dirname(file));
        replaceFile({ draft: this.#drafts.place(id), file, text, mode: MODE });
      });
    });
    return file;
  }

  async read(id: string, extension: string, most?: number): Promise<string | undefined> {
    const target = this.#folder.besideLedger(id, extension);
    if (!existsSync(target)) return undefined;
    return await guardStorage(`read ${target}`, async () =>
      most === undefined ? readRegular(target) : readBeginning(target, most),
    );
  }

  async list(id: string, folder: string): Promise<readonly string[]> {
    const place = this.#folder.besideLedger(id, folder);
    const names = await guardStorage(`read ${place}`, async () => (existsSync(place) ? await readdir(place) : []));
    return names.toSorted();
  }
}
