// A server of a hall in a database: tenants, roles, quotas, and runs that workers carry out.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openAuditTrail } from '../../src/hall/compose/store.ts';
import { readFollowUp } from '../../src/hall/operations/debate/running/follow-up.ts';
import { performRuns } from '../../src/hall/operations/queue/perform-run.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import type { Role } from '../../src/platform/access/principal.ts';
import { Database } from '../../src/platform/database/database.ts';
import type { QueueWorker } from '../../src/platform/queues/queue.ts';
import { packageFile } from '../../src/support/package-root.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { openDatabase } from '../support/database.ts';
import { FOREVER_MS } from '../support/limits.ts';
import { type PostgresDatabase, whyNoPostgres } from '../support/postgres.ts';
import { type Loose, type Serve, startServe } from './support.ts';
import { ABOUT_NONE, argsFor, TOPIC, TURN } from './tool-arguments.ts';

const STATE_KEY = 'k'.repeat(40);

describe.skipIf(whyNoPostgres !== undefined)('a server of a shared hall', () => {
  let postgres: PostgresDatabase;
  let env: Record<string, string>;
  let halls = 0;
  let hall = '';
  let serve: Serve;
  let quotas: object = {};
  const opened: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    postgres = await openDatabase();
    env = {
      DEBATE_HALL_DATABASE_URL: postgres.ordinaryUrl,
      DEBATE_HALL_STORE: 'postgres',
      DEBATE_HALL_QUEUE: 'postgres',
      DEBATE_HALL_STATE_KEY: STATE_KEY,
    };
  });

  const begin = async () => {
    serve = await startServe({
      env,
      config: { store: { hall }, quotas, mcp: { toolsets: ['core', 'asymmetric', 'memory', 'what-if'] } },
    });
    await serve.addKey('owner', 'admin');
    await serve.listen();
  };
  beforeEach(async () => {
    halls += 1;
    hall = `hall-${halls}`;
    quotas = {};
    await begin();
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await serve.close();
  });

  /** A worker in this process, with agents of its own. */
  async function startWorker(): Promise<QueueWorker> {
    const folder = serve.folder;
    const own = await openHall({ cwd: folder, home: folder, env: { ...env, DEBATE_HALL_TRUST: folder } });
    const queue = await own.queue();
    const worker = await queue.work(
      { name: 'worker', concurrency: 4, agents: ['quick', 'rehearsal'] },
      { run: performRuns(async () => own), recheck: async () => {}, report: () => {} },
    );
    opened.push({
      close: async () => {
        await worker.close(0);
        await own.close();
      },
    });
    return worker;
  }

  it.runIf(inCampaign)('leaves a run to a worker, and tells the client how it ended', async () => {
    await startWorker();
    const { call } = await serve.connect(await serve.addKey('ana', 'runner'));
    const done = await call('debate_auto', { topic: TOPIC, thread_id: 'run' });
    expect(done).toMatchObject({ run: 'closed', full_panel: true });
    const log = (await serve.hall.engine.snapshot('run')).log;
    expect(log.find(({ type }) => type === 'run-started')?.data).toMatchObject({
      worker: 'worker',
      askedBy: 'key:ana',
    });
    const started = await call('debate_auto', { topic: TOPIC, thread_id: 'run-2', wait: false });
    expect(started).toMatchObject({ run: 'started', forecast: expect.anything() });
    let last: Loose;
    for (let from = 0; last?.status !== 'synthesis'; from = last.next_seq) {
      last = await call('get_debate', { thread_id: 'run-2', from, wait_seconds: 45 });
    }
  });

  it.runIf(inCi)('tells how a run ended though what happens in it cannot be read on the way', async () => {
    const owner = new Database({ url: postgres.url });
    await owner.query('alter table debate_hall.feed rename lines to words');
    try {
      await startWorker();
      const { client } = await serve.connect(await serve.addKey('ana', 'runner'));
      const debate = { name: 'debate_auto', arguments: { topic: TOPIC, thread_id: 'unheard' } };
      const result = await client.callTool(debate, { timeout: FOREVER_MS, onprogress: () => {} });
      expect(result.structuredContent).toMatchObject({ run: 'closed', full_panel: true });
    } finally {
      await owner.query('alter table debate_hall.feed rename words to lines');
      await owner.close();
    }
  });

  it.runIf(inCampaign)('tells nobody where the database and the program are', async () => {
    await startWorker();
    const { client } = await serve.connect(await serve.addKey('ana', 'runner'));
    const say = { thread_id: 'duel', role: 'Proposition', content: 'Because.' };
    const answers = [
      await client.callTool({ name: 'debate_auto', arguments: { topic: TOPIC, thread_id: 'run' } }),
      await client.callTool({ name: 'init_debate', arguments: { thread_id: 'duel', topic: TOPIC, format: 'oxford' } }),
      await client.callTool({ name: 'add_turn', arguments: say }),
    ].map((answer) => JSON.stringify(answer));
    expect(answers.at(-1)).toContain('All the rules are in docs/formats/oxford.md.');
    expect(
      answers.filter((answer) => answer.includes(packageFile('')) || answer.includes(' in the database ')),
    ).toEqual([]);
  });

  it.runIf(inCampaign)('leaves a question after the end to a worker, and only a runner asks it', async () => {
    await startWorker();
    const { call } = await serve.connect(await serve.addKey('ana', 'runner'));
    await call('debate_auto', { topic: TOPIC, thread_id: 'asked' });
    const question = { thread_id: 'asked', question: 'Why?' };
    const reader = await serve.connect(await serve.addKey('bob', 'reader'));
    await expect(reader.call('debate_ask', question)).rejects.toThrow('debate_ask not found');
    const { run, answers } = await call('debate_ask', question);
    expect([run, answers.length, answers.every(({ answer }: Loose) => typeof answer === 'string')]).toEqual([
      ...['closed', 3, true],
    ]);
    expect(await call('debate_ask', { ...question, wait: false })).toMatchObject({ run: 'started', answers: [] });
    const answered = async () =>
      (await serve.hall.engine.snapshot('asked')).log.filter(({ type }) => type === 'follow-up-answered').length;
    await expect.poll(answered).toBe(6);
  });

  it.runIf(inCampaign)(
    'puts no question in the place of one that waits for its answers, and gives each its own',
    async () => {
      const worker = await startWorker();
      const { call } = await serve.connect(await serve.addKey('ana', 'runner'));
      const bob = await serve.connect(await serve.addKey('bob', 'runner'));
      await call('debate_auto', { topic: TOPIC, thread_id: 'asked' });
      await worker.close(0);
      const ask = { thread_id: 'asked', wait: false };
      // All at the same time, and one more while it waits.
      const asked = await Promise.allSettled(
        [call, bob.call, call, bob.call].map(
          async (by, n) => await by('debate_ask', { ...ask, question: `Red ${n}?` }),
        ),
      );
      asked.push(
        ...(await Promise.allSettled([bob.call('debate_ask', { ...ask, question: 'Blue?', seats: ['wall'] })])),
      );
      const started = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(started).toMatchObject([{ run: 'started', answers: [] }]);
      const refused = asked.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
      expect(refused).toEqual(Array.from({ length: 4 }, () => expect.stringContaining('already-running')));
      await startWorker();
      const queue = await serve.hall.queue();
      expect(await queue.whenEnded('asked', new AbortController().signal)).toMatchObject({ state: 'done' });
      const { answers } = await bob.call('debate_ask', { ...ask, question: 'Blue?', seats: ['wall'], wait: true });
      expect(answers).toMatchObject([{ role: 'Wall' }]);
      const snapshot = await serve.hall.engine.snapshot('asked');
      const questions = snapshot.log.filter(({ type }) => type === 'follow-up-asked').map(({ seq }) => seq);
      const seats = questions.map((seq) => readFollowUp(toRecord(snapshot), seq).map(({ seat, text }) => text && seat));
      expect(seats).toEqual([['wind', 'wall', 'door'], ['wall']]);
    },
  );

  it.runIf(inCampaign)('continues a run with the turn of a person', async () => {
    await startWorker();
    const { call } = await serve.connect(await serve.addKey('ana', 'runner'));
    const seats = { door: 'human' };
    expect(await call('debate_auto', { topic: TOPIC, thread_id: 'person', seats })).toMatchObject({ run: 'paused' });
    const speaker = await serve.connect(await serve.addKey('bob', 'speaker'));
    await speaker.call('add_turn', { thread_id: 'person', role: 'Door', content: '1. **A**, because it holds.' });
    let last: Loose;
    for (let from = 0; last?.status !== 'synthesis'; from = last.next_seq) {
      last = await call('get_debate', { thread_id: 'person', from, wait_seconds: 45 });
    }
    const { log } = await serve.hall.engine.snapshot('person');
    expect(log.find(({ data }) => 'by' in data && (data.by as Loose).author === 'bob')).toBeDefined();
  });

  it.runIf(inCampaign)(
    'tells how a debate ended that a worker finished before the call of the person asked for its run',
    async () => {
      const { call } = await serve.connect(await serve.addKey('ana', 'runner'));
      const seats = { door: 'human' };
      const queue = await serve.hall.queue();
      const never = new AbortController().signal;
      await call('debate_auto', { topic: TOPIC, thread_id: 'fast', seats, wait: false });
      await startWorker();
      expect(await queue.whenEnded('fast', never)).toMatchObject({ state: 'paused' });
      await call('add_turn', { thread_id: 'fast', role: 'Door', content: '1. **A**, because it holds.' });
      expect(await queue.whenEnded('fast', never)).toMatchObject({ state: 'done' });
      expect(await call('resume_debate', { thread_id: 'fast' })).toMatchObject({ run: 'closed' });
    },
  );

  it.runIf(inCampaign)('refuses what goes beyond a quota, and says what is used and when it is free', async () => {
    await serve.close();
    quotas = { default: { callsPerDay: 4, runs: 1 }, people: { 'key:rich': {} } };
    await begin();
    const { call } = await serve.connect(await serve.addKey('ana', 'runner'));
    // Nobody runs them yet.
    await call('debate_auto', { topic: TOPIC, thread_id: 'first', wait: false });
    const second = call('debate_auto', { topic: TOPIC, thread_id: 'second', wait: false });
    await expect(second).rejects.toThrow('quota-reached: The quota is used up: 1 of 1 run at once.');
    expect(await serve.hall.store.exists('second')).toBe(false);
    const rich = await serve.connect(await serve.addKey('rich', 'runner'));
    await rich.call('debate_auto', { topic: TOPIC, thread_id: 'third', wait: false });
    await startWorker();
    const queue = await serve.hall.queue();
    const never = new AbortController().signal;
    expect(await queue.whenEnded('first', never)).toMatchObject({ state: 'done' });
    await queue.whenEnded('third', never);
    // Three of four calls are used: the fourth is made, the fifth is not.
    await expect(call('debate_auto', { topic: TOPIC, thread_id: 'fourth' })).rejects.toThrow(
      /The quota is used up: 4 of 4 calls today\. The next day begins \d{4}-\d\d-\d\d 00:00 UTC\./,
    );
    const turns = (await serve.hall.engine.snapshot('fourth')).log.filter(({ type }) => type === 'turn-recorded');
    expect(turns).toHaveLength(1);
    await expect(call('debate_auto', { topic: TOPIC, thread_id: 'fifth' })).rejects.toThrow('quota-reached');
    expect(await serve.hall.store.exists('fifth')).toBe(false);
  });

  it('never counts more calls than a quota allows, however many ask at once', async () => {
    const usage = await serve.hall.usage();
    const results = await Promise.all(Array.from({ length: 50 }, async () => await usage.countCall('key:ana', 7)));
    expect(results.filter((result) => result === 'counted')).toHaveLength(7);
    expect(await usage.used('key:ana')).toMatchObject({ callsToday: 7 });
  });

  const NEEDS: Record<string, Role> = {
    ...{ add_turn: 'speaker', pick_next_speaker: 'speaker', close_debate: 'speaker', init_debate: 'speaker' },
    ...{ debate_start: 'speaker', debate_join: 'speaker', debate_position: 'speaker', debate_challenge: 'speaker' },
    ...{ debate_converge: 'speaker', record_outcome: 'speaker', debate_human_review: 'speaker' },
    ...{ debate_auto: 'runner', resume_debate: 'runner', fork_debate: 'runner' },
    ...{ force_close_debate: 'admin', debate_cancel: 'admin', tombstone_turn: 'admin', debate_delete: 'admin' },
  };

  it.runIf(inCi)('lets nobody do what their role does not include', async () => {
    const admin = await serve.connect(await serve.addKey('ana', 'admin'));
    await admin.call('init_debate', { topic: TOPIC, thread_id: 'ours' });
    await admin.call('add_turn', { thread_id: 'ours', role: 'Wind', content: TURN });
    const before = (await serve.hall.store.read('ours'))?.text;
    const roles = ['reader', 'speaker', 'runner'] as const;
    const clients = Object.fromEntries(
      await Promise.all(
        roles.map(async (role) => [role, (await serve.connect(await serve.addKey(role, role))).client] as const),
      ),
    );
    const order = ['reader', 'speaker', 'runner', 'admin'];
    const cases = Object.entries(NEEDS).flatMap(([name, needs]) =>
      roles.filter((role) => order.indexOf(role) < order.indexOf(needs)).map((role) => ({ name, role })),
    );
    for (const { name, role } of cases) {
      const args = argsFor('ours')[name] ?? ABOUT_NONE[name] ?? {};
      const result: Loose = await clients[role]
        ?.callTool({ name, arguments: args })
        .catch((error: unknown) => ({ isError: true, error: String(error) }));
      expect(result, `${name} as ${role}`).toMatchObject({ isError: true });
      expect(JSON.stringify(result), `${name} as ${role}`).toMatch(/not-permitted|not found/);
    }
    expect((await serve.hall.store.read('ours'))?.text).toBe(before);
    expect((await serve.hall.store.list()).items).toEqual(['ours']);
  });

  it.runIf(inCi)('takes what one server signed at another, from nobody but whom it was signed for', async () => {
    await startWorker();
    const token = await serve.addKey('ana', 'runner');
    const other = await startServe({ env, folder: serve.folder, config: { store: { hall } } });
    await other.listen();
    opened.push(other);
    const body = (id: number, more: object) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: {
        name: 'debate_auto',
        arguments: { topic: TOPIC, thread_id: 'form', seats: { door: 'human' } },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
        },
        ...more,
      },
    });
    const post = async (at: Serve, as: string, id: number, more: object = {}): Promise<Loose> => {
      const answer = await at.request('/mcp', {
        method: 'POST',
        token: as,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'debate_auto',
        },
        body: JSON.stringify(body(id, more)),
      });
      const text = await answer.text();
      const line =
        text
          .split('\n')
          .findLast((each) => each.startsWith('data: '))
          ?.slice(6) ?? text;
      return JSON.parse(line);
    };
    const asked = await post(serve, token, 1);
    expect(asked.result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
    const filled = {
      requestState: asked.result.requestState,
      inputResponses: { turn: { action: 'accept', content: { content: '1. **A**, because it holds.' } } },
    };
    const ofSomebodyElse = { code: -32602, data: { reason: 'invalid_request_state' } };
    const stolen = await post(other, await serve.addKey('bob', 'runner'), 2, filled);
    expect(stolen.error).toMatchObject(ofSomebodyElse);
    // Somebody of the same name, in another hall.
    const elsewhere = await startServe({ env, config: { store: { hall: `${hall}-other` } } });
    opened.push(elsewhere);
    const namesake = await post(other, await elsewhere.addKey('ana', 'runner'), 2, filled);
    expect(namesake.error).toMatchObject(ofSomebodyElse);
    const done = await post(other, token, 3, filled);
    expect(done.result?.structuredContent).toMatchObject({ run: 'closed' });
    const turns = (await serve.hall.engine.snapshot('form')).log.filter(({ type }) => type === 'turn-recorded');
    expect(turns.map(({ data }) => (data as Loose).by.author)).toContain('ana');
  });

  it.runIf(inCampaign)('keeps a trail of what was done and what was refused', async () => {
    const { call } = await serve.connect(await serve.addKey('ana', 'speaker'));
    await call('init_debate', { topic: TOPIC, thread_id: 'ours' });
    await serve.request('/api/debates/ours', { token: await serve.addKey('bob', 'reader') });
    await serve.request('/api/debates', { token: 'garbage' });
    const pause = { method: 'POST', headers: { 'content-type': 'application/json', origin: serve.url } };
    const reader = await serve.addKey('carl', 'reader');
    const refused = await serve.request('/api/debates/ours/resume', { ...pause, token: reader, body: '{}' });
    expect(refused.status).toBe(403);
    await serve.request(`/api/debates/${'x'.repeat(5_000)}`, { token: reader });
    for (const era of ['legacy', 'auto'] as const) {
      const carl = await serve.connect(reader, { era });
      await expect(carl.call('debate_auto', { topic: TOPIC })).rejects.toThrow('debate_auto not found');
    }
    const trail = await openAuditTrail(serve.hall.loaded.config, serve.hall.loaded.env, serve.hall.clock);
    const entries = await trail.list(hall, { most: 100 });
    await trail.close();
    // Nobody fills it with long names of debates.
    expect(Math.max(...entries.map(({ debate = '' }) => debate.length))).toBe(128);
    const told = entries.map(({ principal, operation, debate, decision }) => [
      principal?.id,
      operation,
      debate,
      decision,
    ]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['key:ana', 'open-debate', undefined, 'allowed'],
        ['key:bob', 'read-debate', 'ours', 'allowed'],
        [undefined, 'sign-in', undefined, 'not-authenticated'],
        ['key:carl', 'resume-run', 'ours', 'not-permitted'],
        ['key:carl', 'start-run', undefined, 'not-permitted'],
      ]),
    );
  });

  it.runIf(inCi)('keeps keys out of everything that it writes', async () => {
    const token = await serve.addKey('ana', 'runner');
    const { call } = await serve.connect(token);
    await call('init_debate', { topic: TOPIC, thread_id: 'ours' });
    await serve.request('/api/debates/ours/interject', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json', origin: serve.url },
      body: JSON.stringify({ key: 'k'.repeat(20), text: 'Mind the cost.' }),
    });
    const { Database } = await import('../../src/platform/database/database.ts');
    const database = new Database({ url: postgres.url });
    const tables = await database.query<{ name: string }>(
      "select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_schema in ('debate_hall', 'boss', 'debate_hall_queue', 'pgboss') and table_type = 'BASE TABLE'",
    );
    const secret = token.split('_')[2] ?? '';
    for (const { name } of tables) {
      const rows = await database.query(`select row_to_json(t)::text as row from ${name} t`);
      expect(JSON.stringify(rows), name).not.toContain(secret);
    }
    expect(tables.length).toBeGreaterThan(3);
    await database.close();
    expect(serve.faults.map(String).join()).not.toContain(secret);
    const { log } = await serve.hall.engine.snapshot('ours');
    expect(log.at(-1)?.data).toMatchObject({ author: 'ana' });
  });
});
