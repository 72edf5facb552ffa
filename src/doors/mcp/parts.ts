// What all tools of one server share: the hall, opened when it is first needed, and the runs in progress.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server';
import { type OpenHallOptions, openHall } from '../../hall/compose/hall.ts';
import { decideTrust, type TrustPorts } from '../../hall/compose/trust.ts';
import type { Setting } from '../../hall/config/sources/variables.ts';
import type { TrustRequest } from '../../hall/config/trust/trust-request.ts';
import { trustStore } from '../../hall/config/trust/trust-store.ts';
import type { Hall } from '../../hall/operations/hall.ts';
import { systemClock, systemRandom } from '../../support/clock.ts';
import { closeOpened } from '../../support/close-all.ts';
import { homeFolder } from '../../support/home-folder.ts';
import { packageVersion } from '../../support/package-root.ts';
import { Runs } from './runs/runs.ts';

/**
 * What a client hands back when its user has answered a form: signed, so that it is only what was asked of it, and bound to the
 * principal, so that nobody answers for another.
 */
type RequestStates = RequestStateCodec<Readonly<Record<string, string>>>;

const KEY_DIGITS = 64;

export type PartsOptions = Pick<
  OpenHallOptions,
  'cwd' | 'env' | 'home' | 'configFile' | 'runs' | 'metrics' | 'onWarning'
> & {
  readonly settings: readonly Setting[];
  /** Trusts the project; else what was decided before counts, and the client's user is asked through its tools. */
  readonly trust?: true;
  readonly readOnly?: boolean;
  /** Signs what clients hand back later; left out: one that only this process has. */
  readonly stateKey?: string;
};

export class ServerParts {
  readonly version = packageVersion();
  readonly runs: Runs;
  readonly requestStates: RequestStates;
  /** Whether tools must not write, not even what time has settled. */
  readonly readOnly: boolean;
  readonly #options: OpenHallOptions & PartsOptions;
  /** Of the call that waits: one server answers many at the same time. */
  readonly #sayWait = new AsyncLocalStorage<(sentence: string) => void>();
  readonly #person: TrustPorts;
  readonly #replaced: Promise<Hall>[] = [];
  #hall: Promise<Hall> | undefined;

  constructor(options: PartsOptions) {
    this.#options = { ...options, onWait: (sentence) => this.#sayWait.getStore()?.(sentence) };
    this.readOnly = options.readOnly === true;
    this.runs = new Runs(async () => await (await this.hall()).queue());
    // Servers that answer for each other share the key.
    const key = options.stateKey ?? systemRandom(KEY_DIGITS);
    this.requestStates = createRequestStateCodec({ key, bind: ({ http }) => http?.authInfo?.clientId ?? '' });
    const { env = process.env, home = homeFolder(env) } = options;
    this.#person = { env, home, clock: systemClock };
  }

  /** Throws `config-invalid`; the next call tries again, so that a corrected file needs no new server. */
  async hall(): Promise<Hall> {
    this.#hall ??= openHall(this.#options);
    const opened = this.#hall;
    try {
      const hall = await opened;
      if (!(await this.#isDecidedAnew(hall))) return hall;
    } catch (error) {
      this.#hall = undefined;
      throw error;
    }
    // Runs in the background may still use the old one, which the end of the server closes.
    if (this.#hall === opened) {
      this.#replaced.push(opened);
      this.#hall = openHall(this.#options);
    }
    return await this.#hall;
  }

  /** Until the work has ended, `say` gets what it waits for. */
  async sayingWaits<T>(say: (sentence: string) => void, work: () => Promise<T>): Promise<T> {
    let isOver = false;
    try {
      return await this.#sayWait.run((sentence) => (isOver ? undefined : say(sentence)), work);
    } finally {
      isOver = true;
    }
  }

  /** Whether a person has meanwhile decided, here or at a terminal, about what the hall was opened without. */
  async #isDecidedAnew({ loaded: { trust } }: Hall): Promise<boolean> {
    if (trust.request === undefined || trust.state === 'trusted') return false;
    return (await decideTrust(undefined, this.#person)(trust.request)) !== trust.state;
  }

  /** Remembers what the client's user decided about the project; the next `hall()` goes by it. */
  async decide(request: TrustRequest, trusted: boolean): Promise<void> {
    await trustStore(this.#person).remember(request, trusted ? 'trusted' : 'refused', systemClock.now());
  }

  /** A hall of its own for one run that sets something itself. The caller closes it. */
  async hallWith(settings: readonly Setting[]): Promise<Hall> {
    return await openHall({ ...this.#options, settings: [...this.#options.settings, ...settings] });
  }

  /** Stops every run, leaves its debate resumable, and ends every agent. */
  async close(): Promise<void> {
    await this.runs.close();
    await closeOpened([...this.#replaced, this.#hall]);
  }
}
