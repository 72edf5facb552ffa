// Reports changes in the hall's folder by any process. All listeners share one file system watch.
import fs from 'node:fs';
import type { Watch } from '../store.ts';
import { LEDGER } from './hall-folder.ts';

/** Some systems report no changes, or none of other machines, such as on network drives. */
const TRUST_MS = 2_000;

export class FolderWatch {
  readonly #folder: string;
  readonly #listeners = new Set<(id: string) => void>();
  #watcher: fs.FSWatcher | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(listener: (id: string) => void): Watch {
    // Each call is a listener of its own, even with the same function.
    const own = (id: string) => listener(id);
    this.#listeners.add(own);
    this.#start();
    return {
      trustMs: TRUST_MS,
      close: () => {
        this.#listeners.delete(own);
        if (this.#listeners.size === 0) this.#stop();
      },
    };
  }

  /** A folder that was not there when someone began to listen is there now. */
  folderExists(): void {
    if (this.#listeners.size > 0) this.#start();
  }

  /** Reports nothing when the hall does not exist yet or the system has no watches left. */
  #start(): void {
    if (this.#watcher !== undefined) return;
    try {
      const watcher = fs.watch(this.#folder, { persistent: false }, (_kind, name) => {
        if (name === null || name.startsWith('.') || !name.endsWith(LEDGER)) return;
        const id = name.slice(0, -LEDGER.length);
        for (const listener of [...this.#listeners]) listener(id);
      });
      watcher.on('error', () => this.#stop());
      this.#watcher = watcher;
    } catch {
      this.#watcher = undefined;
    }
  }

  #stop(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }
}
