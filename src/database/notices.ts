// Hears of changes over one connection of its own, and asks everyone to look again after that was lost.
import type { Client } from 'pg';
import type { Database } from './database.ts';

/** What can be listened to; every notice is a JSON array of the hall and what it is about. */
const CHANNELS = {
  /** Ledgers that were written: the ID. */
  changes: 'debate_hall_changes',
  /** New lines of live feeds: the ID of the debate. */
  feeds: 'debate_hall_feeds',
  /** Runs that were queued, stopped or ended: the ID of the debate. */
  runs: 'debate_hall_runs',
  /** Permits for calls that became free: the key. */
  permits: 'debate_hall_permits',
} as const;
export type Channel = keyof typeof CHANNELS;

/** SQL that tells a channel; the hall is `$1`, `about` an expression. */
export const noticeOf = (channel: Channel, about: string): string =>
  `pg_notify('${CHANNELS[channel]}', json_build_array($1::text, ${about}::text)::text)`;

const TRY_AGAIN_MS = 1_000;
/** A connection that only listens hears nothing of a network that was cut, so it asks now and then. */
const ASK_EVERY_MS = 15_000;

/** `undefined`: nobody knows what was missed. */
type Listener = (about: string | undefined) => void;

export class Notices {
  readonly #database: Database;
  readonly #hall: string;
  readonly #listeners = new Map<string, Set<Listener>>(Object.values(CHANNELS).map((name) => [name, new Set()]));
  #connection: Client | undefined;
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;

  constructor(database: Database, hall: string) {
    this.#database = database;
    this.#hall = hall;
  }

  listen(channel: Channel, listener: Listener): { close(): void } {
    const listeners = this.#listeners.get(CHANNELS[channel]);
    const own: Listener = (about) => listener(about);
    listeners?.add(own);
    this.#opening ??= this.#open();
    return {
      close: () => {
        listeners?.delete(own);
        if (this.#isWanted()) return;
        void this.close();
      },
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    clearInterval(this.#asking);
    const connection = this.#connection;
    this.#connection = undefined;
    this.#opening = undefined;
    await connection?.end().catch(() => {});
  }

  #isWanted(): boolean {
    return this.#all().length > 0;
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
      for (const channel of this.#listeners.keys()) await connection.query(`listen ${channel}`);
      this.#asking = setInterval(() => {
        connection.query('select 1').catch(() => {
          if (isCurrent()) this.#openLater();
        });
      }, ASK_EVERY_MS);
      this.#asking.unref();
      // What happened before is known to nobody.
      for (const listener of this.#all()) listener(undefined);
    } catch {
      if (isCurrent()) this.#openLater();
    }
  }

  #openLater(): void {
    clearInterval(this.#asking);
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
    return [...this.#listeners.values()].flatMap((listeners) => [...listeners]);
  }

  #tell(channel: string, payload: string): void {
    const [hall, about] = JSON.parse(payload) as [string, string];
    if (hall !== this.#hall) return;
    for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener(about);
  }
}
