// Hears of changes in one hall.
import type { Channel } from './channels.ts';
import type { Database } from './database.ts';
import { EVERY_HALL } from './every-hall.ts';

export class Notices {
  readonly #database: Database;
  readonly #watches = new Set<{ close(): Promise<void> }>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** `undefined`: nobody knows what was missed. */
  listen(channel: Channel, listener: (about: string | undefined) => void): { close(): void } {
    const watch = this.#database.listening.add(channel, (payload) => {
      if (payload === undefined) return listener(undefined);
      const [hall, about] = JSON.parse(payload) as [string, string];
      if (hall === this.#database.hall || this.#database.hall === EVERY_HALL) listener(about);
    });
    this.#watches.add(watch);
    return {
      close: () => {
        this.#watches.delete(watch);
        void watch.close();
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#watches].map(async (watch) => await watch.close()));
    this.#watches.clear();
  }
}
