// Claims as leases: whoever has one says so again and again, and loses it when it is silent for too long.

import type { Database } from '../../database/database.ts';
import { systemClock } from '../../support/clock.ts';
import type { Claim } from '../store.ts';

/** How long a claim is good for without a word of its holder. */
const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 5_000;
/** A holder that has heard nothing from the database for so long has lost it; the database may have given it away before. */
const GIVE_UP_AFTER_MS = 30_000;

/** Columns of the debate that hold it; never the words of a caller. */
export type ClaimKind = 'run' | 'posting';

/** A timer of the system that keeps no process alive. */
function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
}

export class Claims {
  readonly #database: Database;
  readonly #hall: string;
  readonly #newName: () => string;

  /** `newName`: a name that nothing else has. */
  constructor(database: Database, hall: string, newName: () => string) {
    this.#database = database;
    this.#hall = hall;
    this.#newName = newName;
  }

  /** `undefined` when somebody else has it. */
  async take(id: string, kind: ClaimKind): Promise<Claim | undefined> {
    const holder = this.#newName();
    const rows = await this.#database.query<{ fence: string }>(
      `update debate_hall.debate
       set ${kind}_fence = ${kind}_fence + 1, ${kind}_holder = $4, ${kind}_until = clock_timestamp() + $3 * interval '1 millisecond'
       where hall = $1 and id = $2 and (coalesce(${kind}_until < clock_timestamp(), true) or ${kind}_holder = $4)
       returning ${kind}_fence as fence`,
      [this.#hall, id, LEASE_MS, holder],
    );
    const fence = rows[0]?.fence;
    return fence === undefined ? undefined : this.#keep(id, kind, Number(fence));
  }

  async isTaken(id: string, kind: ClaimKind): Promise<boolean> {
    const rows = await this.#database.query<{ taken: boolean }>(
      `select coalesce(${kind}_until >= clock_timestamp(), false) as taken
       from debate_hall.debate where hall = $1 and id = $2`,
      [this.#hall, id],
    );
    return rows[0]?.taken === true;
  }

  /** Renews it until it is released, or lost: somebody else has taken it, or the database stays away. */
  #keep(id: string, kind: ClaimKind, fence: number): Claim {
    const lost = new AbortController();
    const set = async (until: string) =>
      await this.#database.query(
        `update debate_hall.debate set ${kind}_until = ${until}
         where hall = $1 and id = $2 and ${kind}_fence = $3 and ${kind}_until is not null returning 1`,
        [this.#hall, id, fence],
      );
    let confirmedAt = systemClock.elapsed();
    let askedAt: number | undefined;
    const renew = async () => {
      askedAt = systemClock.elapsed();
      const rows = await set(`clock_timestamp() + interval '${LEASE_MS} milliseconds'`).catch(() => undefined);
      if (rows?.length === 0) give();
      else if (rows !== undefined) confirmedAt = askedAt;
      askedAt = undefined;
    };
    const stop = every(RENEW_EVERY_MS, () => {
      if (askedAt === undefined) void renew();
      else if (systemClock.elapsed() - confirmedAt > GIVE_UP_AFTER_MS) give();
    });
    const give = () => {
      stop();
      lost.abort();
    };
    return {
      fence,
      lost: lost.signal,
      release: async () => {
        stop();
        if (!lost.signal.aborted) await set('null').catch(() => []);
      },
    };
  }
}
