// The toolset what-if, as a client meets it.
import fs, { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { storeVariables } from '../support/shared-store.ts';
import { type Connected, connectHere, hallFolder, type Loose } from './support.ts';

const FAST = { kind: 'rehearsal', wordsPerSecond: 0 };
const folder = hallFolder({ agents: { fast: FAST, other: FAST }, seats: { wind: 'fast', wall: 'fast', door: 'fast' } });
let server: Connected;
beforeAll(async () => {
  server = await connectHere(folder, { args: ['--toolsets', 'core,what-if'] });
  await server.call('debate_auto', { thread_id: 'p', topic: 'Should we move to a monorepo?' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('is there only when it is switched on, with what follows and continues a run', async () => {
  const own = await connectHere(folder, { args: ['--toolsets', 'what-if'] });
  const core = await connectHere(folder, { args: [] });
  const names = async ({ client }: Connected) => (await client.listTools()).tools.map(({ name }) => name);
  try {
    expect(await names(own)).toEqual([
      ...['debate_ask', 'fork_debate', 'compare_debates', 'replay_debate', 'get_debate', 'resume_debate'],
    ]);
    expect(await names(core)).not.toContain('fork_debate');
  } finally {
    await own.close();
    await core.close();
  }
});

it('says what a fork would copy and ask, opens it, and asks only what changes', async () => {
  const change = { thread_id: 'p', fork_id: 'f', seats: { wall: 'other' } };
  const planned = await server.call('fork_debate', { ...change, dry_run: true });
  expect(planned).toMatchObject({ plan: { copied_turns: 6, calls: { at_least: 1 } } });
  await expect(server.call('verify_debate', { thread_id: 'f' })).rejects.toThrow('not-found');
  expect(await server.call('fork_debate', change)).toMatchObject({ thread_id: 'f', run: 'closed' });
  expect(await server.call('verify_debate', { thread_id: 'f' })).toMatchObject({ ok: true });
  const compared = await server.call('compare_debates', { thread_id: 'p', other_id: 'f' });
  expect(compared).toMatchObject({
    given: [{ what: 'seat wall', values: ['fast', 'other'] }],
    same_turns: 9,
    calls: [9, 3],
  });
});

it('says what a fork is a fork of', async () => {
  expect(await server.call('get_debate', { thread_id: 'f' })).toMatchObject({
    relation: expect.stringMatching(/^Fork of p at event \d+; asks Wall again$/),
  });
  const { debates } = await server.call('debate_history', { search: 'f' });
  expect(debates).toMatchObject([{ thread_id: 'f', relation: expect.stringContaining('Fork of p') }]);
});

it('follows a question after the end, as long as its answers are missing', async () => {
  const asked = await server.call('debate_ask', { thread_id: 'p', question: 'And the cost?', wait: false });
  expect(asked).toMatchObject({ run: 'started', answers: [], next_step: expect.stringContaining('get_debate') });
  const seats: string[] = [];
  for (let from = asked.next_seq; seats.length < 3; ) {
    const args = { thread_id: 'p', from, wait_seconds: 45, include_transcript: true };
    const { transcript, next_seq } = await server.call('get_debate', args);
    expect(next_seq).toBeGreaterThan(from);
    seats.push(...transcript.map(({ role }: { role: string }) => role));
    from = next_seq;
  }
  expect(seats.sort()).toEqual(['Door', 'Wall', 'Wind']);
});

it('says what to do next without options and places of this machine', async () => {
  await server.call('init_debate', { thread_id: 'people', topic: 'Should we?' });
  await server.call('close_debate', { thread_id: 'people', synthesis: 'No.' });
  await server.call('init_debate', { thread_id: 'oxford', topic: 'Should we?', format: 'oxford' });
  for (const [name, args, step] of [
    [
      'debate_ask',
      { thread_id: 'people', question: 'Why?', seats: ['wind'] },
      /^Ask them yourself, or name a seat that an agent fills\.$/,
    ],
    [
      'add_turn',
      { thread_id: 'oxford', role: 'Proposition', content: 'We should.' },
      /(?<![\w/])docs\/formats\/oxford\.md/,
    ],
    ['init_debate', { topic: 'Is it right?', format: 'review' }, /^Correct the arguments and call again\.$/],
  ] as const) {
    const { structuredContent }: Loose = await server.client.callTool({ name, arguments: args });
    expect(structuredContent.error.next_step).toMatch(step);
  }
});

it.runIf(inCampaign)('compares debates in a result of a client’s size, however much they differ in', async () => {
  const hall = await openHall({ cwd: folder, home: folder, env: storeVariables(folder) });
  for (const id of ['one', 'two']) {
    fs.mkdirSync(path.join(folder, id));
    for (let at = 0; at < 700; at += 1) fs.writeFileSync(path.join(folder, id, `${'long-'.repeat(10)}${at}.txt`), id);
    await openDebate(hall, { topic: 'Tea or coffee?', threadId: `of-${id}`, context: [id], seating: 'by-hand' });
  }
  await hall.close();
  const compared = { name: 'compare_debates', arguments: { thread_id: 'of-one', other_id: 'of-two' } };
  const result = await server.client.callTool(compared);
  expect(JSON.stringify(result).length).toBeLessThan(80_000);
  const { given, left_out } = result.structuredContent as { given: unknown[]; left_out: number };
  expect(given.length + left_out).toBe(1_400);
});

it('gives a seat of a fork to a person, who takes it with the usual tools', async () => {
  const paused = await server.call('fork_debate', { thread_id: 'p', fork_id: 'h', seats: { wall: 'human' } });
  expect(paused).toMatchObject({
    run: 'paused',
    due: expect.arrayContaining([expect.objectContaining({ role: 'Wall', act: 'opening' })]),
  });
  await server.call('add_turn', { thread_id: 'h', role: 'Wall', content: 'Yes, 80%\n- It is simple' });
  expect(await server.call('resume_debate', { thread_id: 'h' })).toMatchObject({ run: 'closed', outcome: 'agreed' });
});

it('replays a debate without a call', async () => {
  expect(await server.call('replay_debate', { thread_id: 'p' })).toMatchObject({ ok: true, calls: 0, problems: [] });
});

it.runIf(inCi)('removes the text of a turn from forks as well, and names them', async () => {
  await server.call('fork_debate', { thread_id: 'p', fork_id: 'same' });
  const { content, structuredContent } = await server.client.callTool({
    name: 'tombstone_turn',
    arguments: { thread_id: 'p', turn_index: 0, reason: 'private' },
  });
  expect(JSON.stringify(content)).toMatch(/So is its copy in \w+\./);
  expect(structuredContent).toMatchObject({
    may_remain_in: expect.arrayContaining(['p']),
  });
});
