// Something that this process holds in the database: it says so again and again, and loses it when it is silent for too long.
import { HallError } from '../../domain/failures/errors.ts';
import type { Clock } from '../../support/clock.ts';

const RENEW_EVERY_MS = 5_000;
/** A holder that hears nothing gives up so long before, as programs take a moment to end and nobody may work without it. */
const END_WITHIN_MS = 3_000;

export interface Held {
  /** How long it is good for without a word of its holder, in milliseconds. */
  readonly leaseMs: number;
  /** When it was asked for last, by `clock`. */
  readonly askedAt: number;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Holds it on; no rows where somebody else has it. `onRetry` hears when it is asked again. */
  readonly renew: (onRetry: () => void) => Promise<readonly unknown[]>;
  readonly giveBack: () => Promise<unknown>;
}

/** How long what was asked for then can be used. Counted from the question, so it never ends later than in the database. */
export function countLeft({ leaseMs, askedAt, clock }: Pick<Held, 'leaseMs' | 'askedAt' | 'clock'>): number {
  return leaseMs - END_WITHIN_MS - (clock.elapsed() - askedAt);
}

/** Renews it until it is released, or lost: somebody else has taken it, or the database says nothing for as long as it is good. */
export function holdLease({ leaseMs, askedAt, clock, renew, giveBack }: Held): {
  readonly lost: AbortSignal;
  release(): Promise<void>;
} {
  const lost = new AbortController();
  let asked = askedAt;
  let isAsking = false;
  let isOver = false;
  let isReleased = false;
  /** Renewed after it was given up here: the database would keep it for nobody. */
  let cameLate = false;
  const endLater = () => setTimeout(giveUp, countLeft({ leaseMs, askedAt: asked, clock })).unref();
  const stop = () => {
    isOver = true;
    clearInterval(renewing);
    clearTimeout(end);
  };
  const give = (reason?: HallError) => {
    stop();
    lost.abort(reason);
  };
  const giveUp = () => give(new HallError('storage', 'The database has not answered for too long.', { passes: true }));
  let end = endLater();
  const noteAsked = () => {
    asked = clock.elapsed();
  };
  const askAgain = async () => {
    isAsking = true;
    noteAsked();
    const rows = await renew(noteAsked).catch(() => undefined);
    isAsking = false;
    if (rows === undefined) return;
    if (isOver) {
      cameLate = lost.signal.aborted && rows.length > 0;
      if (cameLate && isReleased) await giveBack().catch(() => {});
      return;
    }
    if (rows.length === 0) return give();
    clearTimeout(end);
    end = endLater();
  };
  const renewing = setInterval(() => {
    if (!isAsking) void askAgain();
  }, RENEW_EVERY_MS).unref();
  return {
    lost: lost.signal,
    release: async () => {
      stop();
      isReleased = true;
      if (!lost.signal.aborted || cameLate) await giveBack().catch(() => {});
    },
  };
}
