// The process runner: starts every program but a person's editor. docs/processes.md says what it guarantees.
import type { Clock } from '../support/clock.ts';
import { createLeftovers } from './leftovers.ts';
import type { ProcessRequest, ProcessRunner, RunningProcess } from './process.ts';
import { runProgram } from './run-program.ts';

const GRACE_MS = 2_000;

export interface ProcessRunnerOptions {
  readonly clock: Clock;
  /** How long a group has between being asked to end and being ended; 2 seconds unless told otherwise. */
  readonly graceMs?: number;
}

/** One per process is enough; `close()` it in the end. */
export function createProcessRunner({ clock, graceMs = GRACE_MS }: ProcessRunnerOptions): ProcessRunner {
  const leftovers = createLeftovers(graceMs);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  return {
    start(request: ProcessRequest): RunningProcess {
      const signal = AbortSignal.any([request.signal, closing.signal]);
      const started = runProgram({ ...request, signal }, { clock, graceMs, leftovers });
      const forget = () => running.delete(started.result);
      running.add(started.result);
      started.result.then(forget, forget);
      return started;
    },
    async scratch() {
      const path = leftovers.createFolder();
      return { path, remove: () => leftovers.removeFolder(path) };
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      await leftovers.close();
    },
  };
}
