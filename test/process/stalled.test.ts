// A program whose event loop stands still hears no signal, and one with a thread in a call of the system cannot exit. A second
// signal ends it all the same, as soon as it is known that the loop does not only wait for a processor.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, MAIN } from '../support/project.ts';
import { CTRL_C } from '../support/terminal.ts';

const STALLS = {
  'an endless loop': 'for (;;);',
  'a regular expression that tries for ever': "/^(a+)+$/.test('a'.repeat(50) + '!');",
  'a wait of the main thread': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  'a thread in a call of the system':
    "require('node:child_process').execFileSync('mkfifo', ['pipe']); require('node:fs').readFile('pipe', () => {});",
};

/** Begins when the program has heard signals for a while, and says so. */
const preload = (stall: string) => `
const looking = setInterval(() => {
  if (process.listenerCount('SIGTERM') === 0) return;
  clearInterval(looking);
  setTimeout(() => { require('node:fs').writeSync(2, 'standing still\\n'); ${stall} }, 2000);
}, 20).unref();`;

const CASES = [
  ...Object.keys(STALLS).map((stall) => [stall, ['view', '--no-open']] as const),
  ...['mcp', 'acp'].flatMap((door) =>
    ['an endless loop', 'a thread in a call of the system'].map((stall) => [stall, [door]] as const),
  ),
];

/** In CI one of each kind; the last test has a loop, too. */
test.runIf(inCi).each(CASES.filter((_, at) => inCampaign || at === 3))('%s in %s', async (stall, args) => {
  const project = createProject();
  const file = project.write('stall.cjs', preload(STALLS[stall as keyof typeof STALLS]));
  const child = spawn(process.execPath, ['--require', file, MAIN, ...args], {
    cwd: project.folder,
    env: project.env,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  for await (const text of child.stderr.setEncoding('utf8')) {
    said += text;
    if (said.includes('standing still')) break;
  }
  const signals = setInterval(() => child.kill('SIGTERM'), 700);
  const outcome = await Promise.race([ended, delay(20_000, 'still there')]);
  clearInterval(signals);
  child.kill('SIGKILL');
  expect(outcome).toEqual([null, expect.stringMatching(/^SIG(?:INT|TERM)$/)]);
});

test.runIf(inCampaign)('a terminal has its cursor back before a signal ends a run that stands still', async () => {
  const project = createProject();
  project.configure({
    agents: { slow: project.seat('all', { until: project.path('never') }) },
    seats: { wind: 'slow', wall: 'slow', door: 'slow' },
  });
  const file = project.write('stall.cjs', preload(STALLS['an endless loop']));
  const terminal = project.terminal([process.execPath, '--require', file, MAIN, 'run', 'Should we?']);
  await terminal.sees('standing still');
  const presses = setInterval(() => terminal.type(CTRL_C), 700);
  await terminal.finished;
  clearInterval(presses);
  const raw = terminal.raw();
  expect(raw).toContain('\x1b[?25l');
  expect(raw.lastIndexOf('\x1b[?25h')).toBeGreaterThan(raw.lastIndexOf('\x1b[?25l'));
  project.dispose();
});

test.runIf(inCi)('a signal asks a program to end whose event loop only waited for a processor', async () => {
  const project = createProject();
  // The processor is taken from the main thread alone, so that the guard sees no beat of a loop that is not busy.
  const file = project.write(
    'starve.cjs',
    preload('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1800);'),
  );
  const child = spawn(process.execPath, ['--require', file, MAIN, 'mcp'], {
    cwd: project.folder,
    env: project.env,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  for await (const text of child.stderr.setEncoding('utf8')) if (String(text).includes('standing still')) break;
  await delay(1500);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  project.dispose();
});
