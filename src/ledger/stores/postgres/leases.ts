// Leases as leases: whoever has one says so again and again, and loses it when it is silent for too long.
import { HallError } from '../../../domain/failures/errors.ts';
import type { Database } from '../../../platform/database/database.ts';
import { systemClock } from '../../../support/clock.ts';
import type { Lease } from '../store.ts';

/** How long a claim is good for without a word of its holder. */
const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 5_000;
/** A holder that hears nothing gives up so long before, as programs take a moment to end and nobody may work without the claim. */
const END_WITHIN_MS = 3_000;

/** Columns of the debate that hold it; never the words of a caller. */
export type ClaimKind = 'run' | 'posting';

interface Taken {
  readonly id: string;
  readonly kind: ClaimKind;
  readonly fence: number;
  /** By the clock of this process. */
  readonly askedAt: number;
}

export class Leases {
  readonly #database: Database;
  readonly #newName: () => string;

  /** `newName`: a name that nothing else has. */
  constructor(database: Database, newName: () => string) {
    this.#database = database;
    this.#newName = newName;
  }

  /** `undefined` when somebody else has it. */
  async take(id: string, kind: ClaimKind): Promise<Lease | undefined> {
    const holder = this.#newName();
    let askedAt = systemClock.elapsed();
    const rows = await this.#database.query<{ fence: string }>(
      `update debate_hall.debate
       set ${kind}_fence = ${kind}_fence + 1, ${kind}_holder = $4, ${kind}_until = clock_timestamp() + $3 * interval '1 millisecond'
       where hall = $1 and id = $2 and (coalesce(${kind}_until < clock_timestamp(), true) or ${kind}_holder = $4)
       returning ${kind}_fence as fence`,
      [this.#database.hall, id, LEASE_MS, holder],
      () => {
        askedAt = systemClock.elapsed();
      },
    );
    const fence = rows[0]?.fence;
    return fence === undefined ? undefined : this.#keep({ id, kind, fence: Number(fence), askedAt });
  }

  async isRunning(id: string): Promise<boolean> {
    const rows = await this.#database.query<{ taken: boolean }>(
      `select coalesce(run_until >= clock_timestamp(), false) as taken
       from debate_hall.debate where hall = $1 and id = $2`,
      [this.#database.hall, id],
    );
    return rows[0]?.taken === true;
  }

  /** Renews it until it is released, or lost: somebody else has taken it, or the database says nothing for as long as it is good. */
  #keep({ id, kind, fence, askedAt }: Taken): Lease {
    const lost = new AbortController();
    let asked = askedAt;
    let isAsking = false;
    let isOver = false;
    const set = async (until: string) => {
      const ask = () => {
        asked = systemClock.elapsed();
      };
      ask();
      return await this.#database.query(
        `update debate_hall.debate set ${kind}_until = ${until}
         where hall = $1 and id = $2 and ${kind}_fence = $3 and ${kind}_until is not null returning 1`,
        [this.#database.hall, id, fence],
        ask,
      );
    };
    // Counted from the question, so it never ends later than in the database.
    const endLater = () => setTimeout(giveUp, LEASE_MS - END_WITHIN_MS - (systemClock.elapsed() - asked)).unref();
    const stop = () => {
      isOver = true;
      clearInterval(renewing);
      clearTimeout(end);
    };
    const give = (reason?: HallError) => {
      stop();
      lost.abort(reason);
    };
    const giveUp = () =>
      give(new HallError('storage', 'The database has not answered for too long.', { passes: true }));
    let end = endLater();
    const renew = async () => {
      isAsking = true;
      const rows = await set(`clock_timestamp() + interval '${LEASE_MS} milliseconds'`).catch(() => undefined);
      isAsking = false;
      if (isOver || rows === undefined) return;
      if (rows.length === 0) return give();
      clearTimeout(end);
      end = endLater();
    };
    const renewing = setInterval(() => {
      if (!isAsking) void renew();
    }, RENEW_EVERY_MS).unref();
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
