// Runs git for context sources of the form `git:<range>`, with everything off through which it would run a program of
// the repository's choice.
import { HallError } from '../domain/errors.ts';
import type { ProcessRunner } from '../process/process.ts';

const MAX_DIFF_BYTES = 64 * 1024 * 1024;
const LIMITS = { totalMs: 60_000, idleMs: 60_000, firstOutputMs: 60_000, maxOutputBytes: MAX_DIFF_BYTES };

/** Runs git with these arguments to its end. */
export type Git = (args: readonly string[]) => Promise<{ stdout: string; stderr: string; code: number }>;

/** Arguments of git for the diff of a range; an empty one means everything that is not committed. */
export function diffArguments(range: string): readonly string[] {
  if (range.startsWith('-')) {
    throw new HallError('bad-input', 'A range of git must not start with "-".', {
      hint: 'Write it as git:main..HEAD, git:HEAD~3 or git: for uncommitted changes.',
    });
  }
  return [
    '--no-pager',
    ...['core.quotePath=false', 'core.fsmonitor=false', 'core.hooksPath=/dev/null'].flatMap((one) => ['-c', one]),
    'diff',
    ...['--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short', '--src-prefix=a/', '--dst-prefix=b/'],
    '--end-of-options',
    range === '' ? 'HEAD' : range,
    '--',
  ];
}

/** git through the process runner, in `cwd`; variables that steer git are kept from it. */
export function gitIn(
  processes: ProcessRunner,
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly signal: AbortSignal;
  },
): Git {
  const kept = Object.entries(options.env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && !pair[0].startsWith('GIT_'),
  );
  const env = { ...Object.fromEntries(kept), GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C.UTF-8' };
  return async (args) => {
    const running = processes.start({
      argv: ['git', ...args],
      env,
      cwd: options.cwd,
      limits: LIMITS,
      signal: options.signal,
    });
    const { end, stdout, stderrTail } = await running.result;
    if (end.reason === 'exited') return { stdout, stderr: stderrTail, code: end.code };
    options.signal.throwIfAborted();
    const why = end.reason === 'not-started' ? `could not be started (${end.errorCode})` : `ended early: ${end.reason}`;
    throw new HallError('context-unreadable', `git ${why}.`, { hint: 'Is git installed? Is the range small enough?' });
  };
}
