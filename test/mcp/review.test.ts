// The toolset for reviews and plans, as a client meets it in a real repository.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { ledgersOf } from '../support/ledgers.ts';
import { childrenOf } from '../support/processes.ts';
import { type Connected, connectHere, hallFolder, type Loose, until } from './support.ts';

const FAST = { kind: 'rehearsal', wordsPerSecond: 0 };
const AGENTS = {
  fast: FAST,
  other: FAST,
  broken: { kind: 'rehearsal', misbehave: 'crashes' },
  silent: { kind: 'rehearsal', misbehave: 'hangs', limits: { firstOutputMs: 600_000, totalMs: 600_000 } },
};

function git(folder: string, ...args: string[]) {
  execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args]);
}

function repository(): string {
  const folder = hallFolder({ agents: AGENTS, seats: {} });
  fs.mkdirSync(path.join(folder, 'src'));
  fs.writeFileSync(path.join(folder, 'src/cart.js'), 'export const total = (items) => items.length;\n');
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  git(folder, 'commit', '-q', '-m', 'Begin');
  fs.writeFileSync(path.join(folder, 'src/cart.js'), 'export const total = (items) => items.size;\n');
  fs.writeFileSync(path.join(folder, 'src/caf\u00e9.js'), 'export const open = true;\n');
  return folder;
}

const folder = repository();
let server: Connected;
beforeAll(async () => {
  server = await connectHere(folder, { args: ['--toolsets', 'core,review'] });
});
afterAll(async () => {
  await server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

it('is there only when it is switched on', async () => {
  const names = async (args: string[]) => {
    const other = await connectHere(folder, { args });
    try {
      return (await other.client.listTools()).tools.map(({ name }) => name);
    } finally {
      await other.close();
    }
  };
  const tools = ['read_diff', 'run_agent', 'debate_review', 'debate_plan', 'debate_360'];
  // With what follows and continues a run that was not waited for.
  expect(await names(['--toolsets', 'review'])).toEqual([...tools, 'get_debate', 'resume_debate']);
  expect(await names([])).not.toContain('read_diff');
});

it('keeps its schemas and hints as they are', async () => {
  const { tools } = await server.client.listTools();
  const own = tools.filter(({ name }) => /^(read_diff|run_agent|debate_(review|plan|360))$/.test(name));
  await expect(`${JSON.stringify(own, null, 2)}\n`).toMatchFileSnapshot('fixtures/review-tools.json');
  for (const { annotations, title, outputSchema } of own) {
    expect(Object.keys(annotations ?? {})).toHaveLength(4);
    expect([title, outputSchema]).not.toContain(undefined);
  }
});

describe('read_diff', () => {
  it.runIf(inCampaign)('tells the whole change: staged, unstaged and new files, under their own names', async () => {
    const { diff, file_count, files, left_out } = await server.call('read_diff', {});
    expect(files.sort()).toEqual(['src/caf\u00e9.js', 'src/cart.js']);
    expect(file_count).toBe(2);
    expect(diff).toContain('+export const total = (items) => items.size;');
    expect(left_out).toEqual([]);
  });

  it.runIf(inCampaign)('can be limited, and refuses what is no repository or no change', async () => {
    expect((await server.call('read_diff', { path: 'src/caf\u00e9.js' })).files).toEqual(['src/caf\u00e9.js']);
    await expect(server.call('read_diff', { staged: true })).rejects.toThrow('nothing-to-review: No staged changes');
    await expect(server.call('read_diff', { path: '/' })).rejects.toThrow('context-unreadable');
    await expect(server.call('read_diff', { range: '--output=/tmp/x' })).rejects.toThrow('bad-input');
    await expect(server.call('read_diff', { stagd: true })).rejects.toThrow('bad-input');
  });

  it.runIf(inCampaign)('stays small, however much is left out', async () => {
    const many = path.join(folder, 'src/many');
    fs.mkdirSync(many);
    for (let at = 0; at < 1_000; at += 1) fs.writeFileSync(path.join(many, `${'long-'.repeat(20)}${at}.bin`), '\0');
    try {
      const result = await server.client.callTool({ name: 'read_diff', arguments: {} });
      expect(JSON.stringify(result).length).toBeLessThan(80_000);
      expect(JSON.stringify(result.content)).toMatch(/Left out: \d+ parts\./);
    } finally {
      fs.rmSync(many, { recursive: true });
    }
  });

  it.runIf(inCampaign)('names what does not fit in place of cutting it', async () => {
    const large = path.join(folder, 'src/large.js');
    fs.writeFileSync(large, `${'// a line of many words that say nothing\n'.repeat(3_000)}`);
    try {
      const result = await server.call('read_diff', {});
      expect(result.files).not.toContain('src/large.js');
      expect(result.left_out).toEqual([{ source: 'src/large.js', reason: expect.stringContaining('too large') }]);
    } finally {
      fs.rmSync(large);
    }
  });
});

describe('run_agent', () => {
  it('returns the answer of one agent and leaves no ledger', async () => {
    const before = ledgersOf(folder).names();
    const result = await server.call('run_agent', { agent: 'fast', prompt: 'Say something.', context: 'a\nb' });
    expect(result).toMatchObject({
      agent: 'fast',
      output: expect.stringMatching(/\S/),
      duration_ms: expect.any(Number),
    });
    const after = ledgersOf(folder).names();
    expect(after).toEqual(before);
  });

  it.runIf(inCi)('fails with the kind of failure and the next step', async () => {
    const ask = async (args: Record<string, unknown>): Promise<Loose> => {
      const result: Loose = await server.client.callTool({ name: 'run_agent', arguments: args });
      expect(result.isError).toBe(true);
      return result.structuredContent.error;
    };
    expect(await ask({ agent: 'broken', prompt: 'x' })).toMatchObject({
      code: 'agent-failed',
      message: expect.stringContaining('broken'),
      // Nothing was opened, so there is nothing to resume.
      next_step: expect.not.stringContaining('resume'),
    });
    expect((await ask({ agent: 'nobody', prompt: 'x' })).code).toBe('not-found');
    expect((await ask({ agent: 'fast', prompt: '  ' })).code).toBe('bad-input');
    expect((await ask({ agent: 'human', prompt: 'x' })).code).toBe('bad-input');
    const token = `ghp_${'a1b2'.repeat(5)}`;
    expect((await ask({ agent: 'fast', prompt: token })).code).toBe('secret-found');
    expect((await ask({ agent: 'fast', prompt: 'x', context: `key: ${token}` })).code).toBe('secret-found');
    expect(await ask({ agent: 'silent', prompt: 'x', timeout_seconds: 1 })).toMatchObject({
      code: 'agent-failed',
      message: expect.stringContaining('1000 ms'),
    });
  });

  it('ends the agent when the call is cancelled', async () => {
    const stop = new AbortController();
    const call = server.call('run_agent', { agent: 'silent', prompt: 'x' }, { signal: stop.signal });
    const running = () => childrenOf(server.pid, 'rehearsal/child').length > 0;
    await until(running);
    stop.abort();
    await expect(call).rejects.toThrow();
    await until(() => !running());
  });
});

describe('debate_review', () => {
  it('returns merged findings that stand in the change', async () => {
    const progress: string[] = [];
    const result = await server.call(
      'debate_review',
      { question: 'Is it safe?', agents: ['fast', 'other'], thread_id: 'review-1' },
      { onprogress: ({ message }) => progress.push(message ?? '') },
    );
    expect(result).toMatchObject({ thread_id: 'review-1', run: 'closed', reviewed: true, complete: true, missing: [] });
    const advice = expect.stringMatching(/^(Not ready|Ready) to merge: /);
    expect(result).toMatchObject({ advice });
    const shown: Loose = await server.client.callTool({ name: 'get_debate', arguments: { thread_id: 'review-1' } });
    expect(shown.structuredContent.advice).toBe(result.advice);
    expect(shown.content[0].text.split('\n')[0]).toBe(`${result.advice}.`);
    expect(result.winner).toMatch(/^(fast|other)$/);
    expect(result.merged_findings).toHaveLength(result.findings_count);
    for (const { file } of result.merged_findings) expect(['src/caf\u00e9.js', 'src/cart.js']).toContain(file);
    expect(result.final_recommendation).toMatch(/^\d+ findings? \([\s\S]*### Reviewers/);
    expect(result.report_path).toContain(ledgersOf(folder).place('review-1', '.md'));
    expect(ledgersOf(folder).document('review-1', '.md')).toContain('Is it safe?');
    expect(progress.length).toBeGreaterThan(3);
  });

  it('says which person is next, and not only that it can be resumed', async () => {
    const paused = await server.call('debate_plan', {
      topic: 'Move the sessions to Redis',
      agents: ['fast', 'human'],
      thread_id: 'plan-of-people',
    });
    expect(paused).toMatchObject({
      run: 'paused',
      next_step: 'A person is next: add_turn as Planner 2, then resume_debate.',
    });
  });

  it.runIf(inCampaign)('says that nobody has reviewed when all agents fail', async () => {
    const result = await server.call('debate_review', {
      question: 'Is it safe?',
      agents: ['broken', 'broken'],
      thread_id: 'review-2',
    });
    expect(result).toMatchObject({ run: 'paused', reviewed: false, complete: false, merged_findings: [] });
    expect(result.missing.join(' ')).toContain('Not reviewed');
    expect(result.next_step).toContain('resume_debate');
    expect(result.final_recommendation).not.toMatch(/no (findings|issues)/i);
  });

  it.runIf(inCampaign)('is not complete when a part of the change was left out, which it names', async () => {
    const secret = path.join(folder, '.env');
    fs.writeFileSync(secret, 'KEY=1\n');
    try {
      const args = { question: 'Is it safe?', agents: ['fast', 'other'] };
      const result = await server.call('debate_review', args);
      expect(result).toMatchObject({ reviewed: true, complete: false });
      expect(result.missing).toEqual([
        'Degraded: the seats did not get .env.',
        'Nobody reviewed .env (usually holds secrets).',
      ]);
    } finally {
      fs.rmSync(secret);
    }
  });

  it.runIf(inCampaign)('continues where its caller does not wait', async () => {
    const args = { question: 'Is it safe?', agents: ['fast', 'other'], thread_id: 'review-3', wait: false };
    expect(await server.call('debate_review', args)).toMatchObject({
      thread_id: 'review-3',
      run: 'started',
      forecast: { calls: { atLeast: expect.any(Number) } },
    });
    const ended = await until(async () => {
      const state = await server.call('get_debate', { thread_id: 'review-3', wait_seconds: 5 });
      return state.status === 'synthesis' || state.status === 'stalemate' ? state : undefined;
    });
    expect(ended.result).toContain('reviewers');
    expect(ended).toMatchObject({ reviewed: true, merged_findings: [{ id: 'F1' }, {}, {}], findings_count: 3 });
    const { content } = await server.client.callTool({ name: 'get_debate', arguments: { thread_id: 'review-3' } });
    expect(JSON.stringify(content)).toContain('F1 P0');
  });

  it.runIf(inCampaign)('refuses wrong arguments before anything is asked', async () => {
    const call = (args: object) => server.call('debate_review', { question: 'Is it safe?', ...args });
    await expect(call({ agents: ['nobody'] })).rejects.toThrow(/nobody/);
    await expect(call({ platform: 'windows' })).rejects.toThrow('bad-input');
    await expect(call({ question: '' })).rejects.toThrow('bad-input');
    await expect(call({ staged: true })).rejects.toThrow('No staged changes');
  });
});

describe('debate_360', () => {
  it.runIf(inCampaign)('reviews in the documented words', async () => {
    const result = await server.call('debate_360', {
      question: 'Is it safe?',
      agents: ['fast', 'other'],
      maxRounds: 1,
      confidenceThreshold: 50,
      path: 'src/cart.js',
    });
    expect(result).toMatchObject({ mode: 'review', run: 'closed', reviewed: true });
    expect(result.final_findings).toHaveLength(result.final_findings_count);
    expect(Object.keys(result.validation_summary)).toEqual(['approved', 'rejected', 'ties']);
  });

  it('plans, and takes no change then', async () => {
    const args = { question: 'Move the sessions to Redis', mode: 'plan', agents: ['fast', 'other'] };
    const result = await server.call('debate_360', args);
    expect(result).toMatchObject({ mode: 'plan', planned: true });
    await expect(server.call('debate_360', { ...args, staged: true })).rejects.toThrow('bad-input');
    await expect(server.call('debate_360', { ...args, maxRounds: 9 })).rejects.toThrow('bad-input');
  });
});

it('debate_plan returns the plan as data and in words', async () => {
  const result = await server.call('debate_plan', {
    topic: 'Move the sessions to Redis',
    agents: ['fast', 'other'],
    rounds: 1,
    context: ['src/'],
  });
  expect(result).toMatchObject({ run: 'closed', planned: true, plan: { kind: 'plan', mode: 'adversarial' } });
  expect(result.formatted).toMatch(/^A plan of [\s\S]*Phase 1/);
});

it('debate_plan says in words that there is no plan', async () => {
  const result = await server.call('debate_plan', {
    topic: 'Move the sessions to Redis',
    agents: ['broken', 'broken'],
  });
  expect(result).toMatchObject({ planned: false, formatted: 'No plan: not all planners have planned.' });
});
