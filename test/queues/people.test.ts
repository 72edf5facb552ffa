// A worker that serves several people: each has a home, keys and a sandbox of their own.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { whyNoPostgres } from '../support/postgres.ts';
import { quickRehearsal } from '../support/project.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';

const CANARY = 'canary-key-of-ada';

describe.skipIf(whyNoPostgres !== undefined)('a worker that serves several people', () => {
  let shared: SharedHall;
  beforeAll(async () => {
    shared = await createSharedHall();
  }, 60_000);
  afterAll(async () => await shared.remove());
  afterEach(async () => await shared.stopWorkers());

  it('gives each a home and keys by reference, and shows none to another, nor to anybody who reads', async () => {
    const homes = path.join(shared.project.root, 'homes');
    const keyFile = path.join(shared.project.root, 'grace.key');
    fs.writeFileSync(keyFile, 'canary-key-of-grace\n');
    const spy = {
      kind: 'command',
      argv: [process.execPath, shared.project.write('spy.mjs', SPY)],
      prompt: 'stdin',
      output: { format: 'text' },
      versionArgs: [],
      inheritEnv: ['KEY'],
    };
    shared.useNewHall({
      agents: { spy, quick: quickRehearsal },
      worker: { homes, people: { Ada: { env: { KEY: 'env:ADAS_KEY' } }, Grace: { env: { KEY: `file:${keyFile}` } } } },
    });
    const worker = await (await shared.startWorkerWith({ ADAS_KEY: CANARY })).says('stderr', 'Agents: ');
    const hall = await shared.open('of-ada', 'quick', { wall: 'spy' });
    await shared.open('of-grace', 'quick', { wall: 'spy' });
    const queue = await hall.queue();
    const agents = ['quick', 'spy'];
    await queue.enqueue({ threadId: 'of-ada', agents, owner: 'Ada' });
    expect(await shared.whenEnded('of-ada')).toMatchObject({ state: 'done' });
    await queue.enqueue({ threadId: 'of-grace', agents, owner: 'Grace' });
    expect(await shared.whenEnded('of-grace')).toMatchObject({ state: 'done' });

    const seen = async (threadId: string) => {
      const { log } = await shared.read(threadId);
      return JSON.stringify(log.filter((event) => event.type === 'turn-recorded' && event.data.seat === 'wall'));
    };
    const [ada, grace] = [await seen('of-ada'), await seen('of-grace')];
    expect(ada).toMatch(/home=ada-[0-9a-f]{8} key=17 /);
    expect(grace).toMatch(/home=grace-[0-9a-f]{8} key=19 /);
    // It leaves a note in its home, which nobody else finds.
    if (!worker.includes('no sandbox')) expect(grace).toContain('others=none');

    const database = await shared.dump();
    for (const text of [ada, grace, worker, database]) expect(text).not.toContain('canary-key');
  });

  it('offers agents whose login its people have, and says where there is no bubblewrap', async () => {
    const homes = path.join(shared.project.root, 'homes');
    const program = shared.project.write('gemini', '#!/bin/sh\necho 0.61.0\n');
    fs.chmodSync(program, 0o755);
    const agents = { mine: { kind: 'gemini', path: program } };
    const bare = { PATH: shared.project.path('no-programs') };
    const startWith = async (worker: Record<string, unknown>, ...more: string[]) => {
      shared.useNewHall({ agents, worker });
      return shared.project.start(['worker', '--agents', 'mine', ...more], { env: { ...shared.env, ...bare } });
    };
    const withoutHomes = await startWith({});
    expect(await withoutHomes.finished).toMatchObject({ stderr: expect.stringContaining('cannot use mine') });
    const required = await startWith({ homes, sandbox: 'required' });
    expect(await required.finished).toMatchObject({
      stderr: expect.stringContaining('requires a sandbox, but bubblewrap is not installed (Debian: apt-get install'),
    });
    const worker = await startWith({ homes });
    expect(await worker.says('stderr', 'Agents: mine')).toContain('no sandbox: bubblewrap is not installed');
    worker.child.kill('SIGTERM');
    expect(await worker.finished).toMatchObject({ code: 0 });
  });

  it('says what is missing when a key is not where it is said to be', async () => {
    const homes = path.join(shared.project.root, 'homes');
    shared.useNewHall({ worker: { homes, people: { Ada: { env: { KEY: 'env:NOT_SET' } } } } });
    await shared.startWorker();
    await shared.open('d');
    await shared.call('queue', 'add', 'd');
    expect(await shared.whenEnded('d')).toMatchObject({
      state: 'failed',
      problem: 'KEY should come from env:NOT_SET, which is not set.',
    });
  });
});

/** Says what it finds, and leaves a note at home. */
const SPY = `
import fs from 'node:fs';
import path from 'node:path';
const { HOME, KEY = '' } = process.env;
const others = () => {
  try {
    return fs.readdirSync(path.dirname(HOME)).filter((name) => name !== path.basename(HOME)).join(',') || 'none';
  } catch { return 'none'; }
};
fs.writeFileSync(path.join(HOME, 'note'), 'x');
console.log('1. home=' + path.basename(HOME) + ' key=' + KEY.length + ' others=' + others() + '\\n[VERDICT] conditional [EVIDENCE] none');
`;
