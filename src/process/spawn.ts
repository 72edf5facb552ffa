// Starts one program in a process group of its own, its streams joined to open files.
import { statSync } from 'node:fs';
import type { ProcessEnd } from './process.ts';

export type NaturalEnd = Extract<ProcessEnd, { reason: 'exited' | 'signalled' }>;
type NotStarted = Extract<ProcessEnd, { reason: 'not-started' }>;

export interface Spawned {
  readonly pid: number;
  /** Settles with the program itself, whatever else of its group still runs or holds a stream. */
  readonly exit: Promise<NaturalEnd>;
}

export interface SpawnRequest {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** File descriptors; without `stdin`, standard input is empty. */
  readonly stdin: number | undefined;
  readonly stdout: number;
  readonly stderr: number;
  /** Asked in the last moment. */
  readonly wanted: () => boolean;
  /** Called in the same moment in which the program is there. */
  readonly onStart: (pid: number) => void;
}

/** What a failed system call says, as an end. */
export function notStarted(error: unknown): NotStarted {
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && syscall !== undefined) return { reason: 'not-started', errorCode: code, message };
  // Whatever is no failed system call quotes the argument that it does not like.
  return { reason: 'not-started', errorCode: 'EINVAL', message: 'an argument or variable cannot be passed on' };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** execa's types list the descriptors 3 to 9 only; it takes any. */
const descriptor = (fd: number) => fd as 3;

/** Never throws: whatever keeps the program from starting comes back as the end; `undefined` when nobody wants it. */
export async function spawnProgram(request: SpawnRequest): Promise<Spawned | NotStarted | undefined> {
  const { argv, env, cwd, stdin, stdout, stderr, wanted, onStart } = request;
  // The system reports a missing working directory as a missing program.
  if (!isFolder(cwd)) {
    return { reason: 'not-started', errorCode: 'ENOTDIR', message: `there is no working directory ${cwd}` };
  }
  const [program, ...args] = argv;
  // Loading it takes longer than starting a program, and most commands start none.
  const { execa } = await import('execa');
  if (!wanted()) return undefined;
  try {
    // Without `timeout` and `cancelSignal`: those end the program alone and then wait for whoever holds its streams.
    const subprocess = execa(program, args, {
      env: { ...env },
      extendEnv: false,
      cwd,
      stdin: stdin === undefined ? 'ignore' : descriptor(stdin),
      stdout: descriptor(stdout),
      stderr: descriptor(stderr),
      detached: process.platform !== 'win32',
      cleanup: false,
      buffer: false,
      reject: false,
    });
    const { pid } = subprocess;
    if (pid === undefined) return notStarted((await subprocess).cause);
    onStart(pid);
    const exit = subprocess.then(
      ({ signal, exitCode }): NaturalEnd =>
        signal === undefined ? { reason: 'exited', code: exitCode ?? 1 } : { reason: 'signalled', signal },
    );
    return { pid, exit };
  } catch (error) {
    return notStarted(error);
  }
}
