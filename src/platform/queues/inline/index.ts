// The queue of a hall that nobody shares: every run starts at once, in this process, and ends with it.
import { defined } from '../../../domain/defined.ts';
import { wait } from '../../../support/wait.ts';
import {
  createNotSharedError,
  type KnownWorker,
  type PerformRun,
  type Queued,
  type QueuedRun,
  type QueueWorker,
  type RunFilter,
  type RunOrder,
  type RunQueue,
  type RunResult,
  type RunState,
  type Schedule,
} from '../queue.ts';

const END_STATES = {
  done: 'done',
  paused: 'paused',
  stopped: 'cancelled',
  failed: 'failed',
} as const satisfies Record<RunResult['kind'], RunState>;

/** Ended runs that are remembered. */
const MOST_ENDED = 1_000;

interface Entry {
  run: QueuedRun;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  /** A person has spoken while it ran, so it is not to pause for them. */
  isWanted?: boolean;
}

export interface InlineQueueOptions {
  /** How the queue calls this process. */
  readonly worker: string;
  readonly run: PerformRun;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export class InlineQueue implements RunQueue {
  readonly #options: InlineQueueOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: InlineQueueOptions) {
    this.#options = options;
  }

  async enqueue(order: RunOrder, most = Number.POSITIVE_INFINITY): Promise<Queued> {
    if (this.#isRunning(order.threadId)) return 'already-queued';
    const running = [...this.#entries.values()].filter(({ run }) => run.state === 'running');
    if (running.filter(({ run }) => run.owner === order.owner).length >= most) return 'no-place';
    this.#start(order, 1);
    return 'queued';
  }

  async continueRun(threadId: string): Promise<void> {
    const entry = this.#entries.get(threadId);
    if (entry?.run.state === 'paused') this.#start(entry.run, 1);
    else if (entry?.run.state === 'running') entry.isWanted = true;
  }

  async cancel(threadId: string): Promise<boolean> {
    if (!this.#isRunning(threadId)) return false;
    this.#entries.get(threadId)?.stop.abort();
    return true;
  }

  async retry(threadId: string): Promise<boolean> {
    const entry = this.#entries.get(threadId);
    if (entry?.run.state !== 'failed' && entry?.run.state !== 'cancelled') return false;
    this.#start(entry.run, entry.run.attempts + 1);
    return true;
  }

  async list({ threadId, owner, states, most }: RunFilter = {}): Promise<readonly QueuedRun[]> {
    return [...this.#entries.values()]
      .map(({ run }) => run)
      .filter((run) => threadId === undefined || run.threadId === threadId)
      .filter((run) => owner === undefined || run.owner === owner)
      .filter(({ state }) => states === undefined || states.includes(state))
      .reverse()
      .slice(0, most);
  }

  /** They are forgotten when the process ends. */
  async forget(): Promise<number> {
    return 0;
  }

  async whenEnded(threadId: string, signal: AbortSignal): Promise<QueuedRun | undefined> {
    const entry = this.#entries.get(threadId);
    if (entry === undefined) return undefined;
    const never = new AbortController();
    await Promise.race([entry.ended, wait(2 ** 31 - 1, AbortSignal.any([signal, never.signal]))]);
    never.abort();
    return entry.run;
  }

  async workers(): Promise<readonly KnownWorker[]> {
    return [];
  }

  async work(): Promise<QueueWorker> {
    throw createNotSharedError();
  }

  async setSchedule(): Promise<void> {
    throw createNotSharedError();
  }

  async removeSchedule(): Promise<boolean> {
    return false;
  }

  async schedules(): Promise<readonly Schedule[]> {
    return [];
  }

  async close(): Promise<void> {
    const entries = [...this.#entries.values()];
    for (const { stop } of entries) stop.abort();
    await Promise.all(entries.map(async ({ ended }) => await ended));
  }

  #isRunning(threadId: string): boolean {
    return this.#entries.get(threadId)?.run.state === 'running';
  }

  #start({ threadId, agents, owner }: RunOrder, attempt: number): void {
    const { worker, now } = this.#options;
    const order: RunOrder = { threadId, agents, ...defined({ owner }) };
    const stop = new AbortController();
    const asked = new Date(now());
    const run: QueuedRun = { ...order, state: 'running', asked, started: asked, attempts: attempt, worker };
    this.#entries.delete(threadId);
    const entry: Entry = { run, stop, ended: this.#perform(order, attempt, stop.signal) };
    this.#entries.set(threadId, entry);
    this.#forget();
  }

  async #perform(order: RunOrder, attempt: number, signal: AbortSignal): Promise<void> {
    const { worker } = this.#options;
    const result = await this.#options.run({ ...order, attempt, worker, signal });
    const entry = this.#entries.get(order.threadId);
    if (entry === undefined) return;
    const problem = result.kind === 'failed' ? { problem: result.problem, code: result.code } : {};
    const isDueAgain = result.kind === 'paused' && entry.isWanted === true;
    entry.run = { ...entry.run, ...problem, state: END_STATES[result.kind], ended: new Date(this.#options.now()) };
    if (isDueAgain) this.#start(order, 1);
  }

  /** Of those that ended, the oldest. */
  #forget(): void {
    for (const [threadId, { run }] of this.#entries) {
      if (this.#entries.size <= MOST_ENDED) return;
      if (run.state !== 'running') this.#entries.delete(threadId);
    }
  }
}
