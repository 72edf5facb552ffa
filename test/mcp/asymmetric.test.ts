// Debates between sessions that keep their own context, at the wire: what each of them gets, and what it cannot do.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { say, takeSeat } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { systemClock } from '../../src/support/clock.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { ledgersOf } from '../support/ledgers.ts';
import { storeVariables } from '../support/shared-store.ts';
import { type Connected, connect, connectHere, hallFolder, type Loose } from './support.ts';

const args = ['--toolsets', 'core,asymmetric'];
const CHARACTERS_PER_TOKEN = 4;
const agents = { experienced: 'fast', fresh: 'fast', 'semi-fresh': 'fast', convergence: 'fast' };

let folder: string;
let server: Connected;
beforeAll(async () => {
  folder = hallFolder({ seats: agents });
  server = await connectHere(folder, { args });
});
afterAll(async () => {
  await server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const start = async (more: object = {}) => await server.call('debate_start', { prompt: 'Should we move?', ...more });
const join = async (debate_id: string, more: object = {}) => await server.call('debate_join', { debate_id, ...more });
const position = async ({ session_id }: Loose, content: string) =>
  await server.call('debate_position', { session_id, content });
const challenge = async ({ session_id }: Loose, action: string, content = `I ${action}.`) =>
  await server.call('debate_challenge', { session_id, content, action });
const status = async (debate_id: string) => await server.call('debate_status', { debate_id });

/** A debate whose positions are in. */
async function positioned() {
  const deep = await start();
  const fresh = await join(deep.debate_id);
  await position(deep, 'We know that it is dear.');
  await position(fresh, 'Move.');
  return { deep, fresh, debate_id: deep.debate_id as string };
}

it.runIf(inCi)('converges also while others look at the debate, who may be the first to close it', async () => {
  const { fresh, debate_id } = await positioned();
  await challenge(fresh, 'agree');
  const look = () => status(debate_id);
  const [done] = await Promise.all([server.call('debate_converge', { debate_id }), look(), look(), look(), look()]);
  expect(done).toMatchObject({ phase: 'complete', outcome: 'not-settled' });
});

describe('the tools', () => {
  it('have the documented hints, and the core set is as small as without them', async () => {
    const { tools } = await server.client.listTools();
    const hints = Object.fromEntries(
      tools.map(({ name, annotations: { readOnlyHint, destructiveHint, idempotentHint } = {} }) => [
        name,
        [readOnlyHint, destructiveHint, idempotentHint],
      ]),
    );
    const writes = [false, false, false];
    expect(hints).toMatchObject({
      ...{ debate_start: writes, debate_join: writes, debate_position: writes, debate_challenge: writes },
      ...{ debate_converge: writes, debate_human_review: writes, debate_status: [true, false, true] },
      ...{
        debate_cancel: [false, true, true],
        debate_delete: [false, true, true],
        debate_history: [true, false, true],
      },
    });
    expect(tools.filter(({ name }) => name === 'debate_auto')).toHaveLength(1);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    const plain = await connectHere(folder);
    const core = await plain.client.listTools();
    await plain.close();
    expect(core.tools.some(({ name }) => name === 'debate_start')).toBe(false);
    expect(JSON.stringify(core).length / CHARACTERS_PER_TOKEN).toBeLessThan(3_500);
    const auto = core.tools.find(({ name }) => name === 'debate_auto');
    expect(Object.keys(auto?.inputSchema.properties ?? {})).not.toContain('fresh_role');
  });
});

describe('a debate by hand', () => {
  it('goes from start to convergence with the documented results', async () => {
    const deep = await start({ context_documents: ['It costs 400 a month.'] });
    expect(deep).toMatchObject({ role: 'experienced', phase: 'independent', prompt: 'Should we move?' });
    const { debate_id } = deep;
    expect(deep.session_id).toMatch(new RegExp(`^${debate_id}-deep-[0-9a-f]{32}$`));
    const fresh = await join(debate_id);
    expect(fresh).toMatchObject({ role: 'fresh', delivery_mode: 'none', phase: 'independent', summary: null });
    expect(JSON.stringify(fresh)).not.toContain('400 a month');
    expect(await position(deep, 'Too dear 🙂')).toMatchObject({
      ...{ session_id: deep.session_id, debate_id, phase: 'position', status: 'recorded' },
      ...{ content_length: 10, all_positions_in: false },
    });
    expect(await position(fresh, 'Move.')).toMatchObject({ phase: 'challenge', all_positions_in: true });
    expect(await challenge(deep, 'challenge')).toMatchObject({ phase: 'challenge', action: 'challenge', points: 1 });
    await challenge(fresh, 'challenge');
    await challenge(fresh, 'agree');
    const done = await server.call('debate_converge', { debate_id });
    expect(done).toMatchObject({
      ...{ debate_id, phase: 'complete', outcome: 'stable-disagreement', confidence: 1 / 3, synthesis_written: false },
      points: [{ category: 'irreducible' }, { category: 'irreducible' }, { category: 'agreement' }],
      headline: '1 of 3 points agreed (33%), 0 open, 2 irreducible',
    });
    expect(done.rendered_markdown).toContain('Too dear');
    const after = await status(debate_id);
    expect(after).toMatchObject({ phase: 'complete', convergence: { confidence: 1 / 3, points_total: 3 } });
    expect(after.messages.position.map(({ content }: Loose) => content)).toEqual(['Too dear 🙂', 'Move.']);
    await expect(server.call('debate_converge', { debate_id })).rejects.toThrow('not-active');
    await expect(challenge(deep, 'agree')).rejects.toThrow('not-active');
    await expect(join(debate_id)).rejects.toThrow(/not-active/);
  });

  it('keeps a synthesis beside the figures', async () => {
    const { deep, debate_id } = await positioned();
    await challenge(deep, 'synthesize', 'Move in May.');
    const done = await server.call('debate_converge', { debate_id, synthesis: 'They agree on May.' });
    expect(done).toMatchObject({ synthesis: 'They agree on May.', confidence: 1, outcome: 'not-settled' });
    expect(done.points).toMatchObject([{ category: 'agreement', summary: 'Move in May.', resolution: 'Move in May.' }]);
  });

  it('reads what is made of a position from its words, and assumes nothing', async () => {
    const { deep, fresh } = await positioned();
    const answer = (session: Loose, content: string) =>
      server.call('debate_challenge', { session_id: session.session_id, content });
    await expect(answer(deep, 'I agree.')).rejects.toThrow('Plain text needs an action');
    expect(await answer(deep, 'Agree: it was measured.')).toMatchObject({ points: 1, action: 'agree' });
    const points = 'Point: Cost\nReason: It is dear.\nMove: rebut\nPoint: Time\nReason: It takes long.\nMove: concede';
    expect(await answer(fresh, points)).toMatchObject({ points: 2, action: 'several' });
  });

  it('takes a reply with several points as several moves', async () => {
    const { deep, fresh, debate_id } = await positioned();
    const point = (action: string) => ({
      point: `to ${action}`,
      target: 'fresh',
      action,
      reason: 'so',
      resolution: null,
    });
    const content = JSON.stringify({ points: ['agree', 'challenge', 'agree', 'synthesize', 'agree'].map(point) });
    expect(await server.call('debate_challenge', { session_id: deep.session_id, content })).toMatchObject({
      ...{ points: 5, action: 'several' },
    });
    await challenge(fresh, 'agree');
    const done = await server.call('debate_converge', { debate_id });
    expect([done.points_total, done.confidence]).toEqual([6, 5 / 6]);
  });

  it('shows no word of a position or challenge before its phase ends, at any door', async () => {
    const deep = await start();
    const { debate_id } = deep;
    const fresh = await join(debate_id);
    const look = async () =>
      JSON.stringify([
        await status(debate_id),
        await server.client.callTool({ name: 'debate_status', arguments: { debate_id } }),
        await server.call('get_debate', { thread_id: debate_id, include_transcript: true }),
        ...(await Promise.all(
          ['', '/transcript', '/octave', '/ledger'].map(
            async (part) => await server.client.readResource({ uri: `debate://${debate_id}${part}` }),
          ),
        )),
        await join(debate_id, { role: 'semi_fresh' }).catch(String),
      ]);
    await position(deep, 'SECRET ONE');
    expect(await look()).not.toContain('SECRET');
    expect((await status(debate_id)).messages.position).toMatchObject([{ content: null, withheld: true }]);
    const ledger = async () => {
      const { contents } = await server.client.readResource({ uri: `debate://${debate_id}/ledger` });
      return JSON.stringify(contents);
    };
    expect(await ledger()).toContain('seat-taken');
    await position(fresh, 'SECRET TWO');
    const { sessions } = await status(debate_id);
    expect(sessions).toHaveLength(3);
    expect(sessions).toMatchObject([
      { seat: 'experienced', role: 'experienced' },
      { seat: 'fresh', role: 'fresh' },
      { seat: 'semi-fresh', role: 'semi_fresh' },
    ]);
    expect(await look()).not.toContain('SECRET');
  });

  it('hides challenges until everyone has made one', async () => {
    const { deep, fresh, debate_id } = await positioned();
    await challenge(deep, 'agree', 'SECRET');
    expect(JSON.stringify(await status(debate_id))).not.toMatch(/SECRET|agree"/);
    await challenge(fresh, 'agree', 'open');
    expect((await status(debate_id)).messages.challenge).toMatchObject([
      { content: 'SECRET', action: 'agree' },
      { content: 'open', action: 'agree' },
    ]);
  });

  it('tells semi-fresh sessions the summary, and nobody else', async () => {
    const deep = await start();
    await server.call('debate_position', { session_id: deep.session_id, content: 'LONG', summary: 'SHORT' });
    expect(JSON.stringify(await status(deep.debate_id))).not.toMatch(/LONG|SHORT/);
    expect((await join(deep.debate_id)).summary).toBeNull();
    expect(await join(deep.debate_id, { role: 'semi_fresh', delivery_mode: 'active' })).toMatchObject({
      ...{ summary: 'SHORT', delivery_mode: 'active', role: 'semi_fresh' },
    });
  });
});

describe('what is refused', () => {
  it('a session without the key of the seat, also through other tools', async () => {
    const { deep, fresh, debate_id } = await positioned();
    const forged = `${debate_id}-deep-${'0'.repeat(32)}`;
    const swapped = deep.session_id.replace('-deep-', '-fresh-');
    for (const session_id of [forged, swapped]) {
      await expect(challenge({ session_id }, 'agree')).rejects.toThrow('not-your-seat');
    }
    for (const session_id of [
      `${debate_id}-deep`,
      debate_id,
      'x',
      `${debate_id}-fresh9-${fresh.session_id.slice(-32)}`,
    ]) {
      await expect(challenge({ session_id }, 'agree')).rejects.toThrow('not-found');
    }
    const turn = { thread_id: debate_id, role: 'Experienced', content: 'I am not.' };
    await expect(server.call('add_turn', turn)).rejects.toThrow('not-your-seat');
    expect(JSON.stringify(await status(debate_id))).not.toContain(deep.session_id.slice(-32));
    expect(ledgersOf(folder).text(debate_id)).not.toContain(deep.session_id.slice(-32));
  });

  it('a session of a seat that an agent fills', async () => {
    const auto = {
      topic: 'Should we?',
      thread_id: 'agents',
      format: 'asymmetric',
      recipe: 'quick',
      pause_at: 'challenge',
    };
    await server.call('debate_auto', auto);
    const session_id = `agents-fresh-${'0'.repeat(32)}`;
    await expect(position({ session_id }, 'Mine.')).rejects.toThrow('not-found');
  });

  it('what the arguments do not allow', async () => {
    const wrong = async (name: string, given: object) =>
      await expect(server.call(name, { ...given })).rejects.toThrow('bad-input');
    await wrong('debate_start', { prompt: '' });
    await wrong('debate_start', { prompt: ' \n ' });
    await wrong('debate_start', { prompt: 'x'.repeat(10_001) });
    await wrong('debate_start', { prompt: 'Why?', context_documents: Array.from({ length: 11 }, () => 'x') });
    await wrong('debate_start', { prompt: 'Why?', context_documents: ['x'.repeat(50_001)] });
    await wrong('debate_start', { prompt: 'Why?', context_documents: [' '] });
    const { debate_id, session_id } = await start();
    await wrong('debate_join', { debate_id, role: 'deep' });
    await wrong('debate_join', { debate_id, delivery_mode: 'passive' });
    await wrong('debate_join', { debate_id, delivery_mode: 'loud' });
    await wrong('debate_join', { debate_id, role: 'semi_fresh', delivery_mode: 'none' });
    await wrong('debate_challenge', { session_id, content: 'x', action: 'Agree' });
    await expect(position({ session_id }, ' ')).rejects.toThrow('rule-violation');
    await expect(position({ session_id }, 'x'.repeat(50_001))).rejects.toThrow('rule-violation');
    await expect(challenge({ session_id }, 'agree')).rejects.toThrow('not-your-turn');
    await expect(server.call('debate_converge', { debate_id })).rejects.toThrow('not-active');
    await expect(status('nowhere')).rejects.toThrow('not-found');
    await server.call('init_debate', { topic: 'Should we?', thread_id: 'other' });
    await expect(status('other')).rejects.toThrow('bad-input');
    await expect(server.call('debate_delete', { debate_id: 'other' })).rejects.toThrow('bad-input');
  });

  it('a sixth seat, however many join at the same time, from two servers', async () => {
    const { debate_id } = await start();
    const other = await connectHere(folder, { args });
    const joins = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? server : other).call('debate_join', { debate_id, role: index < 5 ? 'fresh' : 'semi_fresh' }),
      ),
    );
    await other.close();
    const joined = joins.flatMap((each) => (each.status === 'fulfilled' ? [each.value.session_id] : []));
    expect([joined.length, new Set(joined).size]).toEqual([4, 4]);
    const reasons = joins.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(reasons.every((reason) => reason.includes('rule-violation'))).toBe(true);
    expect((await status(debate_id)).sessions).toHaveLength(5);
  });
});

describe('what outlives the server', () => {
  // The second server is a process of its own, which shares nothing with the first but the hall.
  it.runIf(inCampaign)('a session and its key', async () => {
    const first = await connectHere(folder, { args });
    const deep = await first.call('debate_start', { prompt: 'Should we stay?' });
    await first.close();
    const second = await connect(folder, { args });
    await second.call('debate_position', { session_id: deep.session_id, content: 'Yes.' });
    const forged = `${deep.debate_id}-deep-${'a'.repeat(32)}`;
    await expect(second.call('debate_position', { session_id: forged, content: 'No.' })).rejects.toThrow(
      'not-your-seat',
    );
    await second.close();
  });

  it.runIf(inCampaign)('a pause, whose review then goes on', async () => {
    const topic = 'Should we wait for a person?';
    const auto = { topic, thread_id: 'waits', format: 'asymmetric', recipe: 'quick', pause_at: 'challenge' };
    const first = await connectHere(folder, { args });
    expect(await first.call('debate_auto', auto)).toMatchObject({
      ...{ run: 'paused', due: [{ role: 'Reviewer', act: 'review' }] },
      next_step: expect.stringContaining('debate_human_review'),
    });
    expect(await first.call('debate_status', { debate_id: 'waits' })).toMatchObject({
      ...{ phase: 'position', paused_before: 'challenge' },
    });
    await first.close();
    const second = await connect(folder, { args });
    const review = { debate_id: 'waits', action: 'override', side: 'experienced' };
    await expect(second.call('debate_human_review', review)).rejects.toThrow('bad-input');
    // What a person judges has no default.
    await expect(second.call('debate_human_review', { debate_id: 'waits' })).rejects.toThrow('bad-input');
    await expect(
      second.call('debate_human_review', { ...review, side: undefined, override_content: 'x' }),
    ).rejects.toThrow('An override must name its side');
    await expect(
      second.call('debate_human_review', { debate_id: 'waits', action: 'reject', override_content: 'Too dear.' }),
    ).rejects.toThrow('takes no override_content');
    await expect(
      second.call('debate_human_review', { debate_id: 'waits', action: 'approve', side: 'fresh' }),
    ).rejects.toThrow('takes no side');
    const override_content = 'IN OTHER WORDS';
    expect(await second.call('debate_human_review', { ...review, override_content })).toMatchObject({ run: 'closed' });
    const after = await second.call('debate_status', { debate_id: 'waits' });
    expect(after.convergence.rendered_markdown).toContain('IN OTHER WORDS');
    await expect(second.call('debate_human_review', { debate_id: 'waits', action: 'approve' })).rejects.toThrow(
      'not-your-turn',
    );
    await second.close();
  });
});

describe('a silent seat', () => {
  /** A debate that was begun so many minutes ago, with a deadline of 60, and what was said in it then. */
  async function begun(threadId: string, minutes: number, said: Readonly<Record<string, string | undefined>>) {
    const now = () => Date.now() - minutes * 60_000;
    const hall = await openHall({
      cwd: folder,
      env: storeVariables(folder),
      home: folder,
      clock: { ...systemClock, now },
    });
    const options = { joining: true, deadlineMinutes: 60 };
    await openDebate(hall, { topic: 'Who speaks?', threadId, format: 'asymmetric', options, seating: 'by-hand' });
    for (const seat of Object.keys(said)) await takeSeat(hall, { threadId, seat, seatKey: 'k', author: 'Ann' });
    for (const [seat, content] of Object.entries(said)) {
      if (content !== undefined)
        await say(hall, OPEN_GATE, { threadId, seat, act: 'position', content, seatKey: 'k', author: 'Ann' });
    }
    await hall.close();
  }

  it('is out after the deadline, and the outcome says so', async () => {
    await begun('one-silent', 61, { experienced: 'Stay.', fresh: 'Move.', 'fresh-2': undefined });
    const after = await status('one-silent');
    expect(after.phase).toBe('challenge');
    expect(after.sessions).toContainEqual(
      expect.objectContaining({ seat: 'fresh-2', role: 'fresh', left: 'It said nothing for 60 minutes.' }),
    );
    const done = await server.call('debate_converge', { debate_id: 'one-silent', synthesis: 'Two were heard.' });
    expect(done.left).toEqual([{ seat: 'fresh-2', reason: 'It said nothing for 60 minutes.' }]);
    expect(await server.call('get_debate', { thread_id: 'one-silent' })).toMatchObject({ full_panel: false });
  });

  it('is waited for until then', async () => {
    await begun('not-yet', 58, { experienced: 'Stay.', fresh: undefined });
    expect((await status('not-yet')).phase).toBe('position');
    await join('not-yet');
  });

  it('ends the debate as stopped when it is the one that started', async () => {
    await begun('nobody', 61, { experienced: undefined, fresh: 'Move.' });
    expect(await status('nobody')).toMatchObject({
      phase: 'complete',
      convergence: { outcome: 'stopped-by-limit', result_status: 'incomplete', confidence: 0 },
    });
  });

  it('leaves its place to whoever joins when it is the only other one', async () => {
    await begun('replaced', 61, { experienced: 'Stay.', fresh: undefined });
    expect(await join('replaced')).toMatchObject({ session_id: expect.stringContaining('-fresh2-') });
  });
});

describe('debates by agents', () => {
  it('take what the format can be told', async () => {
    const done = await server.call('debate_auto', {
      ...{ topic: 'Should agents do it?', thread_id: 'by-agents', format: 'asymmetric', recipe: 'standard' },
      ...{ fresh_role: 'semi_fresh', delivery_mode: 'active', deep_n: 1, fresh_n: 1, effort: 'low', language: 'ko' },
      ...{ injection_mode: 'memory', context_pct: 50, context_documents: ['It costs 400 a month. It is slow.'] },
    });
    // Two sides that differed at first: nobody else can say who gave in and who was convinced.
    expect(done).toMatchObject({ run: 'closed', outcome: 'not-settled', turn_count: 10 });
    expect(done.synthesis).toMatch(/^Rehearsal: both sides/);
    expect(await status('by-agents')).toMatchObject({
      phase: 'complete',
      convergence: { synthesis_written: true, points_total: 6, confidence: 2 / 3 },
    });
  });

  it.each([
    [{ fresh_role: 'fresh', delivery_mode: 'passive' }, 'delivery_mode: '],
    [{ fresh_role: 'semi_fresh' }, 'delivery_mode: '],
    [{ deep_n: 3, fresh_n: 3 }, 'fresh_n: '],
    [{ deep_n: -1 }, 'deep_n: '],
    [{ effort: 'huge' }, 'effort: '],
    [{ mode: 'mediated' }, 'mode: unknown key'],
    [{ pause_at: 'decision' }, 'pause_at: unknown key'],
    [{ format: 'oxford', fresh_role: 'fresh' }, 'fresh_role: unknown key'],
  ] as const)('refuse %j under the name of the argument', async (given, issue) => {
    const auto = { topic: 'Should it be refused?', format: 'asymmetric', recipe: 'quick', ...given };
    const result: Loose = await server.client.callTool({ name: 'debate_auto', arguments: auto });
    expect(result.structuredContent.error).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(issue),
      // Names as the library has them; the path of the package may look like anything.
      next_step: expect.not.stringMatching(/(?:^| )[a-z]+[A-Z]/),
    });
  });

  it('put the review before the user of a client that can show a form', async () => {
    const asked: string[] = [];
    const asking = await connectHere(folder, {
      args,
      client: { capabilities: { elicitation: {} } },
      prepare: (client) =>
        client.setRequestHandler('elicitation/create', ({ params }) => {
          asked.push(params.message);
          return { action: 'accept', content: { action: 'override', side: 'fresh', content: 'MY OWN WORDS' } };
        }),
    });
    const auto = { topic: 'Should a person say?', thread_id: 'asked', format: 'asymmetric', recipe: 'quick' };
    expect(await asking.call('debate_auto', { ...auto, pause_at: 'challenge' })).toMatchObject({ run: 'closed' });
    await asking.close();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(
      /Position, Experienced \(Speaker \d\):[\s\S]*Position, Fresh|Position, Fresh \(Speaker \d\):[\s\S]*Position, Experienced/,
    );
    expect((await status('asked')).convergence.rendered_markdown).toContain('MY OWN WORDS');
  });

  it('end as rejected when the reviewer says so', async () => {
    const auto = { topic: 'Should we reject it?', thread_id: 'rejected', format: 'asymmetric', recipe: 'quick' };
    await server.call('debate_auto', { ...auto, pause_at: 'convergence' });
    expect(await server.call('debate_human_review', { debate_id: 'rejected', action: 'reject' })).toMatchObject({
      ...{ run: 'closed', outcome: 'stable-disagreement' },
    });
    expect((await status('rejected')).convergence).toMatchObject({ result_status: 'rejected' });
  });
});

describe('the end of a debate', () => {
  it('is cancelled once, and stays readable', async () => {
    const { deep, debate_id } = await positioned();
    for (const _ of [1, 2]) {
      expect(await server.call('debate_cancel', { debate_id })).toEqual({ debate_id, status: 'cancelled' });
    }
    expect(await status(debate_id)).toMatchObject({ phase: 'cancelled', message_count: 2 });
    await expect(challenge(deep, 'agree')).rejects.toThrow('not-active');
  });

  it('is no longer cancelled when it is complete', async () => {
    const { debate_id } = await positioned();
    await server.call('debate_converge', { debate_id });
    await expect(server.call('debate_cancel', { debate_id })).rejects.toThrow('not-active');
    expect(await status(debate_id)).toMatchObject({
      convergence: { outcome: 'decided', confidence: 0, points: [{ category: 'no_challenges' }] },
    });
  });

  it.runIf(inCi)('is deleted for good, with its record, and its name is gone from the history', async () => {
    const { debate_id } = await positioned();
    await server.call('debate_converge', { debate_id });
    const files = () =>
      ledgersOf(folder)
        .names()
        .filter((file) => file.startsWith(`${debate_id}.`));
    expect(files()).toEqual(['.jsonl', '.md', '.oct.md'].map((end) => `${debate_id}${end}`));
    const other = await connectHere(folder, { args });
    expect(await other.call('debate_status', { debate_id })).toMatchObject({ phase: 'complete' });
    const forking = await connectHere(folder, { args: ['--toolsets', 'what-if'] });
    await forking.call('fork_debate', { thread_id: debate_id, fork_id: 'copy' });
    await forking.close();
    const deleted = await server.client.callTool({ name: 'debate_delete', arguments: { debate_id } });
    expect(deleted).toMatchObject({
      structuredContent: { debate_id, status: 'deleted' },
      content: [{ text: `Deleted debate ${debate_id}. Forks still hold what they copied: copy.` }],
    });
    expect(files()).toEqual([]);
    for (const each of [server, other]) {
      await expect(each.call('debate_status', { debate_id })).rejects.toThrow('not-found');
      const { debates } = await each.call('debate_history', { limit: 100 });
      expect(debates.map(({ thread_id }: Loose) => thread_id)).not.toContain(debate_id);
    }
    await other.close();
    await expect(server.call('debate_delete', { debate_id })).rejects.toThrow('not-found');
  });
});
