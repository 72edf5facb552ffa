// Programs that stay and are talked to line by line.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { InteractiveProcess, InteractiveRequest, ProcessRunner } from '../../src/process/process.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { inCampaign } from '../support/campaign.ts';
import { fake, stillRunning } from '../support/processes.ts';

const LIMITS = { totalMs: 0, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 0 };
/** Says each line again, in capitals; "bye N" ends it with that code. */
const ECHO = `
  const lines = require('node:readline').createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    if (line.startsWith('bye ')) process.exit(Number(line.slice(4)));
    console.log(line.toUpperCase());
    console.error('heard ' + line);
  });`;

let processes: ProcessRunner;
beforeEach(() => {
  processes = createProcessRunner({ clock: systemClock, graceMs: 200 });
});
afterEach(() => processes.close());

interface Staying {
  readonly program: InteractiveProcess;
  readonly lines: string[];
  /** Resolves with the first line that is like this. */
  heard(line: string): Promise<void>;
}

function stay(argv: [string, ...string[]], more: Partial<InteractiveRequest> = {}): Staying {
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  const program = processes.startInteractive({
    ...{ argv, env: { PATH: process.env['PATH'] ?? '' }, cwd: process.cwd(), maxOutputBytes: 0 },
    signal: new AbortController().signal,
    onLine: (line) => {
      lines.push(line);
      for (const look of waiting) look();
    },
    ...more,
  });
  const heard = (wanted: string) =>
    new Promise<void>((resolve) => {
      const look = () => lines.includes(wanted) && resolve();
      waiting.push(look);
      look();
    });
  return { program, lines, heard };
}

const echo = (more: Partial<InteractiveRequest> = {}) => stay([process.execPath, '--eval', ECHO], more);

test('what is sent before the program is there reaches it, in order, and its answers come line by line', async () => {
  const { program, lines, heard } = echo();
  program.send('one');
  program.send('två');
  await heard('TVÅ');
  program.send('three');
  await heard('THREE');
  expect(lines).toEqual(['ONE', 'TVÅ', 'THREE']);
  program.send('bye 3');
  expect(await program.ended).toMatchObject({
    end: { reason: 'exited', code: 3 },
    stderrTail: 'heard one\nheard två\nheard three\n',
  });
});

test.runIf(inCampaign)('a line of five megabytes goes there and back', async () => {
  const { program, heard } = echo();
  const long = 'x'.repeat(5_000_000);
  program.send(long);
  await heard(long.toUpperCase());
  program.stop();
  expect(await program.ended).toMatchObject({ end: { reason: 'stopped' } });
});

test('a limit counts from the watch on, and not between two watches', async () => {
  const { program, heard } = echo();
  program.send('ready');
  await heard('READY');
  const unwatch = program.applyLimits({ ...LIMITS, totalMs: 60_000 });
  unwatch();
  program.send('still there');
  await heard('STILL THERE');
  program.applyLimits({ ...LIMITS, firstOutputMs: 50, idleMs: 50 });
  expect(await program.ended).toMatchObject({ end: { reason: 'timed-out', afterMs: 50 } });
});

test('a program that talks without an end is ended, and a new watch allows it as much again', async () => {
  const { program, heard } = echo({ maxOutputBytes: 10_000 });
  for (const letter of ['a', 'b', 'c']) {
    const unwatch = program.applyLimits(LIMITS);
    program.send(letter.repeat(4_000));
    await heard(letter.toUpperCase().repeat(4_000));
    unwatch();
  }
  program.send('d'.repeat(20_000));
  expect(await program.ended).toMatchObject({ end: { reason: 'too-large' } });
});

test('a program that is not there has not started', async () => {
  const { program } = stay(['/nowhere/at/all']);
  program.send('hello');
  expect(await program.ended).toMatchObject({ end: { reason: 'not-started', errorCode: 'ENOENT' } });
});

test('one that was cancelled before it began never starts', async () => {
  const stop = new AbortController();
  stop.abort();
  const { program, lines } = echo({ signal: stop.signal });
  expect(await program.ended).toMatchObject({ end: { reason: 'cancelled' } });
  expect(lines).toEqual([]);
});

test('what it started, and what holds its streams, ends with it', async () => {
  const { program, lines } = stay(fake('leaves-grandchild.sh'));
  expect(await program.ended).toMatchObject({ end: { reason: 'exited', code: 0 } });
  expect(stillRunning((lines[0] ?? '').split(' ').map(Number))).toEqual([]);
});

test('a reader that throws ends the program and gets its error back', async () => {
  const { program } = echo({
    onLine: () => {
      throw new Error('a bug of the reader');
    },
  });
  program.send('hello');
  await expect(program.ended).rejects.toThrow('a bug of the reader');
});
