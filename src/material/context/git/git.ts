// Runs git on a repository that nobody vouches for. git never sees the repository's own configuration: it gets a folder of
// the hall's in its place, with the repository's objects and refs and the few settings that name no program and no file. Where
// bubblewrap is there, it can read nothing else, and write nothing.
import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import { decodeBytes, encodeBytes } from '../../../domain/diffs/name-bytes.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { once, onceForName } from '../../../domain/once.ts';
import type { ProcessRunner, Sandbox } from '../../../process/process.ts';
import { type Bubblewrap, tryInSandbox } from '../../../process/sandbox.ts';
import type { Environment } from '../../../support/environment.ts';
import { cleanName } from '../../../support/text.ts';
import { findGitFolder, type GitFolder, type GitPlace } from './git-folder.ts';
import { type GitRemote, openRemote, REMOTE_LIMITS } from './git-remote.ts';
import { findOwnFiles, parseOwnSettings, parseSettings, type Settings, writeConfig } from './git-settings.ts';
import { listWritable, makeStandIn } from './git-stand-in.ts';
import { inTemporary, refuseUnwritable } from './git-storage.ts';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const LIMITS = { totalMs: 60_000, idleMs: 60_000, firstOutputMs: 60_000 };

/**
 * A missing object must not make git contact a remote, which runs programs that the repository names; and what is read of a commit is
 * what others get of it.
 */
const ENVIRONMENT = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C.UTF-8',
};

/** `diff` such that its output is the same in every repository. */
export const DIFF_COMMAND = [
  ...['diff', '--patch', '--find-renames=50%', '-l1000'],
  // To look for changes inside a submodule, git would run git in there.
  ...['--submodule=short', '--ignore-submodules=dirty'],
] as const;

/** Without the words of git about a failure: they can quote any file that git has read. */
export interface GitResult {
  /** Bytes that are not UTF-8 are kept as `decodeBytes` does. */
  readonly stdout: string;
  readonly code: number;
}

/** Of what is UTF-8 as a whole in no time, however much it is. */
function readText(binary: string): string {
  const bytes = Buffer.from(binary, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : decodeBytes(binary);
}

export interface GitInput {
  /** Standard input; empty when absent. */
  readonly stdin?: string;
  /** Absolute path of the index to use instead of the repository's own. */
  readonly indexFile?: string;
  /** Of what it may print; by default 64 MiB. */
  readonly maxBytes?: number;
  /**
   * It may write: objects, refs and working trees of the repository, the working tree that it runs in where that is a linked one, and
   * these folders. Hooks and the repository's own settings are out of its sight all the same.
   */
  readonly writes?: readonly string[];
  /** It may reach this remote, and nothing else over any other protocol. */
  readonly remote?: GitRemote;
}

export interface Git {
  /**
   * Runs git with these arguments to its end: in the root of the working tree, or in the folder itself where there is none.
   * @throws HallError `context-unreadable` where git cannot run, or must not read the repository
   */
  (args: readonly string[], input?: GitInput): Promise<GitResult>;
  /** @throws HallError `context-unreadable` */
  readonly place: () => Promise<GitPlace>;
  /** What the person or the machine has set, never the repository; `undefined` without git. */
  readonly ownSetting: (name: string) => Promise<string | undefined>;
}

/** Whether an error says that this machine has no git. */
export function isGitMissing(error: unknown): boolean {
  return error instanceof HallError && error.details['missing'] === 'git';
}

export interface GitOptions {
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** `undefined` where git runs without one. */
  readonly sandbox: () => Promise<GitSandbox | undefined>;
}

/** Everything that the program runs of git. Variables that steer git are kept from it, and so are filters, also the person's. */
export function createGit(processes: ProcessRunner, options: GitOptions & { readonly cwd: string }): Git {
  const kept = Object.entries(defined(options.env)).filter(([name]) => !name.startsWith('GIT_'));
  const env = { ...Object.fromEntries(kept), ...ENVIRONMENT };

  interface Call extends GitInput {
    readonly at: GitFolder | undefined;
    readonly config: string;
    /** Files that the arguments name. */
    readonly files?: readonly string[];
    /** Whether git reads the person's own settings, which may include files from anywhere. */
    readonly asPerson?: boolean;
  }

  const prepareSandbox = async ({ at, files = [], asPerson, indexFile, writes, remote }: Call, scratch: string) => {
    const root = at?.root ?? options.cwd;
    if (asPerson || parse(root).root === root) return undefined;
    const readable = [root, scratch, ...(at === undefined ? [] : [at.own, at.common]), ...files];
    const written = writes === undefined || at === undefined ? [] : listWritable(at, writes);
    const index = indexFile === undefined ? [] : [dirname(indexFile)];
    const sandbox = (await options.sandbox())?.(readable, [...index, ...written]);
    if (sandbox === undefined || remote === undefined) return sandbox;
    const { offline: _, ...online } = sandbox;
    return online;
  };

  const run = async (args: readonly string[], call: Call): Promise<GitResult> => {
    const { at, config, asPerson, stdin, indexFile, writes, remote, maxBytes = MAX_OUTPUT_BYTES } = call;
    const scratch = await processes.createScratch();
    const { path } = scratch;
    const cwd = asPerson ? path : (at?.root ?? options.cwd);
    try {
      await inTemporary(() => makeStandIn(path, { config, common: at?.common, writes: writes !== undefined }));
      const running = processes.start({
        argv: ['git', '--no-pager', '--literal-pathspecs', ...args],
        env: {
          ...env,
          ...(remote === undefined ? {} : openRemote(remote)),
          ...(asPerson ? { GIT_CONFIG_NOSYSTEM: '0' } : { HOME: path, XDG_CONFIG_HOME: path }),
          GIT_DIR: at?.own ?? path,
          GIT_COMMON_DIR: path,
          ...(asPerson ? {} : { GIT_WORK_TREE: cwd }),
          ...defined({ GIT_INDEX_FILE: indexFile }),
        },
        cwd,
        sandbox: await prepareSandbox(call, path),
        limits: { ...(remote === undefined ? LIMITS : REMOTE_LIMITS), maxOutputBytes: maxBytes },
        signal: options.signal,
        asBytes: true,
        ...(stdin === undefined ? {} : { stdin: Buffer.from(encodeBytes(stdin)).toString('latin1') }),
      });
      const { end, stdout, stderrTail } = await running.result;
      if (end.reason === 'exited' && end.code !== 0 && (writes ?? indexFile) !== undefined) {
        refuseUnwritable(stderrTail, at?.root ?? options.cwd);
      }
      if (end.reason === 'exited') return { stdout: readText(stdout), code: end.code };
      options.signal.throwIfAborted();
      if (end.reason === 'too-large') {
        throw new HallError('context-unreadable', `git shows more than ${maxBytes} bytes.`, {
          hint: 'Use a smaller range, or a folder.',
        });
      }
      if (end.reason === 'not-started' && !existsSync(cwd)) {
        const why = `The folder ${cleanName(cwd)} is gone, so git cannot look at it.`;
        throw new HallError('context-unreadable', why, { hint: 'Try again in a folder that is there.' });
      }
      if (end.reason === 'not-started' && end.isOurs === true) {
        throw new HallError('storage', `git could not be started: ${end.message}.`);
      }
      if (end.reason === 'not-started') {
        const why = `git could not be started (${end.errorCode}).`;
        throw new HallError('context-unreadable', why, { hint: 'Is git installed?', details: { missing: 'git' } });
      }
      throw new HallError('context-unreadable', `git ended early: ${end.reason}.`, { hint: 'Try again.' });
    } finally {
      await scratch.remove();
    }
  };

  const NOWHERE = { at: undefined, config: writeConfig(new Map(), new Map()) };
  const readSettings = onceForName(async (file: string): Promise<Settings> => {
    if (!existsSync(file)) return new Map();
    const { stdout, code } = await run(['config', '--file', file, '--no-includes', '--list', '-z'], {
      ...NOWHERE,
      files: [file],
    });
    if (code === 0) return parseSettings(stdout);
    throw new HallError('context-unreadable', `git cannot read the configuration in ${cleanName(file)}.`, {
      hint: 'Run "git config --list", which says where it is wrong.',
    });
  });
  const place = once(() => findGitFolder(options.cwd, async (file, name) => (await readSettings(file)).get(name)));
  const ownSettings = once(async () => {
    const at = await place().catch(() => undefined);
    const asked = { ...NOWHERE, at: typeof at === 'object' ? at : undefined, asPerson: true };
    const { stdout } = await run(['config', '--list', '--show-scope', '-z'], asked);
    return parseOwnSettings(stdout);
  });
  const prepare = once(async () => {
    const found = await place();
    const at = typeof found === 'object' ? found : undefined;
    const own = await ownSettings();
    const ofRepository: Settings = at === undefined ? new Map() : await readSettings(join(at.common, 'config'));
    const ofWorkTree: Settings = at === undefined ? new Map() : await readSettings(join(at.own, 'config.worktree'));
    const config = writeConfig(new Map([...ofRepository, ...ofWorkTree]), own);
    const ownFiles = findOwnFiles(own, options.env);
    const more = Object.entries(ownFiles).flatMap(([name, file]) => ['-c', `${name}=${file}`]);
    return { at, config, more, files: Object.values(ownFiles) };
  });

  return Object.assign(
    async (args: readonly string[], input: GitInput = {}) => {
      const { more, ...prepared } = await prepare();
      return await run([...more, ...args], { ...input, ...prepared });
    },
    {
      place,
      ownSetting: async (name: string) => (await ownSettings().catch(() => undefined))?.get(name),
    },
  );
}

/** The same in any folder; one for each, so that its configuration is read once. */
export const createGits = (processes: ProcessRunner, options: GitOptions): ((folder: string) => Git) =>
  onceForName((cwd) => createGit(processes, { cwd, ...options }));

/** The sandbox of one call, from absolute paths; those that do not exist are passed over. */
export type GitSandbox = (readable: readonly string[], writable: readonly string[]) => Sandbox;

/** `undefined` where git does not run in it, such as one that is not among the files of the system. Throws what `tryInSandbox` throws. */
export async function findGitSandbox(
  processes: ProcessRunner,
  bubblewrap: Bubblewrap,
  { env, signal }: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<GitSandbox | undefined> {
  if ('problem' in bubblewrap) return undefined;
  const { program } = bubblewrap;
  const sandbox: GitSandbox = (readable, writable) => {
    return { bubblewrap: program, readable, writable, private: [], hidden: [], offline: true };
  };
  const argv = ['git', '--version'] as const;
  const asked = { argv, env: { PATH: env['PATH'] ?? '' }, sandbox: sandbox([], []), signal };
  return (await tryInSandbox(processes, asked)) === undefined ? sandbox : undefined;
}
