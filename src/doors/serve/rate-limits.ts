// How much each person may ask of a server, and how often somebody at one address may show a wrong key.
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { HallError } from '../../domain/failures/errors.ts';
import type { Connection } from '../../net/server/server.ts';
import type { Principal } from '../../platform/access/principal.ts';
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

const digestToken = (token: string) => createHash('sha256').update(token).digest('base64');

const isNear = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast';

/** Whom a proxy of this machine or network speaks for, as it says itself; what it was told, anybody can write. */
function findAddress({ headers }: Request, { remoteAddress = '' }: Connection): string {
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return forwarded !== '' && isNear(remoteAddress) ? forwarded : remoteAddress;
}

/** Wrong keys of an address. One that was right before is still looked at when the address has shown too many. */
export class WrongKeys {
  readonly #rate = new RateLimiterMemory({ points: MOST_WRONG_KEYS_A_MINUTE, duration: MINUTE_SECONDS });
  readonly #right = new Set<string>();
  readonly #countRefusal: () => void;

  /** `countRefusal`: of one that was not even looked at. */
  constructor(countRefusal: () => void) {
    this.#countRefusal = countRefusal;
  }

  /** Throws `quota-reached`. */
  async check(token: string, request: Request, connection: Connection): Promise<void> {
    const shown = await this.#rate.get(findAddress(request, connection));
    if (shown === null || shown.remainingPoints > 0 || this.#right.has(digestToken(token))) return;
    this.#countRefusal();
    throw createWaitError('Too many wrong keys have come from this address.', shown);
  }

  async count(token: string, isRight: boolean, request: Request, connection: Connection): Promise<void> {
    const digest = digestToken(token);
    this.#right.delete(digest);
    if (!isRight) return void (await this.#rate.penalty(findAddress(request, connection)));
    this.#right.add(digest);
    const [oldest] = this.#right;
    if (this.#right.size > MOST_REMEMBERED && oldest !== undefined) this.#right.delete(oldest);
  }
}
