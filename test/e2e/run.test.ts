// `run` from outside: what it prints where, what it leaves behind, and the exit code of each way that a debate ends.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { debateRecordSchema } from '../../src/domain/record.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { alive } from '../support/processes.ts';
import { createProject, everySeat, linesOf, type Project, quickRehearsal, recordIn } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => {
  project.dispose();
});

function rehearsed(settings: Record<string, unknown> = {}) {
  project.configure({ agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick', ...settings });
}

it.runIf(inCi).each(['asymmetric', 'panel', 'plan'])(
  'a rehearsal in the format %s quotes the question',
  async (format) => {
    rehearsed({ seats: {} });
    const motion = 'This house would rewrite its backend in Rust';
    await project.call(['run', '--rehearse', '--format', format, '--recipe', 'quick', '--id', 'd', motion]);
    expect(JSON.stringify(project.events('d'))).toContain(`“${motion}”`);
  },
);

function seated(behaviours: Partial<Record<'wind' | 'wall' | 'door', object>> = {}, settings: object = {}) {
  project.configure({
    agents: Object.fromEntries(
      (['wind', 'wall', 'door'] as const).map((seat) => [`my-${seat}`, project.seat(seat, behaviours[seat])]),
    ),
    seats: { wind: 'my-wind', wall: 'my-wall', door: 'my-door' },
    recipe: 'quick',
    agentRetries: 0,
    ...settings,
  });
}

describe('what a run prints and leaves', () => {
  it('prints the decision and nothing else on stdout, and everything else on stderr', async () => {
    seated();
    const { code, stdout, stderr } = await project.run(['run', '--id', 'd', 'Should we?']);
    expect(code).toBe(0);
    expect(stdout).toBe(
      '> Decided. One seat decided, without a vote. Full panel.\n\n1. Decision of door after 2 calls: go.\n2. The tension is named.\n',
    );
    expect(stderr).toContain('full panel');
    expect(stderr).toContain('debate-hall verify d');
    expect(project.ledgers.names()).toEqual(['d.jsonl', 'd.oct.md']);
    expect(fs.readdirSync(project.scratch)).toEqual([]);
    expect((await project.call(['verify', 'd'])).code).toBe(0);
  });

  it('prints one JSON document of the published schema with --json', async () => {
    seated();
    const record = await project.record(['run', '--json', '--id', 'd', 'Should we?']);
    expect(record).toMatchObject({ code: 0, threadId: 'd', outcome: 'decided', status: 'closed', calls: 3 });
    expect(record.usage).toMatchObject({ inputTokens: 300, outputTokens: 60, costMicroUsd: 30_000 });
  });

  it('prints live events as JSON lines with --events', async () => {
    seated();
    const { code, stdout } = await project.call(['run', '--events', '--id', 'd', 'Should we?']);
    const events = linesOf(stdout);
    expect(code).toBe(0);
    expect(events[0]).toMatchObject({ type: 'run-started', threadId: 'd', resumed: false });
    expect(events.filter(({ type }) => type === 'turn-recorded')).toHaveLength(3);
    expect(events.at(-1)).toMatchObject({ type: 'run-ended', reason: 'closed', outcome: 'decided' });
  });

  it('refuses --events together with --json, which could not be told apart', async () => {
    seated();
    const { code, stdout } = await project.call(['run', '--events', '--json', 'Should we?']);
    expect(code).toBe(2);
    expect(stdout).not.toContain('run-started');
    expect(project.calls()).toEqual([]);
  });

  it('prints nothing but the decision with --quiet', async () => {
    seated();
    const { stdout, stderr } = await project.call(['run', '--quiet', 'Should we?']);
    expect(stdout).toContain('Decision of door');
    expect(stderr).toBe('');
  });

  it('starts no agent, spends nothing and writes nothing with --dry-run', async () => {
    seated();
    const { code, stdout } = await project.call(['run', '--dry-run', 'Should we?']);
    expect(code).toBe(0);
    expect(stdout).toContain('make 3 calls');
    expect(project.calls()).toEqual([]);
    expect(project.ledgers.isUntouched()).toBe(true);
  });

  it.runIf(inCampaign)('takes the topic from a file and from standard input', async () => {
    rehearsed();
    project.write('question.md', 'Should we use a file?\n');
    expect(await project.record(['run', '--json', '-f', 'question.md'])).toMatchObject({
      topic: 'Should we use a file?',
    });
    expect(recordIn(await project.run(['run', '--json'], { stdin: 'Should we pipe?' }))).toMatchObject({
      topic: 'Should we pipe?',
    });
  });

  it('puts context before every seat, with its digest in the record', async () => {
    seated();
    project.write('notes.md', 'The cache holds 4711 entries.');
    const record = await project.record(['run', '--json', '--context', 'notes.md', 'Should we?']);
    expect(record.context).toMatchObject([{ source: 'notes.md', bytes: 29 }]);
    for (const { heard } of project.calls()) expect(heard).toContain('The cache holds 4711 entries.');
  });

  it('names a second debate on the same topic anew', async () => {
    rehearsed();
    const first = await project.record(['run', '--json', 'Should we?']);
    const second = await project.record(['run', '--json', 'Should we?']);
    expect(second.threadId).toBe(`${first.threadId}-2`);
  });

  it('says of a rehearsal that it is one', async () => {
    rehearsed();
    const { stderr } = await project.call(['run', '--id', 'd', 'Should we?']);
    expect(stderr).toContain('REHEARSAL');
    expect((await project.call(['show', 'd'])).stdout).toContain('REHEARSAL');
    expect((await project.call(['export', 'd'])).stdout.toLowerCase()).toContain('rehearsal');
  });

  it('says of a rehearsal of another name, as it starts, that it is one', async () => {
    project.configure({ agents: { fast: { kind: 'rehearsal', wordsPerSecond: 0 } }, seats: everySeat('fast') });
    const { stderr } = await project.call(['run', '--recipe', 'quick', 'Should we?']);
    expect(stderr).toContain('Wind is fast, rehearsal');
  });

  it('uses no colour in a pipe', async () => {
    rehearsed();
    const { stdout, stderr } = await project.call(['run', 'Should we?'], { env: { NO_COLOR: '1' } });
    expect(stdout + stderr).not.toContain('\u001b');
  });
});

describe('how a run ends', () => {
  it('exits 6 with the dissent when the votes reject every version', async () => {
    seated(
      { wall: { say: { vote: 'VOTE: REJECT\nThe migration is untested.' } } },
      { formats: { 'wind-wall-door': { rounds: 1, consensus: true } } },
    );
    const record = await project.record(['run', '--json', '--id', 'd', 'Should we?']);
    expect(record).toMatchObject({ code: 6, outcome: 'stable-disagreement', authority: { full: true } });
    expect(record.dissent).toEqual([
      { seat: 'wall', text: 'VOTE: REJECT\nThe migration is untested.', seq: expect.any(Number) },
    ]);
    expect(project.calls().map(({ act }) => act)).toEqual(expect.arrayContaining(['revise']));
    for (const format of ['markdown', 'octave', 'json']) {
      expect((await project.call(['export', 'd', '--format', format])).stdout).toContain('The migration is untested.');
    }
  });

  it('exits 4 and stays open when a seat cannot answer', async () => {
    seated({ wall: { fail: 'Invalid API key' } });
    const record = await project.record(['run', '--json', '--id', 'd', 'Should we?']);
    expect(record).toMatchObject({ code: 4, status: 'open', outcome: null, authority: { full: false } });
    expect(record.entries.at(-1)).toMatchObject({ kind: 'failure', seat: 'wall', failure: { code: 'not-logged-in' } });
  });

  it('exits 4 when no agent is installed, and says what to do', async () => {
    const call = async (...args: string[]) => await project.call(args, { env: { PATH: '/nonexistent' } });
    const { code, stderr } = await call('run', 'Should we?');
    expect(code).toBe(4);
    expect(project.ledgers.isUntouched()).toBe(true);
    const [, named = ''] = /try a debate without any: (.*)\.\n/.exec(stderr) ?? [];
    expect((await call('run', '--id', 'd', ...named.split(' '), 'Should we?')).code).toBe(0);
    // Every command that seats agents takes these options.
    expect(await call('fork', 'd', '--dry-run', ...named.split(' '))).toMatchObject({ code: 0 });
  });

  it('exits 130 on Ctrl-C, ends the agents, prints how to go on, and asks nothing twice afterwards', async () => {
    seated({ wall: { until: project.path('go') } });
    const run = project.start(['run', '--id', 'd', 'Should we?']);
    await run.says('stderr', 'Wall speaks');
    await waitForCalls(2);
    run.child.kill('SIGINT');
    const { code, stdout, stderr } = await run.finished;
    expect(code).toBe(130);
    expect(stdout).toBe('');
    expect(stderr).toContain('debate-hall resume d');
    expect(project.events('d').at(-1)).toMatchObject({ type: 'run-paused', data: { reason: 'cancelled' } });
    expect(() => process.kill(project.calls()[1]?.pid as number, 0)).toThrow('ESRCH');

    fs.writeFileSync(project.path('go'), '');
    const record = await project.record(['resume', '--json', 'd']);
    expect(record).toMatchObject({ code: 0, outcome: 'decided', calls: 4, callsWithoutCost: 1 });
    expect(project.calls().map(({ as }) => as)).toEqual(['wind', 'wall', 'wall', 'door']);
  });

  it.runIf(inCi)('ends at once on a second Ctrl-C, and leaves no agent', async () => {
    project.configure({
      agents: { quick: quickRehearsal, stubborn: { kind: 'rehearsal', misbehave: 'ignores-sigterm' } },
      seats: { wind: 'stubborn', wall: 'quick', door: 'quick' },
    });
    const run = project.start(['run', '--recipe', 'quick', '--id', 'd', '--events', 'Should we?']);
    const pid = Number(/with process (\d+)/.exec(await run.says('stdout', 'with process'))?.[1]);
    run.child.kill('SIGINT');
    await run.says('stderr', 'Press Ctrl-C again');
    run.child.kill('SIGINT');
    await run.finished;
    // What a shell reports as 130.
    expect(run.child.signalCode).toBe('SIGINT');
    await expect.poll(() => alive(pid)).toBe(false);
    expect((await project.call(['verify', 'd'])).code).toBe(0);
  });

  it('exits 2 for a bad flag, a bad value and a missing topic', async () => {
    rehearsed();
    const wrong = [
      ['run', '--nonsense', 'Should we?'],
      ['run', '--rounds', 'many', 'Should we?'],
      ['run', '--wind', 'nobody-knows', 'Should we?'],
      ['run', '--format', 'oxfrod', 'Should we?'],
      ['run', '--recipe', 'instant', 'Should we?'],
      ['run', '-f', 'missing.md'],
      ['run', '-f', 'question.md', 'Should we?'],
      ['frobnicate'],
    ];
    for (const args of wrong) {
      const { code, stdout, stderr } = await project.call(args);
      expect([args.join(' '), code, stdout]).toEqual([args.join(' '), 2, '']);
      expect(stderr).not.toBe('');
    }
    expect(project.ledgers.isUntouched()).toBe(true);
  });
});

describe('limits of a run', () => {
  it.runIf(inCi).each([
    ['tokens', ['--max-tokens', '100'], 1],
    ['money', ['--max-usd', '0.015'], 2],
    ['time', ['--max-minutes', '0.05'], 1],
  ])('stops by the limit on %s before the next call, with exit code 5, and records it', async (limit, flags, calls) => {
    seated({ wind: { delayMs: limit === 'time' ? 3_010 : 0 } });
    const record = await project.record(['run', '--json', '--id', 'd', ...flags, 'Should we?']);
    expect(record).toMatchObject({ code: 5, status: 'exhausted', outcome: 'stopped-by-limit', calls });
    expect(record.outcomeMeaning).toContain(`The limit on ${limit} was reached (`);
    expect(project.calls()).toHaveLength(calls);
    expect(record.entries.filter(({ kind }) => kind === 'turn')).toHaveLength(calls);
    expect(project.ledgers.document('d', '.oct.md')).toContain('stopped-by-limit');
    expect(project.events('d').at(-1)).toMatchObject({ type: 'limit-reached', data: { limit } });
  });

  it('goes on under a raised limit, and asks nothing twice', async () => {
    seated();
    const stopped = await project.call(['run', '--id', 'd', '--max-tokens', '100', 'Should we?']);
    expect(stopped.stderr).toContain(
      'debate-hall resume d --max-tokens …; or close it with a decision: debate-hall close d …',
    );
    expect((await project.call(['show', 'd'])).stdout).toMatch(/The limit on tokens was reached \([\d,]+ of 100\)/);
    const refused = await project.call(['resume', 'd']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--max-tokens');
    expect(await project.record(['resume', '--json', '--max-tokens', '100000', 'd'])).toMatchObject({
      code: 0,
      outcome: 'decided',
    });
    expect(project.calls().map(({ as }) => as)).toEqual(['wind', 'wall', 'door']);
    expect((await project.call(['verify', 'd'])).code).toBe(0);
  });

  it.each([
    ['below what is used up', ['--max-tokens', '100'], 'tokens was reached (120 of 100)', '--max-tokens …'],
    ['at what is used up', ['--max-tokens', '120'], 'tokens was reached (120 of 120)', '--max-tokens …'],
    ['of two that are reached, one', ['--max-tokens', '9000'], 'money was reached ($0.01 of $0.01)', '--max-usd …'],
    ['another one', ['--max-minutes', '9'], 'tokens was reached (120 of 100)', '--max-tokens …'],
  ])(
    'says that nothing could follow and records nothing where a resume sets a limit %s',
    async (_, flags, said, next) => {
      seated();
      await project.call(['run', '--id', 'd', '--max-tokens', '100', '--max-usd', '0.01', 'Should we?']);
      const before = project.events('d').length;
      const refused = await project.call(['resume', 'd', ...flags]);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain(said);
      expect(refused.stderr).toContain(`Pass a higher one: ${next}`);
      expect(project.events('d')).toHaveLength(before);
    },
  );

  it('keeps the outcome of a debate whose limit leaves no call for further rounds', async () => {
    rehearsed();
    const run = ['run', '--rehearse', '--format', 'oxford', '--recipe', 'quick', '--id', 'd', '--json'];
    const { outcome } = await project.record([...run, 'Milk goes in first']);
    const refused = await project.call(['resume', 'd', '--more', '1', '--max-minutes', '0.00001']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('The limit on time was reached');
    expect(await project.shown('d')).toMatchObject({ status: 'closed', outcome });
  });

  it.each([
    ['turns', ['--max-turns', '2'], 2],
    ['rounds', ['--max-rounds', '1', '--rounds', '2'], 3],
  ])('stops by the hard limit on %s', async (limit, flags, calls) => {
    seated();
    const record = await project.record(['run', '--json', '--id', 'd', ...flags, 'Should we?']);
    expect(record).toMatchObject({ code: 5, status: 'exhausted' });
    expect(project.calls()).toHaveLength(calls);
    expect(project.events('d').at(-1)).toMatchObject({ type: 'limit-reached', data: { limit } });
    const stays = await project.call(['resume', 'd', '--max-usd', '9']);
    expect(stays.stderr).toContain('Close it with a decision: debate-hall close d …');
    const lower = await project.call(['resume', 'd', '--max-minutes', '0.000001']);
    expect(lower.stderr).toContain(`The limit on ${limit} is a rule of the debate and stays.`);
    const closed = await project.call(['close', 'd', 'We wait.']);
    expect(closed.code).toBe(0);
    expect(await project.shown('d')).toMatchObject({
      outcome: 'stopped-by-limit',
      decision: 'We wait.',
    });
  });
});

describe('--batch', () => {
  const topics = (...lines: object[]) => lines.map((line) => JSON.stringify(line)).join('\n');

  it.runIf(inCampaign)('runs one debate a line, some at the same time, with one summary', async () => {
    rehearsed();
    project.write('topics.jsonl', topics({ topic: 'Should we go?', id: 'a' }, { topic: 'Should we stay?', id: 'b' }));
    const { code, stdout } = await project.run(['run', '--batch', 'topics.jsonl', '-j', '2', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { line: 1, threadId: 'a', exitCode: 0 },
      { line: 2, threadId: 'b', exitCode: 0 },
    ]);
    expect((await project.call(['list', '--json'])).stdout).toContain('"threadId": "b"');
  });

  it('finishes the other lines when one cannot be run, and exits with its code', async () => {
    rehearsed();
    // Lines have the numbers that they have in the file, empty ones counted.
    project.write(
      'topics.jsonl',
      `\n${topics({ topic: 'Should we go?', context: ['missing.md'] }, { topic: 'Should we stay?', id: 'b' })}`,
    );
    const { code, stdout, stderr } = await project.call(['run', '--batch', 'topics.jsonl']);
    expect(code).toBe(2);
    expect(stdout).toContain('line 2\tcontext-unreadable: ');
    expect(stdout).toContain('1 of 2 decided');
    expect(stderr).toMatch(/^line 2: context-unreadable: .+\nnext: {2}\S/);
    expect(await project.shown('b')).toMatchObject({ outcome: 'decided' });
  });

  it('says of each line that is not decided why and how it is resumed, and how many panels were degraded', async () => {
    const broken = { kind: 'rehearsal', misbehave: 'crashes' };
    const standIn = { agent: 'broken', standIn: 'quick' };
    const rest = { agents: { broken, quick: quickRehearsal }, recipe: 'quick', agentRetries: 0 };
    project.write('topics.jsonl', topics({ topic: 'Should we go?', id: 'a' }));
    project.configure({ ...rest, seats: { wind: 'quick', wall: 'broken', door: 'quick' } });
    const { code, stdout, stderr } = await project.call(['run', '--batch', 'topics.jsonl']);
    expect([code, stdout]).toEqual([EXIT.agent, 'a\tpaused\n0 of 1 decided\n']);
    expect(stderr).toContain('next:  Wall (broken): it ended without a complete answer.');
    expect(stderr).toContain('Resume it with: debate-hall resume a\n');
    project.write('topics.jsonl', topics({ topic: 'Should we stay?', id: 'b' }));
    project.configure({ ...rest, seats: { wind: 'quick', wall: standIn, door: 'quick' } });
    const done = await project.call(['run', '--batch', 'topics.jsonl']);
    expect([done.code, done.stdout]).toEqual([
      EXIT.degraded,
      expect.stringMatching(/DEGRADED panel[^\n]+\n1 of 1 decided, 1 of them by a degraded panel\n$/),
    ]);
  });

  it('has one limit on all lines, which those that run at once share', async () => {
    seated();
    const lines = ['go', 'stay', 'wait'].map((id) => ({ topic: `Should we ${id}?`, id }));
    project.write('topics.jsonl', topics(...lines));
    const limited = ['run', '--batch', 'topics.jsonl', '-j', '2', '--recipe', 'quick', '--max-tokens', '1'];
    const { code, stdout } = await project.call(limited);
    expect(code).toBe(EXIT.limit);
    expect(stdout).toContain('line 1\tlimit-reached: The limit on tokens of all lines together is used up.');
    expect(stdout).toContain('0 of 3 decided');
  });

  it.each([
    { topick: 1 },
    { topic: '?' },
    { topic: 'Should we stay?', tags: ['#'] },
    { topic: 'Should we?', id: '../a' },
  ])('refuses a file with a wrong line before anything is started: %o', async (wrong) => {
    seated();
    project.write('topics.jsonl', topics({ topic: 'Should we go?' }, wrong));
    const { code, stderr } = await project.call(['run', '--batch', 'topics.jsonl']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: Line 2 of topics\.jsonl\b.+\nnext: /)]);
    expect(project.calls()).toEqual([]);
    expect(fs.existsSync(project.debates)).toBe(false);
  });

  it.each(['go', 'GO'])('refuses two lines with one ID before anything is started: go and %s', async (id) => {
    seated();
    project.write('topics.jsonl', topics({ topic: 'Should we go?', id: 'go' }, { topic: 'Should we stay?', id }));
    const { code, stderr } = await project.call(['run', '--batch', 'topics.jsonl']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Lines 1 and 2 of topics.jsonl have the same ID.')]);
    expect(project.calls()).toEqual([]);
    expect(fs.existsSync(project.debates)).toBe(false);
  });

  it.each([
    ['--dry-run', ['--dry-run']],
    ['a topic', ['Should we?']],
    ['--id', ['--id', 'd']],
    ['--events', ['--events']],
  ])('refuses %s, which it could not honour, before anything is spent', async (_, args) => {
    seated();
    project.write('topics.jsonl', topics({ topic: 'Should we go?' }));
    const { code } = await project.call(['run', '--batch', 'topics.jsonl', ...args]);
    expect(code).toBe(2);
    expect(project.calls()).toEqual([]);
  });
});

async function waitForCalls(count: number): Promise<void> {
  await expect.poll(() => project.calls().length).toBe(count);
}

it('publishes a schema that its own records satisfy after a round trip', async () => {
  rehearsed();
  const { code, ...record } = await project.record(['run', '--json', 'Should we?']);
  expect(code).toBe(0);
  expect(debateRecordSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
});
