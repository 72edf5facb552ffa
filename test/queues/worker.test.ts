// Workers of a shared hall, as processes, on a real database: what is asked for is run once, wherever, and can be stopped.
import fs from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startViewServer } from '../../src/doors/web/view-server.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { showDebate } from '../../src/hall/operations/records/copies/export-debate.ts';
import { Database } from '../../src/platform/database/database.ts';
import { connectHere, type Loose } from '../mcp/support.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { makeDocx, paragraph, run } from '../support/office.ts';
import { PICTURES } from '../support/pictures.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import type { Running } from '../support/project.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';
import { openTab } from '../web/support.ts';

/** Fits every step of a person. */
const WORDS = 'Yes.';

describe.skipIf(whyNoPostgres !== undefined)('a worker of a shared hall', () => {
  let shared: SharedHall;
  beforeAll(async () => {
    shared = await createSharedHall();
  });
  afterAll(async () => await shared.remove());

  it.runIf(inCampaign)('is waited for by whoever watches a debate that is queued', async () => {
    shared.useNewHall();
    await shared.open('early');
    await shared.call('queue', 'add', 'early');
    const watch = shared.start('watch', 'early');
    await watch.says('stderr', 'It waits for a worker.');
    await shared.call('interject', 'early', '--author', 'Ada', 'What does it cost?');
    await watch.says('stderr', 'What does it cost?');
    await shared.startWorker();
    const { code, stderr } = await watch.finished;
    expect([code, stderr]).toEqual([0, expect.stringMatching(/recorded as event[\s\S]*Outcome {3}Decided/)]);
    expect(stderr.split('What does it cost?')).toHaveLength(2);
    await shared.stopWorkers();
  });

  it.runIf(inCampaign)('is waited for no longer by whoever watches once the run is cancelled', async () => {
    shared.useNewHall();
    await shared.open('dropped');
    await shared.call('queue', 'add', 'dropped');
    const idle = shared.start('watch', 'dropped');
    await idle.says('stderr', 'It waits for a worker.');
    await shared.call('queue', 'cancel', 'dropped');
    expect((await idle.finished).stderr).toContain('It is not running now. Continue with: debate-hall resume dropped');
  });

  describe('that is there when it is asked', () => {
    let goOn: () => void;
    let worker: Running;
    beforeAll(async () => {
      goOn = shared.useWaitingAgent();
      worker = await shared.startWorker('--name', 'one');
    });
    afterAll(async () => await shared.stopWorkers());

    it('runs what was asked for, and says who asked and who ran it', async () => {
      await shared.open('d');
      expect(await shared.call('queue', 'add', 'd')).toMatchObject({ code: 0, stdout: 'd: queued\n' });
      expect(await shared.whenEnded('d')).toMatchObject({ state: 'done', worker: 'one', attempts: 1 });
      const { log } = await shared.read('d');
      expect(log.find(({ type }) => type === 'run-started')).toMatchObject({ data: { worker: 'one', askedBy: 'Ada' } });
      expect(log.at(-1)?.type).toBe('debate-closed');
      expect(await shared.call('queue', 'list')).toMatchObject({ stdout: expect.stringMatching(/^d +done .*one/m) });
    });

    it.runIf(inCampaign)(
      'takes the picture and the Word file that a program gave the debate, and says who saw it',
      async () => {
        const hall = await shared.hall();
        fs.writeFileSync(shared.project.path('plan.docx'), makeDocx({ body: paragraph(run('Redis')) }));
        fs.writeFileSync(shared.project.path('shot.png'), PICTURES.png);
        const panel = Object.fromEntries(['wind', 'wall', 'door'].map((seat) => [seat, { agent: 'quick' }]));
        const { signal } = new AbortController();
        const context = ['shot.png', 'plan.docx'];
        await openDebate(hall, { topic: 'Keep it?', threadId: 'seen', context, panel, seating: 'agents', signal });
        await shared.call('queue', 'add', 'seen');
        expect(await shared.whenEnded('seen')).toMatchObject({ state: 'done' });
        const { pictures, context: given, authority } = await showDebate(hall, 'seen');
        expect([given.map(({ source }) => source), pictures]).toMatchObject([
          ['plan.docx'],
          [{ source: 'shot.png', bytes: 97 }],
        ]);
        expect(authority.pictures).toEqual([{ source: 'shot.png', seen: [], unseen: ['wind', 'wall', 'door'] }]);
      },
    );

    it.runIf(inCampaign)('ends its job when a person is next, and continues with their turn', async () => {
      const hall = await shared.open('of-person', 'quick', { wall: 'human' });
      await shared.call('queue', 'add', 'of-person');
      expect(await shared.whenEnded('of-person')).toMatchObject({ state: 'paused' });
      for (;;) {
        expect(await shared.call('say', 'of-person', '--seat', 'wall', WORDS)).toMatchObject({ code: 0 });
        const ended = await shared.whenEnded('of-person');
        if (ended?.state !== 'paused') break;
      }
      expect(await (await hall.queue()).list({ threadId: 'of-person' })).toMatchObject([{ state: 'done' }]);
    });

    it.runIf(inCampaign)('runs what an MCP client asks for, who hears how far it is', async () => {
      const { folder } = shared.project;
      const server = await connectHere(folder, { env: shared.env });
      const told: string[] = [];
      const seats = { wind: 'quick', wall: 'waiting', door: 'quick' };
      const debate = { topic: 'Should we?', thread_id: 'of-client', seats };
      const onprogress = ({ message = '' }) => {
        told.push(message);
        if (message.includes('is recorded')) goOn();
      };
      const result = await server.call('debate_auto', debate, { onprogress });
      expect(result).toMatchObject({ thread_id: 'of-client', run: 'closed' });
      expect(told.join()).toContain('is recorded');
      expect(await server.call('debate_auto', { ...debate, thread_id: 'left', wait: false })).toMatchObject({
        run: 'started',
      });
      await server.close();
      expect(await shared.whenEnded('left')).toMatchObject({ state: 'done', worker: 'one' });
    });

    it.runIf(inCampaign)('takes what is next, and what was of a person who was erased', async () => {
      const queue = await (await shared.open('of-eve', 'quick', { wall: 'human' })).queue();
      await shared.open('dropped', 'waiting');
      for (const threadId of ['of-eve', 'dropped']) await queue.enqueue({ threadId, agents: ['quick'], owner: 'Eve' });
      await queue.cancel('dropped');
      expect(await shared.whenEnded('dropped')).toMatchObject({ state: 'cancelled' });
      expect(await shared.whenEnded('of-eve')).toMatchObject({ state: 'paused' });
      expect(await shared.call('people', 'erase', 'Eve', '--yes')).toMatchObject({ code: 0 });
      await shared.open('next');
      await shared.call('queue', 'add', 'next');
      expect(await shared.whenEnded('next')).toMatchObject({ state: 'done' });
      expect(await shared.call('say', 'of-eve', '--seat', 'wall', WORDS)).toMatchObject({ code: 0 });
      goOn();
      expect(await shared.call('queue', 'retry', 'dropped')).toMatchObject({ code: 0 });
      for (const threadId of ['of-eve', 'dropped']) {
        expect(await shared.whenEnded(threadId)).toMatchObject({ owner: expect.stringMatching(/^erased-/) });
        expect(await shared.whenEnded(threadId)).not.toMatchObject({
          state: expect.stringMatching(/failed|cancelled/),
        });
      }
    });

    it.runIf(inCampaign)('takes what is next although a row cannot be looked after, and says which', async () => {
      await shared.open('broken', 'quick', { wall: 'human' });
      await shared.call('queue', 'add', 'broken');
      expect(await shared.whenEnded('broken')).toMatchObject({ state: 'paused' });
      const database = new Database(shared.postgres);
      await database.query("update debate_hall.debate set written = now() - interval '1 minute' where id = 'broken'");
      await database.query("update debate_hall.run set queue = 'nowhere', ended = '2000-01-01' where id = 'broken'");
      await database.close();
      await worker.says('stderr', '"about":"broken"');
      await shared.open('other');
      await shared.call('queue', 'add', 'other');
      expect(await shared.whenEnded('other')).toMatchObject({ state: 'done' });
    });
  });

  describe('among others, or in a hall of its own', () => {
    beforeEach(() => shared.useNewHall());
    afterEach(async () => await shared.stopWorkers());

    it.runIf(inCampaign)('finds nothing of a debate that was deleted, and takes a new one of its ID', async () => {
      const id = 'only-here-4711';
      const traces = async () => (await shared.dump()).split('\n').filter((row) => row.includes(id));
      await shared.open(id);
      const queue = await (await shared.hall()).queue();
      await queue.enqueue({ threadId: id, agents: ['quick'], owner: 'Ada' });
      await queue.setSchedule({ name: 'monthly', cron: '0 6 1 * *', threadId: id });
      expect(await shared.call('delete', id, '--yes')).toMatchObject({ code: 0 });
      expect([await queue.list(), await queue.schedules(), await traces()]).toEqual([[], [], []]);
      // What somebody asks for while it is deleted.
      const database = new Database(shared.postgres);
      for (const state of ['created', 'active']) {
        await shared.open(id);
        await queue.enqueue({ threadId: id, agents: ['quick'], owner: 'Ada' });
        await database.query('delete from debate_hall.debate where id = $1', [id]);
        await database.query('update debate_hall_queue.job set state = $2 where singleton_key = $1', [id, state]);
      }
      await database.close();
      await shared.open(id);
      expect(await queue.enqueue({ threadId: id, agents: ['quick'], owner: 'Ada' })).toBe('queued');
      await shared.startWorker();
      expect(await shared.whenEnded(id)).toMatchObject({ state: 'done' });
    });

    it.runIf(inCi)('runs a debate once, however often and by whomever it is asked for', async () => {
      const hall = await shared.open('d');
      const queue = await hall.queue();
      const orders = Array.from({ length: 8 }, (_, index) => ({
        threadId: 'd',
        agents: ['quick'],
        owner: `p${index % 3}`,
      }));
      const results = await Promise.all(orders.map(async (order) => await queue.enqueue(order)));
      expect(results.filter((result) => result === 'queued')).toHaveLength(1);
      await Promise.all([shared.startWorker(), shared.startWorker()]);
      await shared.whenEnded('d');
      const { log } = await shared.read('d');
      expect(log.filter(({ type }) => type === 'run-started')).toHaveLength(1);
    });

    it.runIf(inCampaign)('is said to be waited for, and why, while none can take the run', async () => {
      await shared.open('d');
      await shared.call('queue', 'add', 'd');
      const show = async () => (await shared.call('show', 'd', '--summary')).stdout.replace(/\s+/g, ' ');
      expect(await show()).toContain('Its run waits for a worker, and none is there.');
      expect((await shared.call('list')).stdout).toContain('waiting for a worker');
      const [listed] = JSON.parse((await shared.call('list', '--json')).stdout);
      expect(listed).toMatchObject({ threadId: 'd', queued: 'for a worker' });
      const { queued } = JSON.parse((await shared.call('show', 'd', '--json')).stdout);
      expect(queued).toBe('for a worker, and none is there');
      expect((await shared.call('search', 'Should')).stdout).toContain('waiting for a worker');
      const tab = await shared.openPage();
      for (const query of ['', '?sort=topic', '?q=should'])
        expect((await tab.get(`/api/debates${query}`)).rows).toMatchObject([{ threadId: 'd', queued: 'for a worker' }]);
      await shared.startWorker('--agents', 'slow', '--name', 'slow-only');
      const why = 'for a worker, and none can fill Wind (quick), Wall (quick) and Door (quick)';
      expect(await show()).toContain(`Its run waits ${why}.`);
      const server = await connectHere(shared.project.folder, { env: shared.env });
      expect(await server.call('get_debate', { thread_id: 'd' })).toMatchObject({ running: false, queued: why });
      const { contents } = await server.client.readResource({ uri: 'debates://index' });
      expect(contents).toMatchObject([{ text: expect.stringContaining('"queued": "for a worker"') }]);
      const { agents } = await server.call('list_agents', {});
      const readStep = (agent: string) => agents.find(({ name }: Loose) => name === agent).next_step;
      expect(readStep('human')).toContain('nothing to install');
      expect(readStep('quick')).toBe('Start a worker that has it, or choose another agent.');
      await server.close();
      await shared.startWorker('--agents', 'quick', '--name', 'able');
      expect(await shared.whenEnded('d')).toMatchObject({ state: 'done' });
      expect(await show()).not.toContain('Its run waits');
      expect((await shared.call('list')).stdout).not.toContain('waiting');
    });

    it.runIf(inCi)('hides no debate from a user of the database who may not look into the queue', async () => {
      await shared.open('d');
      await shared.call('queue', 'add', 'd');
      const own = await connectHere(shared.project.folder, { env: shared.env });
      const listing = await own.client.callTool({ name: 'debate_history', arguments: {} });
      await own.close();
      expect(listing).toMatchObject({
        content: [{ text: 'd: waiting for a worker | Should we?' }],
        structuredContent: { debates: [{ thread_id: 'd', queued: 'for a worker' }] },
      });
      const owner = new Database(shared.postgres);
      await owner.query('create role reads_debates login');
      await owner.query('grant usage on schema debate_hall to reads_debates');
      await owner.query('grant select on all tables in schema debate_hall to reads_debates');
      await owner.query('create role writes_debates login');
      await owner.query('grant usage on schema debate_hall to writes_debates');
      await owner.query('grant all on all tables in schema debate_hall to writes_debates');
      await owner.query('grant all on all sequences in schema debate_hall to writes_debates');
      await owner.close();
      const toEnv = (role: string) => ({
        ...shared.env,
        DEBATE_HALL_DATABASE_URL: shared.postgres.ordinaryUrl.replace('team@', `${role}@`),
      });
      const env = toEnv('reads_debates');
      const call = async (...args: string[]) => {
        const { code, stdout, stderr } = await shared.project.call(args, { env });
        expect([args, code, stderr]).toEqual([args, 0, expect.any(String)]);
        return { stdout, said: `${stdout} ${stderr}`.replace(/\s+/g, ' ') };
      };
      const unseen = 'The database does not let this user see whether a run is queued.';
      expect((await call('list')).said).toMatch(/^ID .* d .* open /);
      for (const args of [['list'], ['show', 'd', '--summary'], ['watch', 'd']]) {
        const { said } = await call(...args);
        expect(said.split(unseen)).toHaveLength(2);
        expect(said).not.toContain('Continue with');
      }
      expect(JSON.parse((await call('list', '--json')).stdout)).toMatchObject([{ threadId: 'd', queued: null }]);
      expect(JSON.parse((await call('show', 'd', '--json')).stdout)).toMatchObject({ threadId: 'd', queued: null });
      const words = ['say', 'd', '--seat', 'wind', 'Yes.'];
      const { code, stderr } = await shared.project.call(words, { env: toEnv('writes_debates') });
      expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([0, expect.stringContaining(unseen)]);
      expect(JSON.parse((await call('show', 'd', '--json')).stdout).entries).toMatchObject([{ text: 'Yes.' }]);
      const server = await connectHere(shared.project.folder, { env });
      for (const [tool, args] of [
        ['get_debate', { thread_id: 'd' }],
        ['debate_history', {}],
      ] as const)
        expect(await server.call(tool, args)).toMatchObject({ notices: [unseen] });
      await server.close();
      const { project } = shared;
      const hall = await openHall({ cwd: project.folder, home: project.root, env: { ...project.env, ...env } });
      const page = await startViewServer({
        hall,
        openWith: async () => hall,
        author: 'Ada',
        report: () => {},
        port: 0,
      });
      const tab = await openTab(page);
      expect((await tab.get('/api/debates')).rows).toMatchObject([{ threadId: 'd', queued: null }]);
      expect(await tab.get('/api/debates/d')).toMatchObject({ running: false, queued: null });
      await page.close();
      await hall.close();
    });

    it.runIf(inCampaign)('is said to wait for its next try where the one before failed', async () => {
      await shared.open('again');
      const queue = await (await shared.hall()).queue();
      const worker = await queue.work(
        { name: 'broken', concurrency: 1, agents: [] },
        {
          run: async () => ({ kind: 'failed', code: 'agent-failed', problem: 'It failed.', retry: true }),
          recheck: async () => {},
          report: () => {},
        },
      );
      await queue.enqueue({ threadId: 'again', agents: [] });
      const readWait = async () => JSON.parse((await shared.call('show', 'again', '--json')).stdout).queued;
      await expect.poll(readWait, { timeout: 10_000 }).toBe('for its next try by a worker');
      expect((await shared.call('list')).stdout).toContain('waiting for its next try by a worker');
      await worker.close(0);
    });

    it.runIf(inCampaign)('is waited for on a page that was open before, until the run is cancelled', async () => {
      await shared.open('watched');
      const tab = await shared.openPage();
      const { messages } = await tab.listen('watched');
      await expect.poll(() => messages[0]).toEqual({ type: 'ready' });
      for (const [action, queued] of [
        ['add', 'for a worker, and none is there'],
        ['cancel', undefined],
      ] as const) {
        const before = messages.length;
        await shared.call('queue', action, 'watched');
        await expect
          .poll(() => messages.slice(before), { timeout: 5_000 })
          .toContainEqual(expect.objectContaining({ type: 'changed', threadId: 'watched' }));
        expect((await tab.get('/api/debates/watched')).queued).toBe(queued);
        expect((await tab.get('/api/debates')).rows[0].queued).toBe(queued && 'for a worker');
      }
    });

    it.runIf(inCi)('is not waited for by a debate that was closed while it was queued', async () => {
      await shared.open('closed');
      await shared.call('queue', 'add', 'closed');
      await shared.call('kill', 'closed', 'no longer needed');
      expect((await shared.call('show', 'closed', '--summary')).stdout).not.toContain('waits');
      const view = await (await shared.openPage()).get('/api/debates/closed');
      expect(view).toMatchObject({ can: { pause: false } });
      expect(view).not.toHaveProperty('queued');
    });

    it.runIf(inCampaign)('leaves to others what it has no agents for, or what others asked for', async () => {
      await shared.startWorker('--agents', 'quick', '--own-only', 'Grace', '--name', 'of-grace');
      await shared.startWorker('--agents', 'slow', '--name', 'slow-only');
      await shared.open('of-ada');
      await shared.call('queue', 'add', 'of-ada');
      const hall = await shared.open('of-both');
      await (await hall.queue()).enqueue({ threadId: 'of-both', agents: ['quick'], owner: 'Grace' });
      expect(await shared.whenEnded('of-both')).toMatchObject({ state: 'done', worker: 'of-grace' });
      expect(await (await hall.queue()).list({ threadId: 'of-ada' })).toMatchObject([
        { state: 'waiting', attempts: 0 },
      ]);
      await shared.startWorker('--agents', 'quick,slow', '--name', 'of-all');
      expect(await shared.whenEnded('of-ada')).toMatchObject({ state: 'done', worker: 'of-all' });
    });

    it.runIf(inCampaign)(
      'stops a run that was cancelled on another machine, and continues it when it is asked for again',
      async () => {
        const goOn = shared.useWaitingAgent();
        await shared.startWorker();
        const hall = await shared.open('d', 'quick', { wall: 'waiting' });
        await shared.call('queue', 'add', 'd');
        await shared.whenSpoken('d', 1);
        expect(await shared.call('queue', 'cancel', 'd')).toMatchObject({ code: 0, stdout: 'd: cancelled\n' });
        await shared.whenWritten('d', 'run-paused');
        expect(await (await hall.queue()).list()).toMatchObject([{ state: 'cancelled' }]);
        expect(await shared.call('queue', 'cancel', 'd')).toMatchObject({ code: 2 });
        goOn();
        expect(await shared.call('queue', 'retry', 'd')).toMatchObject({ code: 0, stdout: 'd: queued\n' });
        expect(await shared.whenEnded('d')).toMatchObject({ state: 'done' });
      },
    );

    it.runIf(inCampaign)('lets runs end within its grace, and leaves the rest to another worker', async () => {
      const goOn = shared.useWaitingAgent();
      const first = await shared.startWorker('--name', 'first');
      await shared.open('d', 'quick', { wall: 'waiting' });
      await shared.call('queue', 'add', 'd');
      await shared.whenSpoken('d', 1);
      first.child.kill('SIGTERM');
      expect(await first.finished).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('other workers take them over'),
      });
      goOn();
      await shared.startWorker('--name', 'second');
      expect(await shared.whenEnded('d')).toMatchObject({ state: 'done', worker: 'second' });
      const { log } = await shared.read('d');
      const keys = log.flatMap((event) => (event.type === 'turn-recorded' ? [event.data.key] : []));
      expect(new Set(keys).size).toBe(keys.length);
    });

    it.runIf(inCampaign)('delays a person by one run at most, however many another has asked for', async () => {
      const hall = await shared.open('first');
      const queue = await hall.queue();
      const names = Array.from({ length: 500 }, (_, index) => `many-${index}`);
      for (const threadId of names) {
        await shared.open(threadId);
        await queue.enqueue({ threadId, agents: ['quick'], owner: 'Grace' });
      }
      await shared.startWorker('--concurrency', '1');
      await shared.whenEnded('many-2');
      const before = (await queue.list({ states: ['done', 'running'] })).length;
      await queue.enqueue({ threadId: 'first', agents: ['quick'], owner: 'Ada' });
      const asked = (await queue.list({ threadId: 'first' }))[0]?.asked as Date;
      await shared.whenEnded('first');
      const started = (await queue.list({ threadId: 'first' }))[0]?.started as Date;
      const between = (await queue.list({ owner: 'Grace', most: 1_000 })).filter(
        (run) => run.started !== undefined && run.started > asked && run.started < started,
      );
      expect(before).toBeGreaterThan(0);
      expect(between.length).toBeLessThanOrEqual(1);
    });

    it.runIf(inCampaign)('debates again what is scheduled, until the schedule is removed', async () => {
      await shared.open('d');
      await shared.call('run', '--rehearse', '--id', 'decided', 'Should we?');
      expect(await shared.call('queue', 'schedule', 'decided', '--every', 'now and then')).toMatchObject({ code: 2 });
      expect(
        await shared.call('queue', 'schedule', 'decided', '--every', '0 6 1 * *', '--name', 'monthly'),
      ).toMatchObject({
        stdout: 'monthly: rechecks decided at "0 6 1 * *" (UTC)\n',
      });
      expect(await shared.call('queue', 'schedules')).toMatchObject({
        stdout: expect.stringContaining('monthly: rechecks'),
      });
      expect(await shared.call('queue', 'unschedule', 'monthly')).toMatchObject({ code: 0 });
      expect(await shared.call('queue', 'unschedule', 'monthly')).toMatchObject({ code: 2 });
    });

    it.runIf(inCampaign)('runs what was opened for it, with the agents that it has', async () => {
      await shared.startWorker('--agents', 'rehearsal', '--name', 'one');
      expect(await shared.call('queue', 'workers')).toMatchObject({ stdout: 'one: 2 at once; rehearsal\n' });
      const named = await shared.call('run', '--queue', '--wall', 'quick', '--id', 'd', 'Should we?');
      expect(named).toMatchObject({
        code: 4,
        stderr: expect.stringMatching(/No worker of this hall has "quick" now\.[\s\S]*Start a worker that has it/),
      });
      expect(await shared.call('run', '--queue', '--rehearse', '--id', 'd', 'Should we?')).toMatchObject({
        ...{ code: 0, stdout: 'd: queued\n' },
        stderr: expect.stringContaining('debate-hall watch d'),
      });
      expect(await shared.whenEnded('d')).toMatchObject({ state: 'done', owner: 'Ada' });
    });

    it.runIf(inCampaign)(
      'tells an MCP client at once that no worker runs, and runs the debate when one comes',
      async () => {
        const server = await connectHere(shared.project.folder, { env: shared.env });
        const debate = { topic: 'Should we?', thread_id: 'd', preset: 'rehearsal' };
        const result = await server.call('debate_auto', debate);
        expect(result).toMatchObject({ run: 'started', next_step: expect.stringContaining('No worker of this hall') });
        await server.close();
        await shared.startWorker('--name', 'late');
        expect(await shared.whenEnded('d')).toMatchObject({ state: 'done', worker: 'late' });
      },
    );

    it.runIf(inCampaign)('asks no provider more often at a time than its limits allow', async () => {
      const before = shared.project.calls().length;
      const goOn = shared.useWaitingAgent({ providers: { command: { concurrent: 1 } } });
      await shared.startWorker('--concurrency', '2');
      for (const id of ['one', 'other']) {
        await shared.open(id, 'rehearsal', { wall: 'waiting' });
        await shared.call('queue', 'add', id);
      }
      await shared.whenSpoken('one', 1);
      await shared.whenSpoken('other', 1);
      // Both need the same agent now; one of them has the only permit.
      await expect.poll(async () => await shared.dump()).toContain('"command login",1');
      expect(shared.project.calls().length - before).toBeLessThanOrEqual(1);
      goOn();
      for (const id of ['one', 'other']) expect(await shared.whenEnded(id)).toMatchObject({ state: 'done' });
      expect(await shared.dump()).not.toContain('"command login",2');
    });
  });
});
