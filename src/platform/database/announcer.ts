// Tells whoever listens of changes, after they were committed: a notice inside of a commit makes all other commits wait for the disk.
import { wait } from '../../support/wait.ts';
import { type Channel, toNotifySql } from './channels.ts';
import type { Database, Statement } from './database.ts';

/** What is due within it goes out together, so that a process announces at most a hundred times a second. */
const GATHER_MS = 10;

export class Announcer {
  readonly #database: Database;
  readonly #hall: string;
  readonly #statement: Statement;
  readonly #due = new Set<string>();
  readonly #closing = new AbortController();
  #telling: Promise<void> | undefined;

  constructor(database: Database, hall: string, channel: Channel) {
    this.#database = database;
    this.#hall = hall;
    this.#statement = {
      name: `debate_hall.tell_${channel}`,
      text: `select ${toNotifySql(channel, 'about')} from unnest($2::text[]) as due (about)`,
    };
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
      await this.#database.query(this.#statement, [this.#hall, due]).catch(() => {});
    }
    this.#telling = undefined;
  }
}
