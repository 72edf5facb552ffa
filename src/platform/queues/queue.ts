// The contract of a queue of runs: who asked for which, in what order they start, and what became of them. One run of a debate
// is one entry, however often it is asked for. What a run does, it does not know.
import { type ErrorCode, HallError } from '../../domain/failures/errors.ts';
import { packageFile } from '../../support/package-root.ts';
import type { Alarm } from '../../support/wait.ts';

export const RUN_PRIORITIES = ['low', 'normal', 'high'] as const;
export type RunPriority = (typeof RUN_PRIORITIES)[number];

/** A debate that is to be run; its seats, limits and rounds are in its ledger. */
export interface RunOrder {
  readonly threadId: string;
  /** Names of the agents in its seats: only a worker that has all of them takes it. */
  readonly agents: readonly string[];
  /** Who asked for it; runs of different people take turns. */
  readonly owner?: string;
  readonly priority?: RunPriority;
}

export const RUN_STATES = ['waiting', 'running', 'paused', 'done', 'failed', 'cancelled'] as const;
/** `paused`: it ended because a person is next, and is queued again with their turn. */
export type RunState = (typeof RUN_STATES)[number];
/** Of runs that are not over, so that they can be stopped. */
export const LIVE_STATES: readonly RunState[] = ['waiting', 'running'];
export const isLive = (run: { readonly state: RunState } | undefined): boolean =>
  run !== undefined && LIVE_STATES.includes(run.state);

export interface QueuedRun extends RunOrder {
  readonly state: RunState;
  readonly asked: Date;
  readonly started?: Date;
  readonly ended?: Date;
  /** How often it was started. */
  readonly attempts: number;
  /** Who runs it, or ran it last. */
  readonly worker?: string;
  /** Why it failed, or is tried again: a sentence, and its code. */
  readonly problem?: string;
  readonly code?: ErrorCode;
}

export interface RunFilter {
  readonly threadId?: string;
  readonly owner?: string;
  readonly states?: readonly RunState[];
  /** At most so many, the newest first. */
  readonly most?: number;
}

interface RunTask extends RunOrder {
  /** From 1. */
  readonly attempt: number;
  /** Who runs it. */
  readonly worker: string;
  /** Aborted when it was cancelled, the worker stops, or somebody else may have taken it over. */
  readonly signal: AbortSignal;
}

export type RunResult =
  /** Nothing is left to do, or nothing can be done before somebody raises a limit. */
  | { readonly kind: 'done' }
  /** A person is next. `events`: how many its ledger had then; a turn that is recorded after them has it continue. */
  | { readonly kind: 'paused'; readonly events: number }
  /** It was stopped before its end; a worker that stops leaves it to others. */
  | { readonly kind: 'stopped' }
  /** It is tried again later, on another worker perhaps, unless that cannot help. */
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly problem: string; readonly retry: boolean };

/** Of a run that met a fault of the program. */
export const toFault = (error: unknown): RunResult => ({
  kind: 'failed',
  code: 'internal',
  problem: error instanceof Error ? error.message : String(error),
  retry: true,
});

/** Must not throw for what can go wrong with a debate: that is a result. */
export type PerformRun = (task: RunTask) => Promise<RunResult>;

export interface WorkOptions {
  /** How the queue calls this worker. */
  readonly name: string;
  /** Runs at the same time. */
  readonly concurrency: number;
  /** Which agents it has. */
  readonly agents: readonly string[];
}

type Queued = 'queued' | 'already-queued' | 'no-place';

export interface QueueWorker {
  /** Takes no further runs; those that still run after `graceMs` are stopped, and left to others. */
  close(graceMs: number): Promise<void>;
}

/** A decision that is debated again and again, to see whether it still holds. */
export interface Schedule {
  readonly name: string;
  /** When, in UTC: "0 6 1 * *" is at six on the first of every month. */
  readonly cron: string;
  /** The debate to recheck. */
  readonly threadId: string;
  readonly owner?: string;
}

export interface KnownSchedule extends Schedule {
  /** Why its last recheck could not be opened. */
  readonly problem?: string;
}

export interface WorkerTasks {
  readonly run: PerformRun;
  /** Opens and queues what is due. */
  readonly recheck: (schedule: Schedule) => Promise<void>;
  /** Hears of an error with one run or one queue, which keeps the worker from no other; empty where it is about neither. */
  readonly report: (error: unknown, about: string) => void;
}

/** A worker that has said lately that it takes runs. */
export interface KnownWorker {
  readonly name: string;
  readonly agents: readonly string[];
  /** It takes only what this person asked for. */
  readonly owner?: string;
  readonly concurrency: number;
}

export interface RunQueue {
  /**
   * `already-queued`: it waits or runs, and that run is the one that counts. `no-place`: as many runs of its owner as `most` allows
   * wait or run. Of two who ask for the last place at the same time, one gets it. `prepare` is carried out once it is certain that the
   * run is queued, before anybody can take it and before another order is looked at; what it throws leaves nothing queued.
   */
  enqueue(order: RunOrder, most?: number, prepare?: () => Promise<void>): Promise<Queued>;
  /** Queues again a run that ended for a person; does nothing for any other. A worker does it where whoever spoke could not. */
  continueRun(threadId: string): Promise<void>;
  /** Stops a run, or takes it out of the queue; the debate stays resumable. `false` when it neither waits nor runs. */
  cancel(threadId: string): Promise<boolean>;
  /** Queues again a run that failed or was cancelled. `false` when there is none. */
  retry(threadId: string): Promise<boolean>;
  list(filter?: RunFilter): Promise<readonly QueuedRun[]>;
  /** Leaves no trace of a debate that is deleted, and that nobody runs: its run goes, and its schedules. */
  remove(threadId: string): Promise<void>;
  /** Forgets runs that were over before that time, and says how many they are; with `dryRun` it only counts them. */
  forget(before: Date, dryRun: boolean): Promise<number>;
  /** The run once it neither waits nor runs, or as it is when `signal` is aborted; `undefined` when it was never queued. */
  whenEnded(threadId: string, signal: AbortSignal): Promise<QueuedRun | undefined>;
  /** Wakes whoever waits for the run, or any run, to be queued, stopped or ended. */
  alarm(threadId?: string): { readonly changed: Alarm; close(): void };
  /** By name. */
  workers(): Promise<readonly KnownWorker[]>;
  work(options: WorkOptions, tasks: WorkerTasks): Promise<QueueWorker>;
  /** Sets a schedule of that name, in place of any other. Throws `bad-input` for a name or times that it cannot have. */
  setSchedule(schedule: Schedule): Promise<void>;
  /** `false` when there is none. */
  removeSchedule(name: string): Promise<boolean>;
  schedules(): Promise<readonly KnownSchedule[]>;
  /** Ends connections, and every run that this process works on. */
  close(): Promise<void>;
}

/** Of a hall whose runs end with the process that asked for them. */
export function createNotSharedError(): HallError {
  return new HallError('config-invalid', 'This hall has no queue that workers share.', {
    hint: `Set "store": {"kind": "postgres"} and leave out "queue": see ${packageFile('docs/team-hall.md')}.`,
  });
}
