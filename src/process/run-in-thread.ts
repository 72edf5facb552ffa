// Has a module of the package do one piece of work in a thread of its own, within limits of time and memory.
import { Worker } from 'node:worker_threads';
import { packageFile } from '../support/package-root.ts';
import { startTimeLimit, whenAborted } from '../support/wait.ts';

/**
 * Its first message; `undefined` when it ends without one, or reaches a limit. `module` is named below `src`, without its ending, and
 * taken as it is built: no loader of TypeScript reaches a thread.
 * Throws when the signal aborts.
 */
export async function runInThread<Answer>(
  module: string,
  workerData: unknown,
  limits: { readonly ms: number; readonly heapMb: number },
  signal: AbortSignal,
): Promise<Answer | undefined> {
  signal.throwIfAborted();
  const worker = new Worker(packageFile(`dist/${module}.cjs`), {
    workerData,
    env: {},
    stdout: true,
    stderr: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
  });
  const timeout = startTimeLimit(limits.ms);
  const stop = AbortSignal.any([signal, timeout]);
  try {
    return await new Promise<Answer | undefined>((resolve) => {
      const end = () => resolve(undefined);
      worker.once('message', resolve).once('error', end).once('exit', end);
      whenAborted(stop, end);
    });
  } finally {
    await worker.terminate();
    signal.throwIfAborted();
  }
}
