// What all tools of one server share: the hall, opened when it is first needed, and the runs that go on.
import type { OpenHallOptions } from '../compose/hall.ts';
import { openHall } from '../compose/hall.ts';
import { packageVersion } from '../compose/version.ts';
import type { Setting } from '../config/variables.ts';
import type { Hall } from '../operations/hall.ts';
import { Runs } from './runs.ts';

export type PartsOptions = Pick<OpenHallOptions, 'cwd' | 'env' | 'home' | 'configFile'> & {
  readonly settings: readonly Setting[];
};

export class ServerParts {
  readonly version = packageVersion();
  readonly runs = new Runs();
  readonly #options: PartsOptions;
  #hall: Promise<Hall> | undefined;

  constructor(options: PartsOptions) {
    this.#options = options;
  }

  /** Throws `config-invalid`; the next call tries again, so that a mended file needs no new server. */
  async hall(): Promise<Hall> {
    this.#hall ??= openHall(this.#options);
    try {
      return await this.#hall;
    } catch (error) {
      this.#hall = undefined;
      throw error;
    }
  }

  /** A hall of its own for one run that sets something itself. The caller closes it. */
  async hallWith(settings: readonly Setting[]): Promise<Hall> {
    return await openHall({ ...this.#options, settings: [...this.#options.settings, ...settings] });
  }

  /** Stops every run, leaves its debate resumable, and ends every agent. */
  async close(): Promise<void> {
    await this.runs.close();
    const hall = await this.#hall?.catch(() => undefined);
    await hall?.close();
  }
}
