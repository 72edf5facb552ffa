// One limit for many debates, some of which run at the same time: each gets its share of what is left, and gives back what it leaves.
import { limitsLeft } from '../../../domain/budget.ts';
import type { Limits } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { Clock } from '../../../support/clock.ts';

type Spending = Parameters<typeof limitsLeft>[0];

const SHARED = ['tokens', 'costMicroUsd'] as const;
const NAMES = { tokens: 'tokens', costMicroUsd: 'money', wallMs: 'time' } as const;

export class SharedLimits {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #left: Partial<Limits>;
  readonly #jobs: number;
  #waiting: number;
  #running = 0;

  /** `limits` on all together, of `debates` of which at most `jobs` run at once. */
  constructor(limits: Partial<Limits>, debates: number, jobs: number, clock: Clock) {
    this.#left = { ...limits };
    this.#waiting = debates;
    this.#jobs = jobs;
    this.#clock = clock;
    this.#startedAt = clock.elapsed();
  }

  /** Limits of the next debate, where there are some on all. Throws `limit-reached` where nothing is left; a debate that `begin`s also `end`s. */
  begin(): Partial<Limits> {
    const share = { ...this.#left };
    const sharers = Math.min(this.#jobs - this.#running, this.#waiting);
    this.#waiting -= 1;
    this.#running += 1;
    for (const name of SHARED) {
      const left = this.#left[name];
      if (typeof left === 'number') share[name] = Math.floor(left / sharers);
    }
    // Time passes for all of them at once.
    if (typeof share.wallMs === 'number') share.wallMs -= this.#clock.elapsed() - this.#startedAt;
    for (const [name, amount] of Object.entries(share))
      if (amount !== null && amount < 1) this.#refuse(name as keyof Limits);
    for (const name of SHARED) this.#give(name, -(share[name] ?? 0));
    return share;
  }

  /** `debate`: of one that was opened; another one has used nothing of its share. */
  end(share: Partial<Limits>, debate: Spending | undefined): void {
    this.#running -= 1;
    const left = debate === undefined ? share : limitsLeft(debate);
    for (const name of SHARED) this.#give(name, left[name] ?? 0);
  }

  #give(name: (typeof SHARED)[number], amount: number): void {
    const left = this.#left[name];
    if (typeof left === 'number') this.#left[name] = left + amount;
  }

  #refuse(name: keyof Limits): never {
    this.#running -= 1;
    throw new HallError('limit-reached', `The limit on ${NAMES[name]} of all lines together is used up.`, {
      hint: 'Run the lines that were not begun in a file of their own, with a limit of their own.',
    });
  }
}
