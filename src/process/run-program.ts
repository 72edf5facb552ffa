// Runs one program from its start to the end of its whole process group.
import { closeSync, openSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryProblem } from '../domain/failures/storage-error.ts';
import type { Clock } from '../support/clock.ts';
import { whenAborted } from '../support/wait.ts';
import { type OutputStreams, openOrClose, openOutputStreams } from './output-streams.ts';
import type { ProcessRequest, ProcessResult, RunningProcess } from './process.ts';
import { type NotStarted, spawnProgram, toNotStarted } from './spawn.ts';
import { createTermination, type Termination, type TerminationPorts } from './termination.ts';
import { watchTimeLimits } from './time-limits.ts';

/** How often output is looked for where the system does not tell that there is some. */
const READ_EVERY_MS = 100;

/** Calls `look` whenever a file of the folder may have grown; returns what stops that. */
function watchFolder(folder: string, onChange: () => void): () => void {
  const timer = setInterval(onChange, READ_EVERY_MS);
  let stopWatching = () => {};
  try {
    const watcher = watch(folder, onChange);
    watcher.on('error', () => watcher.close());
    stopWatching = () => watcher.close();
  } catch {
    // The system has no watch left to give; the timer alone is slower, and enough.
  }
  return () => {
    clearInterval(timer);
    stopWatching();
  };
}

/** Standard input is a file too: any size, and nobody minds when the program never reads it. */
function openInput(folder: string, text: string, { asBytes }: ProcessRequest): number {
  const path = join(folder, 'stdin');
  writeFileSync(path, text, { encoding: asBytes ? 'latin1' : 'utf8', mode: 0o600, flag: 'wx' });
  return openSync(path, 'r');
}

/** Explains why a program's files cannot be created, and says what to do. */
function explainStorageFailure(error: unknown): NotStarted {
  const end = toNotStarted(error);
  const problem = temporaryProblem(error);
  if (problem === undefined) return end;
  return { ...end, message: `${tmpdir()} cannot be written: ${problem}`, isOurs: true };
}

/** A program on a full disk fails, or ends as if all were well, and its output is cut off: so the free space is checked after every end. */
function checkFreeSpace(folder: string): NotStarted | undefined {
  try {
    writeFileSync(join(folder, 'room'), 'x');
    return undefined;
  } catch (error) {
    return explainStorageFailure(error);
  }
}

/** The private folder of a run with the files that are the program's standard streams. */
interface StreamFiles {
  readonly folder: string;
  readonly streams: OutputStreams;
  /** A file descriptor; absent when standard input is empty. */
  readonly stdin: number | undefined;
}

/** Starts the program on its files and follows it until its group is gone. */
async function followProgram(
  request: ProcessRequest,
  files: StreamFiles,
  termination: Termination,
  clock: Clock,
): Promise<void> {
  const { limits } = request;
  const { streams } = files;

  function read(action: () => void): void {
    termination.runReader(action);
    const stream = streams.findTooLarge();
    if (stream !== undefined) termination.endFlood({ reason: 'too-large', stream, maxBytes: limits.maxOutputBytes });
  }

  const readNewOutput = () => read(() => streams.readNew() && limitWatch.noteOutput());
  const limitWatch = watchTimeLimits(limits, {
    clock,
    hasStarted: request.hasStarted,
    readOutput: readNewOutput,
    onLimit: (limit, afterMs) => termination.endFor({ reason: 'timed-out', limit, afterMs }),
  });
  const stopWatching = watchFolder(files.folder, readNewOutput);
  try {
    const { stdout, stderr } = streams;
    const spawned = await spawnProgram(request, { stdin: files.stdin, stdout, stderr }, termination);
    if (spawned === undefined) return;
    if (!('exit' in spawned)) return termination.endFor(spawned);
    await Promise.race([spawned.exit.then(termination.recordExit), termination.groupEnded]);
    limitWatch.stop();
    // Also after a success: whatever the program left behind in its group ends with it.
    await termination.terminate();
    read(streams.readRest);
  } finally {
    limitWatch.stop();
    stopWatching();
  }
  termination.rethrowReaderError();
}

export function runProgram(request: ProcessRequest, ports: TerminationPorts): RunningProcess {
  const { clock, cleanup } = ports;
  const startedAt = clock.elapsed();
  const termination = createTermination(ports);
  const cancel = () => termination.endFor({ reason: 'cancelled' });

  function openFiles(folder: string): StreamFiles {
    const { stdin: text } = request;
    const streams = openOutputStreams(folder, request);
    const stdin = text === undefined ? undefined : openOrClose(streams, () => openInput(folder, text, request));
    return { folder, stdin, streams };
  }

  /** `undefined` when there is no room or no right to make them: then the program was not started. */
  function createFiles(): StreamFiles | undefined {
    let folder: string | undefined;
    try {
      folder = cleanup.createFolder();
      return openFiles(folder);
    } catch (error) {
      termination.endFor(explainStorageFailure(error));
      if (folder !== undefined) void cleanup.removeFolder(folder);
      return undefined;
    }
  }

  function buildResult(files?: StreamFiles): ProcessResult {
    const { stdout = '', stderrTail = '' } = files?.streams.collected() ?? {};
    const how = termination.reason() ?? { reason: 'cancelled' };
    const endedByItself = files !== undefined && (how.reason === 'exited' || how.reason === 'signalled');
    const end = (endedByItself ? checkFreeSpace(files.folder) : undefined) ?? how;
    return { end, stdout, stderrTail, durationMs: clock.elapsed() - startedAt };
  }

  async function run(): Promise<ProcessResult> {
    if (termination.reason() !== undefined) return buildResult();
    const files = createFiles();
    if (files === undefined) return buildResult();
    try {
      await followProgram(request, files, termination, clock);
      return buildResult(files);
    } finally {
      files.streams.close();
      if (files.stdin !== undefined) closeSync(files.stdin);
      await cleanup.removeFolder(files.folder);
    }
  }

  const release = whenAborted(request.signal, cancel);
  return { result: run().finally(release), stop: () => termination.endFor({ reason: 'stopped' }) };
}
