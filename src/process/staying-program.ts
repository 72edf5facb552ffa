// Runs one program that stays and is talked to, until its whole process group is gone.
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createEnding, type ProgramPorts } from './ending.ts';
import { type LimitWatch, watchLimits } from './limits.ts';
import { splitLines } from './output.ts';
import type { StayingProcess, StayingRequest } from './process.ts';
import { type Spawned, spawnProgram } from './spawn.ts';
import { tailOf } from './streams.ts';

/** How long the last output of a program that has ended is waited for, as a stranger may hold its pipe open. */
const LAST_OUTPUT_MS = 200;

const nothing = () => {};

async function drained(stream: Readable | null): Promise<void> {
  if (stream === null || stream.closed) return;
  await Promise.race([once(stream, 'close').catch(nothing), delay(LAST_OUTPUT_MS, undefined, { ref: false })]);
}

export function stayingProgram(request: StayingRequest, ports: ProgramPorts): StayingProcess {
  const { argv, env, cwd, signal, maxOutputBytes, onLine } = request;
  const { clock } = ports;
  const startedAt = clock.elapsed();
  const ending = createEnding(ports);
  const cancel = () => ending.because({ reason: 'cancelled' });
  const lines = splitLines(onLine);
  /** Lines that were sent before the program was there. */
  const early: string[] = [];
  let pipes: Spawned['pipes'] | undefined;
  let silence: LimitWatch | undefined;
  let stderrTail = '';
  const came = { stdout: 0, stderr: 0 };

  function take(stream: 'stdout' | 'stderr', from: Readable | null, onText: (text: string) => void): void {
    const decoder = new TextDecoder();
    from?.on('data', (bytes: Buffer) => {
      came[stream] += bytes.length;
      if (maxOutputBytes > 0 && came[stream] > maxOutputBytes) {
        ending.tooLarge({ reason: 'too-large', stream, maxBytes: maxOutputBytes });
        return;
      }
      ending.read(() => onText(decoder.decode(bytes, { stream: true })));
      silence?.heard();
    });
    from?.on('error', nothing);
  }

  function begin(spawned: Spawned): void {
    pipes = spawned.pipes;
    // A program that is gone does not read; that it is gone is known from its exit.
    pipes.stdin?.on('error', nothing);
    take('stdout', pipes.stdout, lines.push);
    take('stderr', pipes.stderr, (text) => {
      stderrTail = tailOf(stderrTail + text);
    });
    for (const line of early.splice(0)) pipes.stdin?.write(line);
  }

  async function follow(): Promise<void> {
    const spawned = await spawnProgram({
      argv,
      env,
      cwd,
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
      wanted: () => ending.how() === undefined,
      onStart: ending.started,
    });
    if (spawned === undefined) return;
    if (!('pid' in spawned)) return ending.because(spawned);
    begin(spawned);
    await Promise.race([spawned.exit.then(ending.exited), ending.gone]);
    await ending.terminate();
    await Promise.all([drained(spawned.pipes.stdout), drained(spawned.pipes.stderr)]);
    for (const pipe of Object.values(spawned.pipes)) pipe?.destroy();
    ending.read(lines.end);
  }

  async function run() {
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await follow();
    } finally {
      signal.removeEventListener('abort', cancel);
      silence?.clear();
    }
    ending.throwFault();
    const end = ending.how() ?? { reason: 'cancelled' as const };
    return { end, stderrTail, durationMs: clock.elapsed() - startedAt };
  }

  return {
    ended: run(),
    send(line) {
      if (pipes === undefined) early.push(`${line}\n`);
      else pipes.stdin?.write(`${line}\n`);
    },
    watch(limits, begun) {
      came.stdout = 0;
      came.stderr = 0;
      const watching = watchLimits(limits, {
        clock,
        begun,
        look: nothing,
        onLimit: (limit, afterMs) => ending.because({ reason: 'timed-out', limit, afterMs }),
      });
      silence = watching;
      return () => watching.clear();
    },
    ending() {
      const how = ending.how()?.reason;
      return how !== undefined && how !== 'exited' && how !== 'signalled';
    },
    stop: () => ending.because({ reason: 'stopped' }),
  };
}
