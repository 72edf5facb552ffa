// The contract of the process runner: programs run to their end or interactively; no process or folder is left behind.
import type { Environment } from '../support/environment.ts';

/** For each of them 0 and `Infinity` mean no limit. */
export interface ProcessLimits {
  /** From start to end. */
  readonly totalMs: number;
  /** Longest silence on both streams once something came. */
  readonly idleMs: number;
  /** Longest wait for the first byte on either stream, or for what `hasStarted` waits for. */
  readonly firstOutputMs: number;
  /** Of each stream. */
  readonly maxOutputBytes: number;
}

/** What a program in a sandbox sees. Paths are absolute; those that do not exist are passed over. */
export interface Sandbox {
  /** Absolute path of bubblewrap; see sandbox.ts. */
  readonly bubblewrap: string;
  /** Files and folders that it may read. */
  readonly readable: readonly string[];
  /** Files and folders in which it may also write. */
  readonly writable: readonly string[];
  /** Empty folders of its own, which vanish with it, such as its home. */
  readonly private: readonly string[];
  /** Files and folders that it does not see although they lie in a folder of the system. */
  readonly hidden: readonly string[];
  /** Without a network; otherwise it has that of the machine. */
  readonly offline?: true;
}

/** What every program is started with. */
export interface ProgramRequest {
  /** Program and arguments; no shell is involved. */
  readonly argv: readonly [string, ...string[]];
  /** The complete environment of the program: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** What it sees of the machine, and the scratch folder of its working directory; without one, it may do what this process may. */
  readonly sandbox?: Sandbox | undefined;
  readonly signal: AbortSignal;
}

export interface ProcessRequest extends ProgramRequest {
  /** Written to standard input, which is then closed; without it, standard input is empty. */
  readonly stdin?: string;
  /** Standard input and output have one character for each byte, whatever their encoding is. */
  readonly asBytes?: true;
  readonly limits: ProcessLimits;
  /** Called with each line of standard output, without its line end, as it comes; a last line needs no line end. */
  readonly onLine?: (line: string) => void;
  /** Whether the actual work has started, rather than start-up messages; when absent, any output counts. */
  readonly hasStarted?: () => boolean;
}

export type ProcessEnd =
  | { readonly reason: 'exited'; readonly code: number }
  /** Ended by a signal that was not ours. */
  | { readonly reason: 'signalled'; readonly signal: string }
  /**
   * `errorCode` is that of the system, such as ENOENT; ENOTDIR when it is the working directory that is missing. `isOurs`: nothing is
   * wrong with the program; the temporary folder takes no files for it, or took no more of its output.
   */
  | { readonly reason: 'not-started'; readonly errorCode: string; readonly message: string; readonly isOurs?: true }
  | { readonly reason: 'timed-out'; readonly limit: 'total' | 'idle' | 'first-output'; readonly afterMs: number }
  | { readonly reason: 'too-large'; readonly stream: 'stdout' | 'stderr'; readonly maxBytes: number }
  /** `stop()` was called because the output already tells the result. */
  | { readonly reason: 'stopped' }
  | { readonly reason: 'cancelled' };

/** What kept a program from starting, for the end of a sentence. */
export const whyNotStarted = ({
  errorCode,
  message,
  isOurs,
}: Extract<ProcessEnd, { reason: 'not-started' }>): string => (isOurs === true ? message : errorCode);

export interface ProcessResult {
  readonly end: ProcessEnd;
  /** All of it, complete whatever the program's own pipe habits; without `asBytes`, invalid UTF-8 becomes U+FFFD. */
  readonly stdout: string;
  /** The last 65,536 characters. */
  readonly stderrTail: string;
  readonly durationMs: number;
}

export interface RunningProcess {
  /**
   * Settles when the program and its whole process group are gone; never rejects for what the program does, only when
   * `onLine` throws.
   */
  readonly result: Promise<ProcessResult>;
  /** Ends the whole group because its output already tells the result, such as a refused login. */
  stop(): void;
}

/** An interactive program: requests and answers go over its standard streams, line by line. */
export interface InteractiveRequest extends ProgramRequest {
  /** Of each stream, between two calls of `watch`. */
  readonly maxOutputBytes: number;
  /** Called with each line of standard output, without its line end, as it comes. */
  readonly onLine: (line: string) => void;
}

export interface InteractiveProcess {
  /** Writes one line; lost when the program has ended, see `ended`. */
  send(line: string): void;
  /** Holds the program to these limits, counted from now, until the function that it gives back is called. */
  applyLimits(limits: ProcessLimits, hasStarted?: ProcessRequest['hasStarted']): () => void;
  /** Whether a limit, `stop()` or the signal is ending it; output may still come. */
  isEnding(): boolean;
  /**
   * Settles when the program and its whole process group are gone; never rejects for what the program does, only when
   * `onLine` throws.
   */
  readonly ended: Promise<Omit<ProcessResult, 'stdout'>>;
  stop(): void;
}

export interface ProcessRunner {
  start(request: ProcessRequest): RunningProcess;
  /** Starts a program that runs until it exits, reaches a limit, is stopped or is cancelled. */
  startInteractive(request: InteractiveRequest): InteractiveProcess;
  /** An empty private folder (mode 0700) for one call, which is removed with `remove()` and when the hall dies. */
  createScratch(): Promise<{ readonly path: string; remove(): Promise<void> }>;
  /** Ends every group and removes every scratch folder that is still there; what is started later is cancelled. */
  close(): Promise<void>;
}

/** What whoever starts programs of this machine needs. */
export interface ProgramPorts {
  readonly processes: ProcessRunner;
  readonly env: Environment;
  readonly cwd: string;
  readonly signal: AbortSignal;
}
