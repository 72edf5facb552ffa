// Runs one interactive program until its whole process group is gone.
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { whenAborted } from '../support/wait.ts';
import { splitLines, takeTail } from './output-streams.ts';
import type { InteractiveProcess, InteractiveRequest } from './process.ts';
import { type Spawned, spawnProgram } from './spawn.ts';
import { createTermination, type TerminationPorts } from './termination.ts';
import { watchTimeLimits } from './time-limits.ts';

/** Wait for the last output after the exit; another process may hold the pipe open. */
const MAX_LAST_OUTPUT_WAIT_MS = 200;

const ignore = () => {};

async function waitForLastOutput(stream: Readable | null): Promise<void> {
  if (stream === null || stream.closed) return;
  await Promise.race([once(stream, 'close').catch(ignore), delay(MAX_LAST_OUTPUT_WAIT_MS, undefined, { ref: false })]);
}

export function runInteractiveProgram(request: InteractiveRequest, ports: TerminationPorts): InteractiveProcess {
  const { signal, maxOutputBytes, onLine } = request;
  const { clock } = ports;
  const startedAt = clock.elapsed();
  const ending = createTermination(ports);
  const cancel = () => ending.endFor({ reason: 'cancelled' });
  const lines = splitLines(onLine);
  /** Lines that were sent before the program had started. */
  const unsentLines: string[] = [];
  let pipes: Spawned['pipes'] | undefined;
  let limitWatch: ReturnType<typeof watchTimeLimits> | undefined;
  let stderrTail = '';
  const bytesRead = { stdout: 0, stderr: 0 };

  function readStream(stream: 'stdout' | 'stderr', from: Readable | null, onText: (text: string) => void): void {
    const decoder = new TextDecoder();
    from?.on('data', (bytes: Buffer) => {
      bytesRead[stream] += bytes.length;
      if (maxOutputBytes > 0 && bytesRead[stream] > maxOutputBytes) {
        ending.endFlood({ reason: 'too-large', stream, maxBytes: maxOutputBytes });
        return;
      }
      ending.runReader(() => onText(decoder.decode(bytes, { stream: true })));
      limitWatch?.noteOutput();
    });
    from?.on('error', ignore);
  }

  function connectStreams(spawned: Spawned): void {
    pipes = spawned.pipes;
    // A program that is gone does not read; that it is gone is known from its exit.
    pipes.stdin?.on('error', ignore);
    readStream('stdout', pipes.stdout, lines.push);
    readStream('stderr', pipes.stderr, (text) => {
      stderrTail = takeTail(stderrTail + text);
    });
    for (const line of unsentLines.splice(0)) pipes.stdin?.write(line);
  }

  async function followProgram(): Promise<void> {
    const spawned = await spawnProgram(request, { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' }, ending);
    if (spawned === undefined) return;
    if (!('exit' in spawned)) return ending.endFor(spawned);
    connectStreams(spawned);
    await Promise.race([spawned.exit.then(ending.recordExit), ending.groupEnded]);
    await ending.terminate();
    await Promise.all([waitForLastOutput(spawned.pipes.stdout), waitForLastOutput(spawned.pipes.stderr)]);
    for (const pipe of Object.values(spawned.pipes)) pipe?.destroy();
    ending.runReader(lines.end);
  }

  async function run() {
    const release = whenAborted(signal, cancel);
    try {
      await followProgram();
    } finally {
      release();
      limitWatch?.stop();
    }
    ending.rethrowReaderError();
    const end = ending.reason() ?? { reason: 'cancelled' as const };
    return { end, stderrTail, durationMs: clock.elapsed() - startedAt };
  }

  return {
    ended: run(),
    send(line) {
      if (pipes === undefined) unsentLines.push(`${line}\n`);
      else pipes.stdin?.write(`${line}\n`);
    },
    applyLimits(limits, hasStarted) {
      bytesRead.stdout = 0;
      bytesRead.stderr = 0;
      const watching = watchTimeLimits(limits, {
        clock,
        hasStarted,
        readOutput: ignore,
        onLimit: (limit, afterMs) => ending.endFor({ reason: 'timed-out', limit, afterMs }),
      });
      limitWatch = watching;
      return () => watching.stop();
    },
    isEnding() {
      const how = ending.reason()?.reason;
      return how !== undefined && how !== 'exited' && how !== 'signalled';
    },
    stop: () => ending.endFor({ reason: 'stopped' }),
  };
}
