// The process runner: starts every program but a person's editor. docs/platforms.md says what it guarantees.
import { tmpdir } from 'node:os';
import { storageError } from '../domain/failures/storage-error.ts';
import type { Clock } from '../support/clock.ts';
import { createCleanupList } from './cleanup/cleanup-list.ts';
import { adaptVariables } from './find-program.ts';
import { hideEnvironment } from './hide-environment.ts';
import { runInteractiveProgram } from './interactive-program.ts';
import type {
  InteractiveProcess,
  InteractiveRequest,
  ProcessRequest,
  ProcessRunner,
  ProgramRequest,
  RunningProcess,
} from './process.ts';
import { runProgram } from './run-program.ts';
import { isInside, wrapInSandbox } from './sandbox.ts';

const GRACE_MS = 2_000;

export interface ProcessRunnerOptions {
  readonly clock: Clock;
  /** Time between SIGTERM and SIGKILL; 2 seconds by default. */
  readonly graceMs?: number;
  /** Variables that no program gets, whoever starts it. */
  readonly withheld?: ReadonlySet<string>;
}

/** One per process is enough; `close()` it in the end. */
export function createProcessRunner({
  clock,
  graceMs = GRACE_MS,
  withheld = new Set(),
}: ProcessRunnerOptions): ProcessRunner {
  hideEnvironment();
  const cleanup = createCleanupList(graceMs);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const ports = { clock, graceMs, cleanup };

  const scratchFolders = new Set<string>();

  function confine<Request extends ProgramRequest>(request: Request): Request {
    const { argv, cwd, sandbox } = request;
    const given = Object.fromEntries(Object.entries(request.env).filter(([name]) => !withheld.has(name)));
    const env = adaptVariables(given, process.platform);
    if (sandbox === undefined) return { ...request, env };
    const scratch = [...scratchFolders].filter((folder) => isInside(cwd, folder));
    return {
      ...request,
      env,
      argv: wrapInSandbox(argv, { ...sandbox, writable: [...sandbox.writable, ...scratch] }, cwd),
    };
  }

  function trackRunning(end: Promise<unknown>): void {
    const forget = () => running.delete(end);
    running.add(end);
    end.then(forget, forget);
  }

  return {
    start(request: ProcessRequest): RunningProcess {
      const signal = AbortSignal.any([request.signal, closing.signal]);
      const started = runProgram({ ...confine(request), signal }, ports);
      trackRunning(started.result);
      return started;
    },
    startInteractive(request: InteractiveRequest): InteractiveProcess {
      const signal = AbortSignal.any([request.signal, closing.signal]);
      const started = runInteractiveProgram({ ...confine(request), signal }, ports);
      trackRunning(started.ended);
      return started;
    },
    async createScratch() {
      let path: string;
      try {
        path = cleanup.createFolder();
      } catch (error) {
        throw storageError(error, `make a folder in ${tmpdir()}`, 'temporary');
      }
      scratchFolders.add(path);
      return {
        path,
        remove: async () => {
          scratchFolders.delete(path);
          await cleanup.removeFolder(path);
        },
      };
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      await cleanup.close();
    },
  };
}
