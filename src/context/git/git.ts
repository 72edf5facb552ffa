// Runs git on a repository that nobody vouches for, with everything off through which it would run a program of the
// repository's choice.
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import type { ProcessRunner } from '../../process/process.ts';
import { cleanName } from '../text.ts';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const LIMITS = { totalMs: 60_000, idleMs: 60_000, firstOutputMs: 60_000, maxOutputBytes: MAX_OUTPUT_BYTES };

/** `-c` settings that no configuration of the repository overrides. */
const SETTINGS = [
  'core.quotePath=false',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  // Else git writes a part of an index into the repository, wherever the index itself is.
  'core.splitIndex=false',
];

/** A missing object must not make git contact a remote, which runs programs that the repository names. */
const ENVIRONMENT = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C.UTF-8',
};

/** `diff` such that its output is the same whatever is configured. */
export const DIFF_COMMAND = [
  ...['diff', '--patch', '--unified=3', '--inter-hunk-context=0', '--find-renames=50%', '-l1000', '-O/dev/null'],
  ...['--no-ext-diff', '--no-textconv', '--no-color', '--no-relative', '--src-prefix=a/', '--dst-prefix=b/'],
  // To look for changes inside a submodule, git would run git in there, with the settings of that repository.
  ...['--submodule=short', '--ignore-submodules=dirty'],
] as const;

export interface GitResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

export interface GitInput {
  /** Standard input; empty when absent. */
  readonly stdin?: string;
  /** Absolute path of the index to use instead of the repository's own. */
  readonly indexFile?: string;
}

/** Runs git with these arguments to its end. */
export type Git = (args: readonly string[], input?: GitInput) => Promise<GitResult>;

/** Arguments of git for the diff of a range; an empty one means everything that is not committed. */
export function diffArguments(range: string): readonly string[] {
  if (range.startsWith('-')) {
    throw new HallError('bad-input', 'A git range must not start with "-".', {
      hint: 'Write it as git:main..HEAD, git:HEAD~3 or git: for uncommitted changes.',
    });
  }
  return [...DIFF_COMMAND, '--end-of-options', range === '' ? 'HEAD' : range, '--'];
}

/** Whether an error says that this machine has no git. */
export function isGitMissing(error: unknown): boolean {
  return error instanceof HallError && error.details['missing'] === 'git';
}

/** The first thing that git said, as a hint for people; `undefined` when it said nothing. */
export function getGitMessage({ stderr }: GitResult): string | undefined {
  const words = cleanName(stderr.trim().split('\n')[0] ?? '').slice(0, 300);
  return words === '' ? undefined : words;
}

/** Settings that make git see the files as they are, without the programs that the repository would filter them with. */
function withoutFilters(names: readonly string[]): readonly string[] {
  const drivers = new Set(names.map((name) => name.replace(/\.[^.]*$/, '')));
  return [...drivers].flatMap((driver) => {
    if (driver.includes('=')) {
      throw new HallError('context-unreadable', `git has a filter whose name contains "=": ${cleanName(driver)}.`, {
        hint: "Rename it in the repository's configuration: under this name it cannot be turned off.",
      });
    }
    return ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((setting) => ['-c', `${driver}.${setting}`]);
  });
}

/**
 * git through the process runner, in `cwd`; variables that steer git are kept from it, and no hook, filter, monitor or
 * remote of the repository's own configuration is run. Filters of the user's own configuration, such as LFS, are.
 */
export function createGit(
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
  const env = { ...Object.fromEntries(kept), ...ENVIRONMENT };

  const run = async (args: readonly string[], { stdin, indexFile }: GitInput = {}): Promise<GitResult> => {
    const running = processes.start({
      argv: ['git', '--no-pager', '--literal-pathspecs', ...SETTINGS.flatMap((setting) => ['-c', setting]), ...args],
      env: indexFile === undefined ? env : { ...env, GIT_INDEX_FILE: indexFile },
      cwd: options.cwd,
      limits: LIMITS,
      signal: options.signal,
      ...defined({ stdin }),
    });
    const { end, stdout, stderrTail } = await running.result;
    if (end.reason === 'exited') return { stdout, stderr: stderrTail, code: end.code };
    options.signal.throwIfAborted();
    if (end.reason === 'too-large') {
      throw new HallError('context-unreadable', `git shows more than ${MAX_OUTPUT_BYTES} bytes.`, {
        hint: 'Use a smaller range, or a folder.',
      });
    }
    if (end.reason === 'not-started') {
      const details = { missing: 'git' };
      const why = `git could not be started (${end.errorCode}).`;
      throw new HallError('context-unreadable', why, { hint: 'Is git installed?', details });
    }
    throw new HallError('context-unreadable', `git ended early: ${end.reason}.`, { hint: 'Try again.' });
  };

  const findFilters = async (): Promise<readonly string[]> => {
    const wanted = '^filter\\..*\\.(clean|smudge|process|required)$';
    const found = await run(['config', '-z', '--show-scope', '--name-only', '--get-regexp', wanted]);
    // 1 says that there is none.
    if (found.code > 1) {
      throw new HallError(
        'context-unreadable',
        `git cannot read its configuration: it ended with code ${found.code}.`,
        {
          hint: getGitMessage(found) ?? 'Run "git config --list --show-scope".',
        },
      );
    }
    const fields = found.stdout.split('\0');
    const isOwn = (at: number) => fields[at - 1] !== 'system' && fields[at - 1] !== 'global';
    return withoutFilters(fields.filter((_, at) => at % 2 === 1 && isOwn(at)));
  };

  let filters: Promise<readonly string[]> | undefined;
  return async (args, input) => {
    // Reads no file of the working tree, and is often all that is asked.
    if (args[0] === 'rev-parse') return run(args, input);
    filters ??= findFilters();
    return run([...(await filters), ...args], input);
  };
}

/** The same in any folder; one for each, so that its configuration is read once. */
export function createGits(
  processes: ProcessRunner,
  options: { readonly env: Readonly<Record<string, string | undefined>>; readonly signal: AbortSignal },
): (folder: string) => Git {
  const known = new Map<string, Git>();
  return (cwd) => {
    const git = known.get(cwd) ?? createGit(processes, { cwd, ...options });
    known.set(cwd, git);
    return git;
  };
}
