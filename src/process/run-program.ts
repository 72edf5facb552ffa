// Runs one program from its start to the end of its whole process group.
import { closeSync, openSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageCause } from '../domain/storage-error.ts';
import type { Clock } from '../support/clock.ts';
import { createEnding, type Ending, type ProgramPorts } from './ending.ts';
import { watchLimits } from './limits.ts';
import type { ProcessRequest, ProcessResult, RunningProcess } from './process.ts';
import { type NotStarted, notStarted, spawnProgram } from './spawn.ts';
import { openSecond, openStreams, type Streams } from './streams.ts';

/** How often output is looked for where the system does not tell that there is some. */
const LOOK_EVERY_MS = 100;

/** Calls `look` whenever a file of the folder may have grown; returns what stops that. */
function whenGrowing(folder: string, look: () => void): () => void {
  const timer = setInterval(look, LOOK_EVERY_MS);
  let stopWatching = () => {};
  try {
    const watcher = watch(folder, look);
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
function openInput(folder: string, text: string): number {
  const path = join(folder, 'stdin');
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  return openSync(path, 'r');
}

/** Why the files of a program cannot be made; where it is the place that is to blame, it is named with what helps. */
function noPlace(error: unknown): NotStarted {
  const end = notStarted(error);
  if (storageCause(error) === undefined) return end;
  return { ...end, message: `${tmpdir()} cannot be written; free some space there, or set TMPDIR to another folder` };
}

/** A program that could not write its output fails without a word: then the reason is the place, and not the program. */
function noRoom(folder: string): NotStarted | undefined {
  try {
    writeFileSync(join(folder, 'room'), 'x');
    return undefined;
  } catch (error) {
    return noPlace(error);
  }
}

/** The private folder of a run with the files that are the program's standard streams. */
interface Files {
  readonly folder: string;
  readonly streams: Streams;
  /** A file descriptor; absent when standard input is empty. */
  readonly stdin: number | undefined;
}

/** Starts the program on its files and follows it until its group is gone. */
async function follow(request: ProcessRequest, files: Files, ending: Ending, clock: Clock): Promise<void> {
  const { argv, env, cwd, limits } = request;
  const { streams } = files;

  function read(action: () => void): void {
    ending.read(action);
    const stream = streams.tooLarge();
    if (stream !== undefined) ending.tooLarge({ reason: 'too-large', stream, maxBytes: limits.maxOutputBytes });
  }

  const look = () => read(() => streams.look() && silence.heard());
  const silence = watchLimits(limits, {
    clock,
    begun: request.begun,
    look,
    onLimit: (limit, afterMs) => ending.because({ reason: 'timed-out', limit, afterMs }),
  });
  const stopLooking = whenGrowing(files.folder, look);
  try {
    const spawned = await spawnProgram({
      argv,
      env,
      cwd,
      stdin: files.stdin,
      stdout: streams.stdout,
      stderr: streams.stderr,
      wanted: () => ending.how() === undefined,
      onStart: ending.started,
    });
    if (spawned === undefined) return;
    if (!('pid' in spawned)) return ending.because(spawned);
    await Promise.race([spawned.exit.then(ending.exited), ending.gone]);
    silence.clear();
    // Also after a success: whatever the program left behind in its group ends with it.
    await ending.terminate();
    read(streams.finish);
  } finally {
    silence.clear();
    stopLooking();
  }
  ending.throwFault();
}

export function runProgram(request: ProcessRequest, ports: ProgramPorts): RunningProcess {
  const { clock, leftovers } = ports;
  const startedAt = clock.elapsed();
  const ending = createEnding(ports);
  const cancel = () => ending.because({ reason: 'cancelled' });

  function openFiles(folder: string): Files {
    const { stdin: text } = request;
    const streams = openStreams(folder, request);
    const stdin = text === undefined ? undefined : openSecond(streams, () => openInput(folder, text));
    return { folder, stdin, streams };
  }

  /** `undefined` when there is no room or no right to make them: then the program was not started. */
  function prepare(): Files | undefined {
    let folder: string | undefined;
    try {
      folder = leftovers.createFolder();
      return openFiles(folder);
    } catch (error) {
      ending.because(noPlace(error));
      if (folder !== undefined) void leftovers.removeFolder(folder);
      return undefined;
    }
  }

  function result(files?: Files): ProcessResult {
    const { stdout = '', stderrTail = '' } = files?.streams.kept() ?? {};
    const how = ending.how() ?? { reason: 'cancelled' };
    const failed = files !== undefined && how.reason === 'exited' && how.code !== 0;
    const end = (failed ? noRoom(files.folder) : undefined) ?? how;
    return { end, stdout, stderrTail, durationMs: clock.elapsed() - startedAt };
  }

  async function run(): Promise<ProcessResult> {
    if (request.signal.aborted) cancel();
    if (ending.how() !== undefined) return result();
    request.signal.addEventListener('abort', cancel, { once: true });
    const files = prepare();
    if (files === undefined) return result();
    try {
      await follow(request, files, ending, clock);
      return result(files);
    } finally {
      request.signal.removeEventListener('abort', cancel);
      files.streams.close();
      if (files.stdin !== undefined) closeSync(files.stdin);
      await leftovers.removeFolder(files.folder);
    }
  }

  return { result: run(), stop: () => ending.because({ reason: 'stopped' }) };
}
