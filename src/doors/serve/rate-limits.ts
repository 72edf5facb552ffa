// How much each person may ask of a server, and how often somebody at one address may show a wrong key.
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { HallError } from '../../domain/failures/errors.ts';
import type { Connection } from '../../net/server/server.ts';
import type { Principal } from '../../platform/access/principal.ts';
import type { VerifyToken } from '../../platform/auth/credentials.ts';
import { whenAborted } from '../../support/wait.ts';

/** Open at once, streams included. A tab has one or two, a client of MCP some more. */
const MOST_OPEN = 100;
/** Fifty a second: more than a busy page with many tabs needs. */
const MOST_A_MINUTE = 3_000;
const MOST_WRONG_KEYS_A_MINUTE = 30;
const MOST_REMEMBERED = 10_000;
const MINUTE_SECONDS = 60;

function createWaitError(message: string, { msBeforeNext }: RateLimiterRes): HallError {
  const retryAfterSeconds = Math.ceil(msBeforeNext / 1_000);
  const hint = `Try again in ${retryAfterSeconds} s.`;
  return new HallError('quota-reached', message, { hint, details: { retryAfterSeconds } });
}

const toPersonKey = ({ id, halls }: Principal) => JSON.stringify([id, halls]);

export class RateLimits {
  readonly #open = new Map<string, number>();
  readonly #rate = new RateLimiterMemory({ points: MOST_A_MINUTE, duration: MINUTE_SECONDS });

  /** Counts it until the signal is aborted. Throws `quota-reached`. */
  async begin(principal: Principal, signal: AbortSignal): Promise<void> {
    const person = toPersonKey(principal);
    await this.#rate.consume(person).catch((refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw createWaitError(`You have sent ${MOST_A_MINUTE} requests within a minute.`, refused);
    });
    const open = this.#open.get(person) ?? 0;
    if (open >= MOST_OPEN) {
      throw new HallError('quota-reached', `You have ${open} requests open.`, { hint: 'End some of them first.' });
    }
    this.#open.set(person, open + 1);
    whenAborted(signal, () => this.#end(person));
  }

  #end(person: string): void {
    const left = (this.#open.get(person) ?? 0) - 1;
    if (left > 0) this.#open.set(person, left);
    else this.#open.delete(person);
  }
}

type Verified = Awaited<ReturnType<VerifyToken>>;

const digestToken = (token: string) => createHash('sha256').update(token).digest('base64');

const isNear = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast';

/** Whom a proxy of this machine or network speaks for, as it says itself; what it was told, anybody can write. */
function findAddress({ headers }: Request, { remoteAddress = '' }: Connection): string {
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return forwarded !== '' && isNear(remoteAddress) ? forwarded : remoteAddress;
}

/**
 * Different keys that an address has guessed: one that was right before is still looked at when there were too many. One that is shown
 * again and again, as programs do with theirs after its end, is no guess: it alone is refused then.
 */
export class WrongKeys {
  readonly #rate = new RateLimiterMemory({ points: MOST_WRONG_KEYS_A_MINUTE, duration: MINUTE_SECONDS });
  readonly #same = new RateLimiterMemory({ points: MOST_WRONG_KEYS_A_MINUTE, duration: MINUTE_SECONDS });
  readonly #right = new Set<string>();
  readonly #countRefusal: () => void;

  /** `countRefusal`: of one that was not even looked at. */
  constructor(countRefusal: () => void) {
    this.#countRefusal = countRefusal;
  }

  /** Throws `quota-reached`. */
  async check(token: string, request: Request, connection: Connection): Promise<void> {
    const [address, digest] = [findAddress(request, connection), digestToken(token)];
    const same = await this.#same.get(`${address} ${digest}`);
    if (same !== null && same.remainingPoints <= 0) {
      this.#countRefusal();
      throw createWaitError('This key, which nobody can sign in with, has been sent too often.', same);
    }
    const shown = await this.#rate.get(address);
    if (shown === null || shown.remainingPoints > 0 || this.#right.has(digest)) return;
    this.#countRefusal();
    throw createWaitError('Too many wrong keys have come from this address.', shown);
  }

  async count(token: string, found: Verified, request: Request, connection: Connection): Promise<void> {
    const [address, digest] = [findAddress(request, connection), digestToken(token)];
    this.#right.delete(digest);
    if (found === undefined || found === 'ended') {
      const { consumedPoints } = await this.#same.penalty(`${address} ${digest}`);
      if (found === undefined && consumedPoints === 1) await this.#rate.penalty(address);
      return;
    }
    this.#right.add(digest);
    const [oldest] = this.#right;
    if (this.#right.size > MOST_REMEMBERED && oldest !== undefined) this.#right.delete(oldest);
  }
}
