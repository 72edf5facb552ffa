// The queue of a hall that nobody shares: every run starts at once, in this process, and ends with it.
import pLimit from 'p-limit';
import { defined } from '../../../domain/defined.ts';
import { Alarm, waitFor } from '../../../support/wait.ts';
import {
  createNotSharedError,
  type PerformRun,
  type QueuedRun,
  type RunOrder,
  type RunQueue,
  type RunResult,
  type RunState,
  toFault,
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

export function openInlineQueue({ worker, run: perform, now }: InlineQueueOptions): RunQueue {
  const entries = new Map<string, Entry>();
  const alarms = new Map<Alarm, string | undefined>();
  const limitOrders = pLimit(1);
  const isRunning = (threadId: string) => entries.get(threadId)?.run.state === 'running';

  function tell(threadId: string): void {
    for (const [changed, about = threadId] of alarms) if (about === threadId) changed.ring();
  }

  function start({ threadId, agents, owner }: RunOrder, attempt: number): void {
    const order: RunOrder = { threadId, agents, ...defined({ owner }) };
    const stop = new AbortController();
    const asked = new Date(now());
    const run: QueuedRun = { ...order, state: 'running', asked, started: asked, attempts: attempt, worker };
    entries.delete(threadId);
    entries.set(threadId, { run, stop, ended: carryOut(order, attempt, stop.signal) });
    forgetOldest();
    tell(threadId);
  }

  async function carryOut(order: RunOrder, attempt: number, signal: AbortSignal): Promise<void> {
    const result = await perform({ ...order, attempt, worker, signal }).catch(toFault);
    const entry = entries.get(order.threadId);
    if (entry === undefined) return;
    const problem = result.kind === 'failed' ? { problem: result.problem, code: result.code } : {};
    const isDueAgain = result.kind === 'paused' && entry.isWanted === true;
    entry.run = { ...entry.run, ...problem, state: END_STATES[result.kind], ended: new Date(now()) };
    if (isDueAgain) start(order, 1);
    else tell(order.threadId);
  }

  function forgetOldest(): void {
    for (const [threadId, { run }] of entries) {
      if (entries.size <= MOST_ENDED) return;
      if (run.state !== 'running') entries.delete(threadId);
    }
  }

  const refuse = async (): Promise<never> => {
    throw createNotSharedError();
  };

  return {
    enqueue: async (order, most = Number.POSITIVE_INFINITY, prepare = async () => {}) =>
      await limitOrders(async () => {
        if (isRunning(order.threadId)) return 'already-queued';
        const running = [...entries.values()].filter(({ run }) => run.state === 'running');
        if (running.filter(({ run }) => run.owner === order.owner).length >= most) return 'no-place';
        await prepare();
        start(order, 1);
        return 'queued';
      }),
    continueRun: async (threadId) => {
      const entry = entries.get(threadId);
      if (entry?.run.state === 'paused') start(entry.run, 1);
      else if (entry?.run.state === 'running') entry.isWanted = true;
    },
    cancel: async (threadId) => {
      if (!isRunning(threadId)) return false;
      entries.get(threadId)?.stop.abort();
      return true;
    },
    retry: async (threadId) => {
      const entry = entries.get(threadId);
      if (entry?.run.state !== 'failed' && entry?.run.state !== 'cancelled') return false;
      start(entry.run, entry.run.attempts + 1);
      return true;
    },
    list: async ({ threadId, owner, states, most } = {}) =>
      [...entries.values()]
        .map(({ run }) => run)
        .filter((run) => threadId === undefined || run.threadId === threadId)
        .filter((run) => owner === undefined || run.owner === owner)
        .filter(({ state }) => states === undefined || states.includes(state))
        .reverse()
        .slice(0, most),
    remove: async (threadId) => {
      if (!isRunning(threadId)) entries.delete(threadId);
    },
    /** They are forgotten when the process ends. */
    forget: async () => 0,
    whenEnded: async (threadId, signal) => {
      const entry = entries.get(threadId);
      if (entry === undefined) return undefined;
      await waitFor(entry.ended, Number.POSITIVE_INFINITY, signal);
      return entry.run;
    },
    alarm: (threadId) => {
      const changed = new Alarm();
      alarms.set(changed, threadId);
      return { changed, close: () => void alarms.delete(changed) };
    },
    workers: async () => [],
    work: refuse,
    setSchedule: refuse,
    removeSchedule: async () => false,
    schedules: async () => [],
    close: async () => {
      const open = [...entries.values()];
      for (const { stop } of open) stop.abort();
      await Promise.all(open.map(async ({ ended }) => await ended));
    },
  };
}
