import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProcessRequest, ProcessRunner } from '../../src/process/process.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { inCampaign } from '../support/campaign.ts';
import { fake, stillRunning } from '../support/processes.ts';

const GRACE_MS = 200;
const LIMITS = { totalMs: 0, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 20_000_000 };

let temporary: string;
let runner: ProcessRunner;
const systemTemporary = process.env['TMPDIR'];

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'runner-test-'));
  process.env['TMPDIR'] = temporary;
});

afterAll(async () => {
  if (systemTemporary === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = systemTemporary;
  await rm(temporary, { recursive: true });
});

beforeEach(() => {
  runner = createProcessRunner({ clock: systemClock, graceMs: GRACE_MS });
});

afterEach(async () => {
  await runner.close();
  expect(readdirSync(temporary)).toEqual([]);
});

function start(argv: [string, ...string[]], request: Partial<ProcessRequest> = {}) {
  const defaults = { env: { PATH: process.env['PATH'] ?? '' }, cwd: temporary, limits: LIMITS };
  return runner.start({ argv, ...defaults, signal: new AbortController().signal, ...request });
}

test('many runners listen for the exit of the process once, and no longer than they are open', async () => {
  const before = process.listenerCount('exit');
  const runners = Array.from({ length: 3 }, () => createProcessRunner({ clock: systemClock, graceMs: GRACE_MS }));
  const scratches = await Promise.all(runners.map((each) => each.createScratch()));
  // Another file of this process may have a hall open, whose listener is theirs too.
  const during = process.listenerCount('exit');
  await Promise.all(scratches.map((scratch) => scratch.remove()));
  await Promise.all(runners.map((each) => each.close()));
  expect(during).toBeLessThanOrEqual(before + 1);
  expect(process.listenerCount('exit')).toBe(before);
});

describe('output', () => {
  test.each([70_000, 300_000, 5_000_000])('an answer of %d characters arrives whole', async (characters) => {
    const result = await start(fake('prints-much.mjs', String(characters))).result;
    expect(result.end).toEqual({ reason: 'exited', code: 0 });
    expect(result.stdout.length).toBe(characters);
  });

  test('characters that arrive in pieces are put together, and bytes that are no UTF-8 become U+FFFD', async () => {
    const lines: string[] = [];
    const result = await start(fake('splits-characters.mjs'), { onLine: (line) => lines.push(line) }).result;
    expect(result.stdout).toBe('Zürich 🧱\na\ufffdb\ufffd');
    expect(lines).toEqual(['Zürich 🧱', 'a\ufffdb\ufffd']);
  });

  test('output is handed out while the program still runs', async () => {
    const running = start(fake('stays-silent.sh', 'hello'), { onLine: () => running.stop() });
    const result = await running.result;
    expect(result.end).toEqual({ reason: 'stopped' });
    expect(result.stdout).toBe('hello\n');
  });

  test('half an answer is kept when the program crashes after it', async () => {
    const result = await start(fake('crashes-halfway.sh')).result;
    expect(result).toMatchObject({ end: { reason: 'exited', code: 7 }, stdout: 'half an ans' });
    expect(result.stderrTail).toBe('out of luck\n');
  });

  test('a program that opens its standard error anew is read on from there', async () => {
    const result = await start(fake('reopens-stderr.sh')).result;
    expect(result.stderrTail).toBe('first complaint, rather long\nsecond\n');
  });

  test.each(['stdout', 'stderr'] as const)('a flood on %s is ended and never read beyond the limit', async (stream) => {
    const maxOutputBytes = 200_000;
    const result = await start(fake('floods.sh', stream), { limits: { ...LIMITS, maxOutputBytes } }).result;
    expect(result.end).toEqual({ reason: 'too-large', stream, maxBytes: maxOutputBytes });
    expect(result.stdout.length).toBe(stream === 'stdout' ? maxOutputBytes : 0);
  });

  test('an answer over the limit is too large even if the program ended before anyone looked', async () => {
    const limits = { ...LIMITS, maxOutputBytes: 1_000 };
    const result = await start(fake('prints-much.mjs', '1001'), { limits }).result;
    expect(result.end).toEqual({ reason: 'too-large', stream: 'stdout', maxBytes: 1_000 });
    expect((await start(fake('prints-much.mjs', '1000'), { limits }).result).end).toMatchObject({ code: 0 });
  });

  test('a reader that throws ends the program, and its error comes out', async () => {
    let pid = 0;
    const running = start(fake('ignores-sigterm.sh'), {
      onLine: (line) => {
        pid = Number(line);
        throw new Error('a bug in a reader');
      },
    });
    await expect(running.result).rejects.toThrow('a bug in a reader');
    expect(stillRunning([pid])).toEqual([]);
  });
});

describe('input', () => {
  test('a prompt of 5 MB arrives whole', async () => {
    const result = await start(fake('counts-stdin.sh'), { stdin: 'é'.repeat(2_500_000) }).result;
    expect(result.stdout).toBe('5000000\n');
  });

  test('a program that never reads a prompt of 5 MB is no failure', async () => {
    const result = await start(fake('ignores-stdin.sh'), { stdin: 'x'.repeat(5_000_000) }).result;
    expect(result).toMatchObject({ end: { reason: 'exited', code: 0 }, stdout: 'did not read\n' });
  });

  test('without a prompt standard input is empty, not open', async () => {
    expect((await start(fake('counts-stdin.sh')).result).stdout).toBe('0\n');
  });

  test('the program gets the given environment and folder, and nothing else', async () => {
    const scratch = await runner.createScratch();
    const result = await start(fake('prints-environment.mjs'), { env: { ONLY: 'this' }, cwd: scratch.path }).result;
    expect(JSON.parse(result.stdout)).toEqual({ names: ['ONLY'], cwd: scratch.path });
  });
});

describe('limits', () => {
  test.each([
    { limit: 'total', program: ['keeps-talking.sh'], limits: { totalMs: 400 } },
    { limit: 'first-output', program: ['stays-silent.sh'], limits: { firstOutputMs: 300 } },
    { limit: 'idle', program: ['stays-silent.sh', 'hello'], limits: { idleMs: 300 } },
  ])('the $limit limit ends the program', async ({ limit, program: [name = '', ...args], limits }) => {
    const result = await start(fake(name, ...args), { limits: { ...LIMITS, ...limits } }).result;
    expect(result.end).toEqual({ reason: 'timed-out', limit, afterMs: Object.values(limits)[0] });
    expect(result.durationMs).toBeGreaterThanOrEqual(Object.values(limits)[0] ?? 0);
  });

  test.runIf(inCampaign)('a program that keeps talking is not idle', async () => {
    const limits = { ...LIMITS, totalMs: 6_000, idleMs: 4_000, firstOutputMs: 5_900 };
    const result = await start(fake('keeps-talking.sh'), { limits }).result;
    expect(result.end).toMatchObject({ reason: 'timed-out', limit: 'total' });
  });

  test.each([0, Number.POSITIVE_INFINITY])('%d means no limit', async (none) => {
    const limits = { totalMs: none, idleMs: none, firstOutputMs: none, maxOutputBytes: none };
    const result = await start(fake('prints-much.mjs', '100000'), { limits }).result;
    expect(result.end).toEqual({ reason: 'exited', code: 0 });
    expect(result.stdout.length).toBe(100_000);
  });
});

describe('the end', () => {
  test('a grandchild that ignores SIGTERM and holds the streams is ended after a success', async () => {
    const result = await start(fake('leaves-grandchild.sh')).result;
    const pids = result.stdout.trim().split(' ').map(Number);
    expect(result.end).toEqual({ reason: 'exited', code: 0 });
    expect(pids).toHaveLength(2);
    expect(stillRunning(pids)).toEqual([]);
  });

  test('the whole group is ended when its reader has heard enough', async () => {
    const running = start(fake('leaves-grandchild.sh', 'and-stays'), { onLine: () => running.stop() });
    const result = await running.result;
    const pids = result.stdout.trim().split(' ').map(Number);
    expect(result.end).toEqual({ reason: 'stopped' });
    expect(pids).toHaveLength(2);
    expect(stillRunning(pids)).toEqual([]);
  });

  test('cancelling ends a program that ignores SIGTERM', async () => {
    const controller = new AbortController();
    const running = start(fake('ignores-sigterm.sh'), {
      signal: controller.signal,
      onLine: () => controller.abort(),
    });
    const result = await running.result;
    expect(result.end).toEqual({ reason: 'cancelled' });
    expect(result.durationMs).toBeGreaterThanOrEqual(GRACE_MS);
    expect(stillRunning([Number(result.stdout)])).toEqual([]);
  });

  test('what is cancelled before it starts never starts', async () => {
    const marker = join(temporary, 'marker');
    const result = await start(['touch', marker], { signal: AbortSignal.abort() }).result;
    expect(result.end).toEqual({ reason: 'cancelled' });
    const stopped = start(['touch', marker]);
    stopped.stop();
    expect((await stopped.result).end).toEqual({ reason: 'stopped' });
    expect(existsSync(marker)).toBe(false);
  });

  test('a signal that was not ours is told apart', async () => {
    const result = await start(fake('crashes-halfway.sh', 'SEGV')).result;
    expect(result).toMatchObject({ end: { reason: 'signalled', signal: 'SIGSEGV' }, stdout: 'half an ans' });
  });

  test('closing the runner ends what runs and refuses what comes later', async () => {
    const scratch = await runner.createScratch();
    let heard = (_line: string) => {};
    const pid = new Promise<string>((resolve) => {
      heard = resolve;
    });
    const running = start(fake('ignores-sigterm.sh'), { onLine: (line) => heard(line) });
    const child = Number(await pid);
    await runner.close();
    expect((await running.result).end).toEqual({ reason: 'cancelled' });
    expect(stillRunning([child])).toEqual([]);
    expect(existsSync(scratch.path)).toBe(false);
    expect((await start(['true']).result).end).toEqual({ reason: 'cancelled' });
  });
});

test('an answer that came while the hall stood still is taken, whatever limit has passed since', async () => {
  const totalMs = 2_000;
  const standStill = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, totalMs);
  const limits = { ...LIMITS, totalMs };
  const onLine = (line: string) => void (line === 'half' && standStill());
  const result = await start(['sh', '-c', 'echo first; sleep 0.2; echo half; sleep 0.1; echo whole'], {
    limits,
    onLine,
  }).result;
  expect(result).toMatchObject({ end: { reason: 'exited', code: 0 }, stdout: 'first\nhalf\nwhole\n' });
});

describe('what cannot be started', () => {
  test.runIf(process.platform !== 'win32').each(['.', '', 'bin'])(
    'a program of the working directory, by its name alone, with "%s" on PATH',
    async (entry) => {
      const folder = await mkdtemp(join(tmpdir(), 'repository-'));
      await mkdir(join(folder, 'bin'));
      for (const name of ['tool', 'bin/tool']) await writeFile(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
      const options = { cwd: folder, env: { PATH: `${entry}:${process.env['PATH']}` } };
      const named = await start(['tool'], options).result;
      const inTurn = await start(['sh', '-c', 'tool'], options).result;
      const byPath = await start(['bin/tool'], options).result;
      await rm(folder, { recursive: true });
      expect(named.end).toMatchObject({ reason: 'not-started', errorCode: 'ENOENT' });
      expect(inTurn.end).toEqual({ reason: 'exited', code: 127 });
      expect(byPath.end).toEqual({ reason: 'exited', code: 0 });
    },
  );

  test('a program by anything but its absolute path, which is found once', async () => {
    const started: ChildProcess[] = [];
    const note = (message: unknown) => started.push((message as { process: ChildProcess }).process);
    subscribe('child_process', note);
    await start(['true']).result;
    unsubscribe('child_process', note);
    expect(started).not.toEqual([]);
    expect(started.map(({ spawnfile }) => spawnfile).filter((program) => !isAbsolute(program))).toEqual([]);
  });

  test.each([
    { what: 'a missing program', argv: ['/no/such/program'], errorCode: 'ENOENT' },
    { what: 'a file that is no program', argv: ['/etc/passwd'], errorCode: 'EACCES' },
    { what: 'an argument that is too long', argv: ['/bin/echo', 'x'.repeat(200_000)], errorCode: 'E2BIG' },
    { what: 'an argument with a NUL character', argv: ['/bin/echo', 'a\0b'], errorCode: 'EINVAL' },
  ])('$what is reported as $errorCode', async ({ argv, errorCode }) => {
    const result = await start(argv as [string]).result;
    expect(result).toMatchObject({ end: { reason: 'not-started', errorCode }, stdout: '', stderrTail: '' });
    expect(result.end).toHaveProperty('message', expect.not.stringContaining('xxx'));
  });

  test.each(['missing', 'a-file'])(
    'a working directory that is %s is not taken for a missing program',
    async (name) => {
      await writeFile(join(temporary, 'a-file'), '');
      const result = await start(['true'], { cwd: join(temporary, name) }).result;
      await rm(join(temporary, 'a-file'));
      expect(result.end).toMatchObject({ reason: 'not-started', errorCode: 'ENOTDIR' });
    },
  );

  // A device that is always full stands for the folder of its output, in which there is no room any more.
  test.runIf(process.platform === 'linux').each(['exit 0', 'exit 1', 'kill $$'])(
    'an answer that had no room is no answer, however its program ends: %s',
    async (end) => {
      const script = `echo half; ln -s /dev/full "$(dirname "$(readlink /proc/$$/fd/1)")/room"; ${end}`;
      const result = await start(['sh', '-c', script]).result;
      expect(result.end).toMatchObject({ reason: 'not-started', errorCode: 'ENOSPC', isOurs: true });
      expect(result.end).toHaveProperty('message', expect.stringContaining(`${temporary} cannot be written`));
    },
  );

  test('a temporary folder that cannot be written to is reported', async () => {
    process.env['TMPDIR'] = join(temporary, 'missing');
    const result = await start(['true'], { cwd: '/' }).result;
    process.env['TMPDIR'] = temporary;
    expect(result.end).toMatchObject({ reason: 'not-started', errorCode: 'ENOENT', isOurs: true });
  });
});

test('a scratch folder is private, empty, and gone after removal', async () => {
  const scratch = await runner.createScratch();
  expect(statSync(scratch.path).mode & 0o777).toBe(0o700);
  expect(readdirSync(scratch.path)).toEqual([]);
  await writeFile(join(scratch.path, 'file'), 'text');
  await scratch.remove();
  await scratch.remove();
  expect(existsSync(scratch.path)).toBe(false);
});
