// One connection that hears all channels for the whole process, and asks everyone to look again after it was lost.
import type { Client } from 'pg';
import { CHANNELS, type Channel } from './channels.ts';

const TRY_AGAIN_MS = 1_000;
/** A connection that only listens hears nothing of a network that was cut, so it asks now and then. */
const ASK_EVERY_MS = 15_000;

export interface OwnConnection {
  /** Not connected yet. */
  readonly client: Client;
  /** Says goodbye, and closes it though nobody answers. */
  leave(): Promise<void>;
}

/** `undefined`: nobody knows what was missed. */
type Listener = (payload: string | undefined) => void;

export class Listening {
  readonly #newConnection: () => Promise<OwnConnection>;
  readonly #listeners = new Map<string, Set<Listener>>(Object.values(CHANNELS).map((name) => [name, new Set()]));
  #connection: OwnConnection | undefined;
  /** Of the newest try, which every other gives way to. */
  #opening: object | undefined;
  #timer: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;

  constructor(newConnection: () => Promise<OwnConnection>) {
    this.#newConnection = newConnection;
  }

  /** There is a connection as long as somebody listens. */
  add(channel: Channel, listener: Listener): { close(): Promise<void> } {
    const listeners = this.#listeners.get(CHANNELS[channel]);
    listeners?.add(listener);
    if (this.#opening === undefined) void this.#open();
    return {
      close: async () => {
        if (listeners?.delete(listener) === true && !this.#isWanted()) await this.close();
      },
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    clearInterval(this.#asking);
    const connection = this.#connection;
    this.#connection = undefined;
    this.#opening = undefined;
    await connection?.leave();
  }

  #isWanted(): boolean {
    return this.#all().length > 0;
  }

  async #open(): Promise<void> {
    const opening = {};
    this.#opening = opening;
    const connection = await this.#newConnection().catch(() => undefined);
    if (this.#opening !== opening) return;
    if (connection === undefined) return this.#openLater();
    const { client } = connection;
    const isCurrent = () => this.#connection === connection;
    this.#connection = connection;
    client.on('notification', ({ channel, payload = '' }) => this.#tell(channel, payload));
    client.on('error', () => {
      if (isCurrent()) this.#openLater();
    });
    client.on('end', () => {
      if (isCurrent()) this.#openLater();
    });
    try {
      await client.connect();
      for (const channel of this.#listeners.keys()) await client.query(`listen ${channel}`);
      this.#asking = setInterval(() => {
        client.query('select 1').catch(() => {
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
    void connection?.leave();
    this.#timer = setTimeout(() => void this.#open(), TRY_AGAIN_MS).unref();
  }

  #all(): readonly Listener[] {
    return [...this.#listeners.values()].flatMap((listeners) => [...listeners]);
  }

  #tell(channel: string, payload: string): void {
    for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener(payload);
  }
}
