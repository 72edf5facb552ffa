// Debates that the server runs: progress, waiting, cancelling, people in seats, and the end of the server.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { ledgersOf } from '../support/ledgers.ts';
import { childrenOf, stillRunning } from '../support/processes.ts';
import { onPostgres } from '../support/shared-store.ts';
import {
  CLI,
  type Connected,
  connectHere,
  type Era,
  envOf,
  hallFolder,
  type Loose,
  SERVER,
  type ServeOptions,
  until,
} from './support.ts';

let folder: string;
let servers: Connected[];
beforeEach(() => {
  folder = hallFolder();
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map(async (server) => server.close()));
  fs.rmSync(folder, { recursive: true, force: true });
});

async function open(options: ServeOptions = {}): Promise<Connected> {
  const server = await connectHere(folder, options);
  servers.push(server);
  return server;
}

/** What clients wait for news when they are not told how long. */
const CLIENTS_WAIT_MS = 60_000;
const SILENT_WALL = { wall: 'silent' };

const ledger = (threadId: string): Loose[] => ledgersOf(folder).events(threadId);

const rehearsals = (pid: number) => childrenOf(pid, 'rehearsal');

const ERAS: readonly Era[] = inCampaign ? ['legacy', 'auto'] : ['auto'];

describe.each(ERAS)('debate_auto for a client that opens in the way "%s"', (era) => {
  it.runIf(inCi)('runs a debate to its decision and tells of every turn on the way', async () => {
    const { call } = await open({ era });
    const progress: Loose[] = [];
    const result = await call(
      'debate_auto',
      { topic: 'Should we?', recipe: 'standard', thread_id: 'whole' },
      { onprogress: (message) => progress.push(message) },
    );
    expect(result).toMatchObject({
      thread_id: 'whole',
      run: 'closed',
      status: 'synthesis',
      outcome: 'accepted',
      full_panel: true,
      turn_count: 9,
      ...(onPostgres ? {} : { record_file: expect.stringContaining('whole.oct.md') }),
    });
    if (onPostgres) expect(result).not.toHaveProperty('record_file');
    expect(result.synthesis).toContain('Decision');
    const numbers = progress.map((each) => each.progress);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    const messages = progress.map(({ message }) => message ?? '');
    expect(messages.filter((message) => message.includes('is recorded'))).toHaveLength(9);
    expect(messages).toContainEqual(expect.stringMatching(/^round 1\/1, Wall is answering, \d+ s$/));
  });

  it.runIf(inCampaign)('tells of interjections and of turns that somebody else takes', async () => {
    const { call, pid } = await open({ era });
    const messages: string[] = [];
    const stop = new AbortController();
    const run = call(
      'debate_auto',
      { topic: 'Should we?', recipe: 'quick', seats: SILENT_WALL, thread_id: 'told' },
      { signal: stop.signal, onprogress: ({ message = '' }) => messages.push(message) },
    );
    run.catch(() => {});
    await until(() => messages.some((message) => message.includes('Wall is answering')));
    const from = (args: readonly string[]) =>
      spawn(process.execPath, [CLI, ...args], { cwd: folder, env: envOf(folder) });
    from(['interject', 'told', '--author', 'Ada', 'The budget is\n40 EUR.']);
    await until(() => messages.includes('Interjection by Ada, from outside the seats: The budget is 40 EUR.'));
    from(['say', 'told', '--seat', 'wall', '--author', 'Grace', 'I was quicker.']);
    await until(() => messages.includes('Round 1, Wall was taken by Grace'));
    stop.abort();
    await until(() => stillRunning(rehearsals(pid)).length === 0);
  });

  it('stops the agents when the call is cancelled, and goes on later without asking twice', async () => {
    const { call, pid } = await open({ era });
    const stop = new AbortController();
    const run = call(
      'debate_auto',
      { topic: 'Should we?', recipe: 'quick', seats: SILENT_WALL, thread_id: 'cancelled' },
      { signal: stop.signal },
    );
    run.catch(() => {});
    const agents = await until(() => {
      const wall = ledgersOf(folder).exists('cancelled') && ledger('cancelled').length > 2;
      const pids = rehearsals(pid);
      return wall && pids.length > 0 ? pids : undefined;
    });
    stop.abort();
    await expect(run).rejects.toThrow();
    await until(() => stillRunning(agents).length === 0);
    await until(() => ledger('cancelled').at(-1).type === 'run-paused');
    const stopped = { running: false, run: 'cancelled', next_step: expect.stringContaining('resume_debate') };
    expect(await call('get_debate', { thread_id: 'cancelled' })).toMatchObject(stopped);
    const resumed = await call('resume_debate', { thread_id: 'cancelled', seats: { wall: 'fast' } });
    expect(resumed).toMatchObject({
      run: 'closed',
      full_panel: false,
      degraded: [expect.stringContaining('Wall was replaced: fast in place of silent')],
    });
    expect(
      ledger('cancelled').filter(({ type, data }) => type === 'turn-recorded' && data.seat === 'wind'),
    ).toHaveLength(1);
  });

  it('returns at once with wait false, and get_debate follows to the end', async () => {
    const { call } = await open({ era });
    const started = await call('debate_auto', { topic: 'Should we?', recipe: 'quick', wait: false });
    expect(started).toMatchObject({
      run: 'started',
      forecast: { calls: { atLeast: 3, atMost: 3 }, cost_usd: null, cost_unknown_for: ['fast'] },
    });
    let state = started;
    for (let looks = 0; state.status === 'active' && looks < 20; looks += 1) {
      state = await call('get_debate', { thread_id: started.thread_id, from: state.next_seq, wait_seconds: 20 });
    }
    expect(state).toMatchObject({ status: 'synthesis', outcome: 'decided', running: false, turn_count: 3 });
  });

  /** What the rules make of a review is the same in both. */
  const isLatest = era === 'auto';
  const reviews: readonly (readonly [string, object, object])[] = [
    ['approve', {}, { run: 'closed', outcome: 'decided' }],
    ['override', { content: 'We do something else.' }, { run: 'closed', synthesis: 'We do something else.' }],
    ['reject', { content: 'The date is missing.' }, { run: 'paused', turn_count: 5 }],
  ];
  it.runIf(inCi).each(isLatest ? reviews : reviews.slice(0, 1))(
    'pauses for a person before the decision, who can %s it',
    async (action, more, expected) => {
      const { call } = await open({ era });
      const thread_id = `review-${action}`;
      const paused = await call('debate_auto', {
        topic: 'Should we?',
        recipe: 'quick',
        pause_at: 'decision',
        thread_id,
      });
      expect(paused).toMatchObject({ run: 'paused', due: [{ role: 'Reviewer', act: 'vote' }] });
      expect(paused.next_step).toContain('approve, reject or override');
      expect(await call('resume_debate', { thread_id, action, ...more })).toMatchObject(expected);
    },
  );

  it.each(['approve', 'reject', 'override'])('refuses to %s what waits for no review', async (action) => {
    const { call } = await open({ era });
    const thread_id = 'no-review';
    await call('init_debate', { thread_id, topic: 'Should we?' });
    await expect(call('resume_debate', { thread_id, action, content: 'I close it.' })).rejects.toThrow('not-your-turn');
    expect(await call('get_debate', { thread_id })).toMatchObject({ status: 'active', next_role: 'Wind' });
  });

  it.runIf(inCi && isLatest)('ends in a recorded disagreement when the reviewer rejects to the last', async () => {
    const { call } = await open({ era });
    const thread_id = 'never';
    await call('debate_auto', { topic: 'Should we?', recipe: 'quick', pause_at: 'decision', thread_id });
    await call('resume_debate', { thread_id, action: 'reject', content: 'No.' });
    await expect(call('resume_debate', { thread_id, action: 'reject' })).rejects.toThrow('needs content');
    await expect(call('resume_debate', { thread_id, content: 'No!' })).rejects.toThrow('a judgment needs an action');
    // What refuses the run leaves no judgment behind.
    const gone = { thread_id, action: 'approve', seats: { wall: 'nobody' } };
    await expect(call('resume_debate', gone)).rejects.toThrow('no agent "nobody"');
    expect(await call('resume_debate', { thread_id, action: 'reject', content: 'Still no.' })).toMatchObject({
      status: 'stalemate',
      outcome: 'stable-disagreement',
    });
    await expect(call('resume_debate', { thread_id, action: 'approve' })).rejects.toThrow('not-your-turn');
  });

  it.runIf(inCi && isLatest)('asks the reviewer after the panel, whose dissent an approval does not undo', async () => {
    const { call } = await open({ era });
    const thread_id = 'dissent';
    const args = {
      topic: 'Should we?',
      recipe: 'quick',
      vote: true,
      pause_at: 'decision',
      seats: { wall: 'stubborn' },
    };
    const paused = await call('debate_auto', { ...args, thread_id });
    const acts = ledger(thread_id)
      .filter(({ type }) => type === 'turn-recorded')
      .map(({ data }) => data.act);
    expect(acts).toEqual(['turn', 'turn', 'turn', 'vote', 'vote', 'revision', 'vote', 'vote']);
    expect(paused).toMatchObject({ run: 'paused', due: [{ role: 'Reviewer' }] });
    expect(await call('resume_debate', { thread_id, action: 'approve' })).toMatchObject({ status: 'stalemate' });
  });

  const VERDICT = { content: '[VERDICT] SOUND\n[EVIDENCE] given: the topic.' };

  /** A client whose user sends these forms, one after the other. */
  async function withUser(...forms: readonly Record<string, string>[]) {
    const asked: string[] = [];
    const { call } = await open({
      era,
      client: { capabilities: { elicitation: {} } },
      prepare: (client) =>
        client.setRequestHandler('elicitation/create', ({ params }) => {
          asked.push(params.message);
          return { action: 'accept', content: forms[asked.length - 1] ?? {} };
        }),
    });
    return { call, asked };
  }

  it('asks the user of a client for the turns of a human seat', async () => {
    const { call, asked } = await withUser(VERDICT);
    const result = await call('debate_auto', {
      topic: 'Should we?',
      recipe: 'quick',
      seats: { wall: 'human' },
      thread_id: 'person',
    });
    expect(result).toMatchObject({ run: 'closed', outcome: 'decided', full_panel: true });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('You speak as Wall.');
    const wall = ledger('person').find(({ data }) => data.seat === 'wall');
    expect(wall.data.by).toMatchObject({ author: 'user of test-client' });
  });

  it.runIf(inCi)('asks the user for an opening and a ballot in a form of their own', async () => {
    const opening = { answer: 'No', confidence: 80, claims: 'Nobody here knows it.\n\nIt is slow.', change_mind: '' };
    const ballot = { answer: 'No', confidence: 70, moved_by: '', reason: 'No numbers.', vote: 'accept', objection: '' };
    const schemas: unknown[] = [];
    const messages: string[] = [];
    const forms = [opening, VERDICT, ballot];
    const { call } = await open({
      era,
      client: { capabilities: { elicitation: {} } },
      prepare: (client) =>
        client.setRequestHandler('elicitation/create', ({ params }) => {
          messages.push(params.message);
          schemas.push('requestedSchema' in params ? params.requestedSchema : undefined);
          return { action: 'accept', content: forms[schemas.length - 1] ?? {} };
        }),
    });
    const result = await call('debate_auto', {
      topic: 'Should we use Redis?',
      recipe: 'standard',
      seats: { wall: 'human' },
      thread_id: 'opinions',
    });
    expect(messages.map((message) => message.includes('Blind: nobody sees the answer'))).toEqual([true, false, true]);
    expect(schemas).toMatchObject([
      { properties: { answer: { enum: ['Yes', 'No', 'None of these', 'Not enough to say'] } }, required: ['answer'] },
      { properties: { content: { type: 'string' } } },
      { properties: { vote: { enum: ['own', 'accept', 'reject'] }, confidence: { type: 'integer' } } },
    ]);
    expect(result).toMatchObject({
      run: 'closed',
      answer: 'Yes',
      openings: {
        counts: [
          { answer: 'Yes', votes: 2, roles: ['Wind', 'Door'] },
          { answer: 'No', votes: 1, roles: ['Wall'] },
        ],
        answers: [
          { role: 'Wind' },
          {
            role: 'Wall',
            confidence: 80,
            claims: [
              { id: 'C3', claim: 'Nobody here knows it.' },
              { id: 'C4', claim: 'It is slow.' },
            ],
            change_mind: null,
          },
          { role: 'Door' },
        ],
      },
      dissent: [{ role: 'Wall', text: expect.stringContaining('No numbers.') }],
    });
  });

  it.each([
    ['empty', { content: '' }],
    ['not filled in', {}],
  ])(
    'shows the form once more, with the reason, when it comes back %s',
    async (_how, unusable: Record<string, string>) => {
      const { call, asked } = await withUser(unusable, VERDICT);
      const seats = { wall: 'human' };
      const result = await call('debate_auto', { topic: 'Should we?', recipe: 'quick', seats });
      expect(result).toMatchObject({ run: 'closed', outcome: 'decided' });
      expect(asked).toHaveLength(2);
      expect(asked[1]).toContain('Not recorded: Nothing is filled in.');
    },
  );

  it.runIf(inCi)('pauses and names the debate when the form comes back unusable twice', async () => {
    const { call } = await withUser({ content: ' ' }, { content: ' ' });
    const seats = { wall: 'human' };
    const paused = await call('debate_auto', { topic: 'Should we?', recipe: 'quick', seats });
    expect(paused).toMatchObject({ run: 'paused', next_role: 'Wall', thread_id: expect.any(String) });
    expect(paused.next_step).toMatch(/Not recorded: .*add_turn as Wall, then resume_debate/);
  });

  it.runIf(inCampaign)(
    'shows the user the claims to answer, and how, and says once what was wrong with an answer',
    async () => {
      const opening = { answer: 'Yes', confidence: 80, claims: 'It is cheaper.' };
      const reply = (...claims: readonly string[]) => Object.fromEntries(claims.map((each) => [each, 'concede']));
      const ballot = { answer: 'Yes', confidence: 70 };
      const { call, asked } = await withUser(opening as never, reply('C9'), reply('C2', 'C3', 'C4'), ballot as never);
      const seats = { a: 'human', b: 'rehearsal', c: 'rehearsal', writer: 'rehearsal' };
      const input = { topic: 'Should we use Redis?', format: 'panel', recipe: 'quick', seats, thread_id: 'claims' };
      expect(await call('debate_auto', input)).toMatchObject({ run: 'closed', answer: 'Yes' });
      expect(asked).toHaveLength(4);
      for (const claim of ['C1: It is cheaper.', 'C2: ', 'C3: ', 'C4: ']) expect(asked[1]).toContain(claim);
      expect(asked[1]).not.toContain('not shown');
      expect(asked[2]).toMatch(/^Not recorded: This form has no field "C9"\.\n/);
    },
  );

  it('leaves the seat open when the user declines, for add_turn to fill', async () => {
    const { call } = await open({
      era,
      client: { capabilities: { elicitation: {} } },
      prepare: (client) => client.setRequestHandler('elicitation/create', () => ({ action: 'decline' })),
    });
    const thread_id = 'declined';
    const paused = await call('debate_auto', {
      topic: 'Should we?',
      recipe: 'quick',
      seats: { wall: 'human' },
      thread_id,
    });
    expect(paused).toMatchObject({ run: 'paused', next_role: 'Wall' });
    const { run, next_step } = paused;
    expect(await call('get_debate', { thread_id })).toMatchObject({ run, next_step });
    await call('add_turn', { thread_id, role: 'Wall', content: 'No.' });
    const spoken = await call('get_debate', { thread_id });
    expect(spoken).toMatchObject({ run, next_step: expect.stringContaining('continue with resume_debate') });
    expect(await call('resume_debate', { thread_id })).toMatchObject({ run: 'closed', outcome: 'decided' });
  });
});

describe('get_debate of a debate whose run has ended', () => {
  it.runIf(inCi)('says that a limit was reached, and what can be done', async () => {
    const { call } = await open();
    const thread_id = 'limited';
    const limits = { turns: 2 };
    expect(await call('debate_auto', { topic: 'Should we?', limits, thread_id })).toMatchObject({ run: 'limit' });
    expect(await call('get_debate', { thread_id })).toMatchObject({
      ...{ status: 'exhaustion', run: 'limit', limit_reached: 'turns' },
      next_step: 'The limit on turns is a rule of the debate: close_debate with a synthesis.',
    });
    await expect(call('resume_debate', { thread_id, limits: { tokens: 1_000 } })).rejects.toThrow(
      'a rule of the debate',
    );
    await call('close_debate', { thread_id, synthesis: 'No.' });
  });

  it.runIf(inCampaign)('is refused every further turn with what can be done', async () => {
    // Its first turn takes longer than the limit.
    const agents = {
      paced: { kind: 'rehearsal', wordsPerSecond: 50 },
      fast: { kind: 'rehearsal', wordsPerSecond: 0 },
    };
    fs.writeFileSync(
      path.join(folder, 'debate-hall.config.json'),
      JSON.stringify({ agents, seats: { wall: 'fast', door: 'fast' } }),
    );
    const { call, client } = await open();
    const thread_id = 'spent';
    const limits = { minutes: 0.01 };
    const seats = { wind: 'paced' };
    const run = await call('debate_auto', { topic: 'Should we?', recipe: 'quick', seats, limits, thread_id });
    expect(run).toMatchObject({ run: 'limit', limit_reached: 'time' });
    const next_step = 'A limit was reached: close_debate with a synthesis, or resume_debate with higher limits.';
    for (const [name, args] of [
      ['resume_debate', {}],
      ['add_turn', { role: 'Wind', content: 'No.' }],
    ] as const) {
      const refused: Loose = await client.callTool({ name, arguments: { thread_id, ...args } });
      const error = { code: 'not-active', next_step };
      expect([name, refused.structuredContent]).toMatchObject([name, { error }]);
    }
  });

  it('says what can be done at the limit of a debate that was never run', async () => {
    const { call } = await open();
    const thread_id = 'limited-by-hand';
    await call('init_debate', { thread_id, topic: 'Should we?', max_turns: 1 });
    await call('add_turn', { thread_id, role: 'Wind', content: '- A\n- B\n\nWhich?' });
    const shown = await call('get_debate', { thread_id });
    expect(shown).toMatchObject({ status: 'exhaustion', next_step: expect.stringContaining('close_debate') });
    expect(shown).not.toHaveProperty('run');
  });

  it.runIf(inCampaign)('says that it ended without notice when its program was killed', async () => {
    const { call } = await open();
    const thread_id = 'killed';
    const args = ['run', 'Should we?', '--recipe', 'quick', '--wall', 'silent', '--id', thread_id];
    const run = spawn(process.execPath, [CLI, ...args], { cwd: folder, env: envOf(folder) });
    await until(() => ledgersOf(folder).exists(thread_id) && ledger(thread_id).length > 2);
    run.kill('SIGKILL');
    const shown = await until(async () => {
      const state = await call('get_debate', { thread_id });
      return state.running ? undefined : state;
    });
    expect(shown).toMatchObject({
      run: 'ended-without-notice',
      next_step: expect.stringContaining('continue with resume_debate'),
    });
  });

  it('names the person who is next after another has spoken', async () => {
    const { call } = await open();
    const thread_id = 'two-people';
    const seats = { wall: 'human', door: 'human' };
    await call('debate_auto', { topic: 'Should we?', recipe: 'quick', seats, thread_id });
    await call('add_turn', { thread_id, role: 'Wall', content: 'No.' });
    expect(await call('get_debate', { thread_id })).toMatchObject({
      next_step: 'A person is next: add_turn as Door, then resume_debate.',
    });
  });
});

it.runIf(inCi)('says who failed and what to do', async () => {
  fs.writeFileSync(
    path.join(folder, 'debate-hall.config.json'),
    JSON.stringify({ agents: { broken: { kind: 'rehearsal', misbehave: 'not-logged-in' } } }),
  );
  const { call } = await open();
  const seats = { wind: 'broken', wall: 'rehearsal', door: 'rehearsal' };
  const result = await call('debate_auto', { topic: 'Should we?', recipe: 'quick', seats });
  expect(result).toMatchObject({ run: 'paused', failures: [{ role: 'Wind', agent: 'broken', code: 'not-logged-in' }] });
  expect(result.next_step).toContain('Log in');
});

it.runIf(inCi)('tells of a run again and again, long before a client gives it up', async () => {
  const { call } = await open();
  const at: number[] = [];
  const stop = new AbortController();
  const run = call(
    'debate_auto',
    { topic: 'Should we?', seats: { wind: 'silent' } },
    { signal: stop.signal, onprogress: () => at.push(performance.now()) },
  );
  run.catch(() => {});
  await until(() => at.length >= 3);
  stop.abort();
  const gaps = at.slice(1).map((time, index) => time - (at[index] as number));
  expect(Math.max(...gaps)).toBeLessThan(CLIENTS_WAIT_MS);
});

it('refuses a second run of a debate that is going on', async () => {
  const { call } = await open();
  await call('debate_auto', { topic: 'Should we?', seats: { wind: 'silent' }, thread_id: 'twice', wait: false });
  await expect(call('resume_debate', { thread_id: 'twice' })).rejects.toThrow(
    'already-running: Debate "twice" is already running.',
  );
});

it('runs no agents inside an agent that a hall started', async () => {
  const { call } = await open({ env: { DEBATE_HALL_DEPTH: '1' } });
  await expect(call('debate_auto', { topic: 'Should we?' })).rejects.toThrow('reentrant');
  expect(await call('init_debate', { topic: 'Should we?' })).toMatchObject({ status: 'active' });
});

it('tells of a broken configuration with every call, and works once it is mended', async () => {
  const file = path.join(folder, 'debate-hall.config.json');
  fs.writeFileSync(file, '{ "hal": "x" }');
  const { call } = await open();
  await expect(call('init_debate', { topic: 'Should we?' })).rejects.toThrow(/config-invalid.*hal/);
  fs.writeFileSync(file, '{}');
  expect(await call('init_debate', { topic: 'Should we?' })).toMatchObject({ status: 'active' });
});

describe('the end of the server', () => {
  const endings = [
    ['SIGTERM comes', (child: Loose) => child.kill('SIGTERM')],
    ['standard input closes', (child: Loose) => child.stdin.end()],
  ] as const;
  it.runIf(inCampaign).each(endings)('comes when %s, with no agent left and the debate paused', async (_how, end) => {
    const child = spawn(process.execPath, [SERVER], {
      cwd: folder,
      env: envOf(folder),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'raw', version: '1' };
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
    send({ method: 'notifications/initialized' });
    const args = { topic: 'Should we?', thread_id: 'left', seats: { wind: 'silent' } };
    send({ id: 2, method: 'tools/call', params: { name: 'debate_auto', arguments: args } });
    const agents = await until(() => {
      const pids = rehearsals(child.pid as number);
      return pids.length > 0 ? pids : undefined;
    });
    end(child);
    expect(await exited).toBe(0);
    expect(stillRunning(agents)).toEqual([]);
    expect(ledger('left').at(-1)).toMatchObject({ type: 'run-paused', data: { reason: 'cancelled' } });
  });
});

it('prints nothing but JSON-RPC to standard output, under either name', async () => {
  for (const argv of sample([[SERVER], [CLI, 'mcp']], 2)) {
    const child = spawn(process.execPath, argv, {
      cwd: folder,
      env: envOf(folder, { DEBATE_HALL_PRESTE: 'a warning' }),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const bytes: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => bytes.push(chunk));
    const exited = new Promise((resolve) => child.on('exit', resolve));
    const send = (message: object | string) =>
      child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'raw', version: '1' };
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
    send('this is no JSON');
    send({ id: 2, method: 'tools/call', params: { name: 'no_such_tool', arguments: {} } });
    send({ id: 3, method: 'no/such/method' });
    send({ id: 4, method: 'resources/read', params: { uri: 'debate://%00/ledger' } });
    const args = { topic: 'Should we?', recipe: 'quick' };
    send({ id: 5, method: 'tools/call', params: { name: 'debate_auto', arguments: args } });
    await until(() => Buffer.concat(bytes).includes('"id":5'));
    child.stdin.end();
    await exited;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(bytes));
    expect(text.endsWith('\n')).toBe(true);
    const messages = text
      .slice(0, -1)
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(
      messages
        .map(({ id }) => id)
        .filter((id) => id !== undefined)
        .sort(),
    ).toEqual([1, 2, 3, 4, 5]);
  }
});

it.runIf(inCampaign)('says which program it waits for before a debate begins', async () => {
  const [program, go] = [path.join(folder, 'late'), path.join(folder, 'go')];
  fs.writeFileSync(program, `#!/bin/sh\nuntil [ -e '${go}' ]; do sleep 0.1; done\necho 1.0.0\n`, { mode: 0o755 });
  const late = { kind: 'command', argv: [program], versionArgs: ['--version'], prompt: 'stdin', sandbox: 'off' };
  const [slow, fast] = [20, 0].map((wordsPerSecond) => ({ kind: 'rehearsal', wordsPerSecond }));
  fs.writeFileSync(path.join(folder, 'debate-hall.config.json'), JSON.stringify({ agents: { late, slow, fast } }));
  const { call } = await open();
  const messages: string[] = [];
  const others: Loose[] = [];
  const listed = call('list_agents', {}, { onprogress: ({ message = '' }) => messages.push(message) });
  const other = call(
    'debate_auto',
    { topic: 'Should we?', recipe: 'quick', seats: { wind: 'slow', wall: 'fast', door: 'fast' } },
    { onprogress: (message) => others.push(message) },
  );
  await until(() => messages.length > 0);
  fs.writeFileSync(go, '');
  expect((await listed).agents.map(({ name }: Loose) => name)).toContain('late');
  expect(messages).toEqual(['Waiting for late to say its version and whether it can be used, for up to 30 s.']);
  expect(await other).toMatchObject({ run: 'closed' });
  expect(others.filter(({ message }) => message.includes('Waiting for'))).toEqual([]);
});
