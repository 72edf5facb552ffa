// A worker that serves several people: each has a home, keys and a sandbox of their own.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasBubblewrap } from '../support/bubblewrap.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { quickRehearsal } from '../support/project.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';
import { listenToSpies, SPY } from '../support/spies.ts';

const CANARY = 'canary-key-of-ada';

describe.skipIf(whyNoPostgres !== undefined)('a worker that serves several people', () => {
  let shared: SharedHall;
  beforeAll(async () => {
    shared = await createSharedHall();
  });
  afterAll(async () => await shared.remove());
  afterEach(async () => await shared.stopWorkers());

  it.runIf(inCampaign)(
    'gives each a home and keys by reference, and shows none to another, nor to anybody who reads',
    async () => {
      const homes = path.join(shared.project.root, 'homes');
      const keyFile = path.join(shared.project.root, 'grace.key');
      fs.writeFileSync(keyFile, 'canary-key-of-grace\n');
      const spy = {
        kind: 'command',
        argv: [process.execPath, shared.project.write('spy.mjs', KEEPS_NOTES)],
        prompt: 'stdin',
        output: { format: 'text' },
        versionArgs: [],
        inheritEnv: ['KEY'],
      };
      shared.useNewHall({
        agents: { spy, quick: quickRehearsal },
        worker: {
          homes,
          people: { Ada: { env: { KEY: 'env:ADAS_KEY' } }, Grace: { env: { KEY: `file:${keyFile}` } } },
        },
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
      if (!worker.includes('without a sandbox')) expect(grace).toContain('others=none');

      const database = await shared.dump();
      for (const text of [ada, grace, worker, database]) expect(text).not.toContain('canary-key');
    },
  );

  /** Files; what is in the variables of the worker nobody sees. */
  const WORKER_SEES = ['variables', 'hall', 'key', 'project'].map((name) => `planted-${name}`).sort();
  const HOSTILE = [
    {
      homes: true,
      sandbox: 'off',
      expected: [...WORKER_SEES, 'planted-own'],
      says: 'only agents whose own setting asks for a sandbox',
    },
    { homes: true, sandbox: 'auto', expected: ['planted-own'], says: 'run in bubblewrap' },
    { homes: false, sandbox: 'off', expected: WORKER_SEES, says: 'only agents whose own setting asks for a sandbox' },
    { homes: false, sandbox: 'required', expected: [], says: 'run in bubblewrap' },
  ];
  it.runIf(inCi && hasBubblewrap).each(HOSTILE.filter(({ sandbox }) => inCampaign || sandbox === 'auto'))(
    'a hostile agent sees what the worker says: %j',
    async ({ homes, sandbox, expected, says }) => {
      const { project } = shared;
      const listener = await listenToSpies();
      const homesFolder = path.join(project.root, `homes-${homes}-${sandbox}`);
      const places = [
        project.write('../keys/grace', 'planted-key'),
        project.write('.env', 'NOTHING=planted-variables'),
        project.write('notes.md', 'planted-project'),
        project.write('debates/old.txt', 'planted-hall'),
      ];
      const argv = [process.execPath, SPY, JSON.stringify({ address: listener.address, places })];
      shared.useNewHall({
        // Where the worker leaves it open, this agent does not ask for a sandbox itself.
        agents: {
          spy: { kind: 'command', argv, prompt: 'stdin', sandbox: 'off', inheritEnv: ['KEY'] },
          quick: quickRehearsal,
        },
        worker: {
          ...(homes ? { homes: homesFolder } : {}),
          sandbox,
          people: { Ada: { env: { KEY: 'env:ADAS_KEY' } }, Grace: { env: { KEY: `file:${places[0]}` } } },
        },
      });
      const url = new URL(shared.postgres.ordinaryUrl);
      url.password = 'planted-password';
      const variables = {
        OF_THE_WORKER: 'planted-worker',
        ADAS_KEY: 'planted-own',
        DEBATE_HALL_DATABASE_URL: url.href,
        DEBATE_HALL_STATE_KEY: `planted-state${'0'.repeat(32)}`,
      };
      const worker = await shared.startWorkerWith(variables);
      expect(await worker.says('stderr', 'Agents: ')).toContain(says);
      const threadId = `hostile-${homes}-${sandbox}`;
      const hall = await shared.open(threadId, 'quick', { wall: 'spy' });
      await (await hall.queue()).enqueue({ threadId, agents: ['quick', 'spy'], owner: 'Ada' });
      expect(await shared.whenEnded(threadId)).toMatchObject({ state: 'done' });
      expect(listener.heard.length).toBeGreaterThan(0);
      // Without a sandbox it also sees what belongs to tests that run beside this one.
      const wanted = sandbox === 'off' ? expect.arrayContaining(expected) : expected;
      for (const seen of listener.heard) {
        expect(seen).toEqual(wanted);
        for (const secret of ['worker', 'state', 'password', ...(homes ? [] : ['own'])]) {
          expect(seen).not.toContain(`planted-${secret}`);
        }
      }
      listener.close();
    },
  );

  it.runIf(inCampaign)('offers agents whose login its people have, and says where there is no bubblewrap', async () => {
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
    expect(await worker.says('stderr', 'Agents: mine')).toContain('without a sandbox: bubblewrap is not installed');
    worker.child.kill('SIGTERM');
    expect(await worker.finished).toMatchObject({ code: 0 });
  });

  it.runIf(inCampaign)('says what is missing when a key is not where it is said to be', async () => {
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
const KEEPS_NOTES = `
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
