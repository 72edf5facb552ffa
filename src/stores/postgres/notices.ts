// Hears of changes over one connection of its own, and asks everyone to look again after that was lost.
import type { Client } from 'pg';
import type { Watch } from '../store.ts';
import type { Database } from './database.ts';
import { CHANGES, FEEDS } from './migrations.ts';

const TRY_AGAIN_MS = 1_000;

/** `undefined`: nobody knows what was missed. */
type Listener = (id: string | undefined) => void;

export class Notices {
  readonly #database: Database;
  readonly #hall: string;
  readonly #listeners: Readonly<Record<string, Set<Listener>>> = { [CHANGES]: new Set(), [FEEDS]: new Set() };
  #connection: Client | undefined;
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, hall: string) {
    this.#database = database;
    this.#hall = hall;
  }

  listen(channel: typeof CHANGES | typeof FEEDS, listener: Listener): Watch {
    const own: Listener = (id) => listener(id);
    this.#listeners[channel]?.add(own);
    this.#opening ??= this.#open();
    return {
      close: () => {
        this.#listeners[channel]?.delete(own);
        if (this.#isWanted()) return;
        void this.close();
      },
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const connection = this.#connection;
    this.#connection = undefined;
    this.#opening = undefined;
    await connection?.end().catch(() => {});
  }

  #isWanted(): boolean {
    return Object.values(this.#listeners).some((listeners) => listeners.size > 0);
  }

  async #open(): Promise<void> {
    const connection = await this.#database.connectAlone();
    const isCurrent = () => this.#connection === connection;
    this.#connection = connection;
    connection.on('notification', ({ channel, payload = '' }) => this.#tell(channel, payload));
    connection.on('error', () => {
      if (isCurrent()) this.#openLater();
    });
    connection.on('end', () => {
      if (isCurrent()) this.#openLater();
    });
    try {
      await connection.connect();
      for (const channel of [CHANGES, FEEDS]) await connection.query(`listen ${channel}`);
      // What happened before is known to nobody.
      for (const listener of this.#all()) listener(undefined);
    } catch {
      if (isCurrent()) this.#openLater();
    }
  }

  #openLater(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    void connection?.end().catch(() => {});
    if (!this.#isWanted()) return;
    this.#timer = setTimeout(() => {
      this.#opening = this.#open();
    }, TRY_AGAIN_MS);
    this.#timer.unref();
  }

  #all(): readonly Listener[] {
    return Object.values(this.#listeners).flatMap((listeners) => [...listeners]);
  }

  #tell(channel: string, payload: string): void {
    const [hall, id] = JSON.parse(payload) as [string, string];
    if (hall !== this.#hall) return;
    for (const listener of [...(this.#listeners[channel] ?? [])]) listener(id);
  }
}
