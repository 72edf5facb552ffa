// A program that is started again whenever a test has killed it.
import type { Running } from '../support/project.ts';

/** What a program says that has met something which it did not expect. */
export const FAULT = /internal error|unhandled|\n {4}at /i;

export interface Kept {
  readonly pid: number;
  /** What it said when it was ready. */
  readonly said: string;
  /** `kill -9`; resolves when its successor is ready. */
  kill(): Promise<void>;
  /** Stops it, and tells what was wrong with any of them. */
  end(): Promise<readonly string[]>;
}

export async function keepRunning(start: () => Running, isReadyOnce: string): Promise<Kept> {
  const faults: string[] = [];
  const begin = async () => {
    const running = start();
    const said = await running.says('stderr', isReadyOnce);
    return { running, said };
  };
  let current = await begin();
  /** Ends only when the test ends it, and never reports a fault. */
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const { child, finished } = current.running;
    if (child.exitCode !== null) faults.push(`It ended by itself with ${child.exitCode}.`);
    child.kill(signal);
    const { code, stderr } = await finished;
    if (signal === 'SIGTERM' && code !== 0) faults.push(`It ended with ${code}.`);
    if (FAULT.test(stderr)) faults.push(stderr);
  };
  return {
    get pid() {
      return current.running.pid;
    },
    get said() {
      return current.said;
    },
    async kill() {
      await end('SIGKILL');
      current = await begin();
    },
    async end() {
      await end('SIGTERM');
      return faults;
    },
  };
}
