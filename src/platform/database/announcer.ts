// Tells whoever listens of changes, after they were committed: a notice inside of a commit makes all other commits wait for the disk.
import { wait } from '../../support/wait.ts';
import { toNotifySql } from './channels.ts';
import type { Database } from './database.ts';

/** What is due within it goes out together, so that a process announces at most a hundred times a second. */
const GATHER_MS = 10;

const TELL = {
  name: 'debate_hall.tell_changes',
  text: `select ${toNotifySql('changes', 'about')} from unnest($2::text[]) as due (about)`,
};

export class Announcer {
  readonly #database: Database;
  readonly #due = new Set<string>();
  readonly #closing = new AbortController();
  #telling: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns at once. */
  tell(about: string): void {
    this.#due.add(about);
    this.#telling ??= this.#tellAll();
  }

  /** On return everyone has been notified. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#telling;
  }

  async #tellAll(): Promise<void> {
    while (this.#due.size > 0) {
      await wait(GATHER_MS, this.#closing.signal);
      const due = [...this.#due];
      this.#due.clear();
      // Listeners that miss it look by themselves after a while.
      await this.#database.query(TELL, [this.#database.hall, due]).catch(() => {});
    }
    this.#telling = undefined;
  }
}
