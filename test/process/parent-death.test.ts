import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { childrenOf, fake, stillRunning } from '../support/processes.ts';

const WATCHDOG = 'debate-hall watchdog';
const FOLDER = mkdtempSync(join(tmpdir(), 'parent-death-'));
const HALL = join(FOLDER, 'hall.mjs');
const started: number[] = [];

// Bundled once, since a loader of TypeScript costs ten times as much as all else at every start.
beforeAll(async () => {
  const input = fileURLToPath(new URL('../fakes/hall.ts', import.meta.url));
  await build({ input, platform: 'node', output: { file: HALL, codeSplitting: false } });
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

afterEach(() => {
  for (const { pid } of stillRunning(started.splice(0))) process.kill(pid, 'SIGKILL');
});

/** A hall that runs a program which ignores SIGTERM, with a grandchild that does so, too; and another one that stays. */
async function busyHall() {
  const hall = spawn(process.execPath, [HALL], { stdio: ['pipe', 'pipe', 'ignore'] });
  const pid = hall.pid ?? 0;
  const exited = new Promise((resolve) => hall.once('exit', resolve));
  const lines = createInterface({ input: hall.stdout })[Symbol.asyncIterator]();
  const hear = async () => String((await lines.next()).value);
  const say = (text: string) => hall.stdin.write(`${text}\n`);
  const startProgram = async (how = '') => {
    say(`${how}${JSON.stringify(fake('leaves-grandchild.sh', 'and-stays'))}`);
    const pids = (await hear()).split(' ').map(Number);
    started.push(...pids);
    return pids;
  };
  started.push(pid);
  const folder = await hear();
  const pids = [...(await startProgram()), ...(await startProgram('stay '))];
  const [watchdog = 0] = childrenOf(pid, WATCHDOG);
  expect(stillRunning(pids)).toHaveLength(4);
  expect(stillRunning([watchdog])).toHaveLength(1);
  expect(existsSync(folder)).toBe(true);
  return { pid, exited, say, startProgram, folder, pids, watchdog };
}

async function expectNothingLeft(pids: readonly number[], folder: string): Promise<void> {
  await expect.poll(() => stillRunning(pids)).toEqual([]);
  expect(existsSync(folder)).toBe(false);
}

test.runIf(inCi).each(sample(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const, 4))(
  '%s to the hall leaves nothing behind',
  async (signal) => {
    const hall = await busyHall();
    process.kill(hall.pid, signal);
    await hall.exited;
    await expectNothingLeft([...hall.pids, hall.watchdog], hall.folder);
  },
);

test.runIf(inCi).each(['exit', 'throw', 'close'])('a hall that ends by "%s" leaves nothing behind', async (way) => {
  const hall = await busyHall();
  hall.say(way);
  await hall.exited;
  await expectNothingLeft([...hall.pids, hall.watchdog], hall.folder);
});

test.runIf(inCi)('a watchdog that was killed is replaced and knows what ran before', async () => {
  const hall = await busyHall();
  process.kill(hall.watchdog, 'SIGKILL');
  const others = () => childrenOf(hall.pid, WATCHDOG).filter((pid) => pid !== hall.watchdog);
  await expect.poll(others).toHaveLength(1);
  const [next = 0] = others();
  const more = await hall.startProgram();
  process.kill(hall.pid, 'SIGKILL');
  await hall.exited;
  await expectNothingLeft([...hall.pids, ...more, next], hall.folder);
});

/** SIGHUP is the last signal that a watchdog takes over; before that it ends like any other program. */
const takesSignals = (pid: number) =>
  (Number.parseInt(
    /^SigCgt:\s*[0-9a-f]*([0-9a-f])$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0',
    16,
  ) &
    1) ===
  1;

test.runIf(inCi && process.platform === 'linux')('the watchdog takes no notice of SIGINT and SIGTERM', async () => {
  const hall = await busyHall();
  await expect.poll(() => takesSignals(hall.watchdog)).toBe(true);
  process.kill(hall.watchdog, 'SIGINT');
  process.kill(hall.watchdog, 'SIGTERM');
  process.kill(hall.pid, 'SIGKILL');
  await hall.exited;
  await expectNothingLeft([...hall.pids, hall.watchdog], hall.folder);
});

test.runIf(inCampaign && process.platform === 'linux')(
  'a program that was born too late for the list is found by where it works or writes; a process of another session is spared',
  async () => {
    const hall = await busyHall();
    const start = (detached: boolean) =>
      spawn('sleep', ['60'], { cwd: hall.folder, detached, stdio: 'ignore' }).pid as number;
    const output = openSync(join(hall.folder, 'stdout-of-another'), 'w');
    const elsewhere = spawn('sleep', ['60'], { cwd: '/', detached: true, stdio: ['ignore', output, 'ignore'] });
    closeSync(output);
    const [unlisted, spared] = [start(true), start(false)];
    started.push(unlisted, spared, elsewhere.pid as number);
    process.kill(hall.pid, 'SIGKILL');
    await hall.exited;
    await expectNothingLeft([...hall.pids, hall.watchdog, unlisted, elsewhere.pid as number], hall.folder);
    expect(stillRunning([spared])).toHaveLength(1);
  },
);
