// The process runner: starts every program but a person's editor. docs/processes.md says what it guarantees.
import { tmpdir } from 'node:os';
import { storageError } from '../domain/storage-error.ts';
import type { Clock } from '../support/clock.ts';
import { createLeftovers, type Leftovers } from './leftovers.ts';
import type { ProcessRequest, ProcessRunner, RunningProcess, StayingProcess, StayingRequest } from './process.ts';
import { runProgram } from './run-program.ts';
import { stayingProgram } from './staying-program.ts';

const GRACE_MS = 2_000;

export interface ProcessRunnerOptions {
  readonly clock: Clock;
  /** How long a group has between being asked to end and being ended; 2 seconds unless told otherwise. */
  readonly graceMs?: number;
}

function scratchFolder(leftovers: Leftovers): string {
  try {
    return leftovers.createFolder();
  } catch (error) {
    throw storageError(error, `make a folder in ${tmpdir()}`, 'temporary');
  }
}

/** One per process is enough; `close()` it in the end. */
export function createProcessRunner({ clock, graceMs = GRACE_MS }: ProcessRunnerOptions): ProcessRunner {
  const leftovers = createLeftovers(graceMs);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const ports = { clock, graceMs, leftovers };

  function remember(end: Promise<unknown>): void {
    const forget = () => running.delete(end);
    running.add(end);
    end.then(forget, forget);
  }

  return {
    start(request: ProcessRequest): RunningProcess {
      const signal = AbortSignal.any([request.signal, closing.signal]);
      const started = runProgram({ ...request, signal }, ports);
      remember(started.result);
      return started;
    },
    stay(request: StayingRequest): StayingProcess {
      const signal = AbortSignal.any([request.signal, closing.signal]);
      const started = stayingProgram({ ...request, signal }, ports);
      remember(started.ended);
      return started;
    },
    async scratch() {
      const path = scratchFolder(leftovers);
      return { path, remove: () => leftovers.removeFolder(path) };
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      await leftovers.close();
    },
  };
}
