// Starts one program in its own process group, with files or pipes as standard streams.
import type { ChildProcess } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { isAbsolute } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as untilHeard } from 'node:timers/promises';
import { statIfThere } from '../support/stat-if-there.ts';
import { countBirths } from './cleanup/process-group.ts';
import { findProgram } from './find-program.ts';
import type { ProcessEnd, ProgramRequest } from './process.ts';
import type { Termination } from './termination.ts';

type NaturalEnd = Extract<ProcessEnd, { reason: 'exited' | 'signalled' }>;
export type NotStarted = Extract<ProcessEnd, { reason: 'not-started' }>;

export interface Spawned {
  /** Settles with the program itself, whatever else of its group still runs or holds a stream. */
  readonly exit: Promise<NaturalEnd>;
  /** Our ends of the streams that are pipes. */
  readonly pipes: {
    readonly stdin: Writable | null;
    readonly stdout: Readable | null;
    readonly stderr: Readable | null;
  };
}

/** What a standard stream is joined to: an open file by its descriptor, or a pipe. */
type Stream = number | 'pipe';

interface Streams {
  /** Without it standard input is empty. */
  readonly stdin: Stream | undefined;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

/** What a failed system call says, as an end. */
export function toNotStarted(error: unknown): NotStarted {
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && syscall !== undefined) return { reason: 'not-started', errorCode: code, message };
  // Every other error quotes the argument that Node refuses.
  return { reason: 'not-started', errorCode: 'EINVAL', message: 'an argument or variable cannot be passed on' };
}

/**
 * Hears of a program that cannot be started. Without room for one more open file Node lets others throw, and says why only later, by an
 * event that ends the whole process where nobody listens.
 */
function hearStart() {
  let heard: unknown;
  const listen = (created: unknown) => {
    const { process: child } = created as { readonly process: ChildProcess };
    child.once('error', (error) => {
      heard = error;
    });
  };
  const created = channel('child_process');
  created.subscribe(listen);
  return {
    stop: () => void created.unsubscribe(listen),
    why: async () => {
      await untilHeard();
      return heard;
    },
  };
}

/** execa's types list the descriptors 3 to 9 only; it takes any. */
const toExecaStream = (stream: Stream) => stream as 3 | 'pipe';

/** Never throws: whatever keeps the program from starting comes back as the end; `undefined` when nobody wants it. */
export async function spawnProgram(
  { argv, env, cwd }: ProgramRequest,
  { stdin, stdout, stderr }: Streams,
  termination: Termination,
): Promise<Spawned | NotStarted | undefined> {
  // The system reports a missing working directory as a missing program.
  if (statIfThere(cwd)?.isDirectory() !== true) {
    return { reason: 'not-started', errorCode: 'ENOTDIR', message: `there is no working directory ${cwd}` };
  }
  const [name, ...args] = argv;
  // Windows looks for a name in the working directory first, which may be a repository that nobody trusts.
  const program = isAbsolute(name) ? name : findProgram(name, env, cwd);
  if (program === undefined) {
    return { reason: 'not-started', errorCode: 'ENOENT', message: `there is no program ${name}` };
  }
  // Loading it takes longer than starting a program, and most commands start none.
  const { execa } = await import('execa');
  if (termination.reason() !== undefined) return undefined;
  const start = hearStart();
  try {
    const olderBirths = countBirths();
    // Without `timeout` and `cancelSignal`: those end the program alone and then wait for whoever holds its streams.
    const subprocess = execa(program, args, {
      env: { ...env },
      extendEnv: false,
      cwd,
      stdin: stdin === undefined ? 'ignore' : toExecaStream(stdin),
      stdout: toExecaStream(stdout),
      stderr: toExecaStream(stderr),
      detached: process.platform !== 'win32',
      cleanup: false,
      buffer: false,
      reject: false,
    });
    start.stop();
    const { pid } = subprocess;
    if (pid === undefined) return toNotStarted((await subprocess).cause);
    termination.trackGroup({
      id: pid,
      olderBirths,
      hasExited: () => subprocess.exitCode !== null || subprocess.signalCode !== null,
    });
    // Not the promise of execa, which also waits for whoever holds a pipe open.
    const exit = new Promise<NaturalEnd>((resolve) => {
      subprocess.once('exit', (code, signal) =>
        resolve(signal === null ? { reason: 'exited', code: code ?? 1 } : { reason: 'signalled', signal }),
      );
    });
    const { stdin: input, stdout: output, stderr: errors } = subprocess;
    return { exit, pipes: { stdin: input, stdout: output, stderr: errors } };
  } catch (error) {
    return toNotStarted((await start.why()) ?? error);
  } finally {
    start.stop();
  }
}
