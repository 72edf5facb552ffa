// Whose debate it is in a shared hall: who may stop, close and end it, by who opened it, who ran it last, and who takes its turns.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/platform/access/principal.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { createServedDatabase, type ServedDatabase } from './shared-support.ts';
import type { Loose, Serve } from './support.ts';
import { TOPIC, TURN } from './tool-arguments.ts';

const PEOPLE = {
  ...{ root: 'admin', ana: 'runner', bob: 'runner', sam: 'speaker', tess: 'speaker' },
} as const satisfies Record<string, Role>;
type Person = keyof typeof PEOPLE;

describe.skipIf(whyNoPostgres !== undefined)('whose debate it is in a shared hall', () => {
  let database: ServedDatabase;
  let serve: Serve;
  const tokens = new Map<string, string>();
  const sessions = new Map<string, Awaited<ReturnType<Serve['connect']>>>();
  let keys = 0;
  beforeAll(async () => {
    database = await createServedDatabase();
    serve = await database.serve({ mcp: { toolsets: ['core', 'asymmetric', 'what-if'] } });
    for (const [name, role] of Object.entries(PEOPLE)) tokens.set(name, await serve.addKey(name, role));
    await serve.listen();
    for (const [name, token] of tokens) sessions.set(name, await serve.connect(token));
  });
  afterAll(async () => await database.closeAll());

  const tool = async (who: Person, name: string, args: object): Promise<Loose> =>
    await sessions.get(who)?.call(name, { ...args });
  const page = async (who: Person, path: string, body?: object): Promise<Loose> => {
    keys += 1;
    const post = { method: 'POST', body: JSON.stringify({ key: `${keys}`.padStart(20, 'k'), ...body }) };
    const headers = { 'content-type': 'application/json', origin: serve.url };
    const answer = await serve.request(`/api/debates${path}`, {
      ...{ token: tokens.get(who) ?? '', headers },
      ...(body === undefined ? {} : post),
    });
    const read: Loose = await answer.json();
    if (!answer.ok) throw new Error(`${read.error.code}: ${read.error.message}`);
    return read;
  };
  const ACTS: Record<string, (who: Person, id: string) => Promise<Loose>> = {
    stop: async (who, id) => await page(who, `/${id}/pause`, {}),
    'close on the page': async (who, id) => await page(who, `/${id}/close`, { decision: 'No.' }),
    close: async (who, id) => await tool(who, 'close_debate', { thread_id: id, synthesis: 'No.' }),
    'force-close': async (who, id) => await tool(who, 'force_close_debate', { thread_id: id, reason: 'No.' }),
    cancel: async (who, id) => await tool(who, 'debate_cancel', { debate_id: id }),
  };
  const askedBy = async (id: string) => (await serve.hall.engine.snapshot(id)).debate.opened.askedBy;

  it.runIf(inCi)('lets those end it who opened it, and admins, whoever ran it last', async () => {
    await tool('ana', 'debate_auto', { topic: TOPIC, thread_id: 'agents', wait: false });
    await page('ana', '/agents/pause', {});
    await page('bob', '/agents/resume', {});
    await tool('root', 'debate_auto', { topic: TOPIC, thread_id: 'of-root', wait: false });
    await page('root', '/of-root/pause', {});
    await page('ana', '/of-root/resume', {});
    for (const [who, id] of [
      ['bob', 'cook'],
      ['sam', 'lunch'],
      ['sam', 'tea'],
    ] as const)
      await tool(who, 'init_debate', { topic: TOPIC, thread_id: id });
    const { debate_id: sides } = await tool('tess', 'debate_start', { prompt: TOPIC });
    const before = await Promise.all(
      ['agents', 'of-root', 'cook', 'lunch', 'tea'].map(async (id) => (await serve.hall.store.read(id))?.text),
    );

    const refused: readonly (readonly [Person, string, string])[] = [
      ['sam', 'stop', 'agents'],
      ['ana', 'force-close', 'of-root'],
      ['ana', 'close', 'of-root'],
      ['bob', 'force-close', 'agents'],
      ['bob', 'close', 'agents'],
      ['bob', 'close on the page', 'agents'],
      ['sam', 'close', 'agents'],
      ['sam', 'close on the page', 'agents'],
      ['sam', 'force-close', 'agents'],
      ['ana', 'force-close', 'cook'],
      ['tess', 'force-close', 'lunch'],
      ['bob', 'cancel', sides],
    ];
    for (const [who, act, id] of refused)
      await expect(ACTS[act]?.(who, id), `${who}: ${act} ${id}`).rejects.toThrow('not-permitted');
    expect(
      await Promise.all(
        ['agents', 'of-root', 'cook', 'lunch', 'tea'].map(async (id) => (await serve.hall.store.read(id))?.text),
      ),
    ).toEqual(before);
    expect((await page('sam', '/agents')).can).toMatchObject({ pause: false, close: null });
    expect((await page('bob', '/agents')).can).toMatchObject({ pause: true, close: null });
    expect((await page('tess', '/lunch')).can).toMatchObject({ close: 'in-words' });

    const allowed: readonly (readonly [Person, string, string])[] = [
      ['bob', 'stop', 'agents'],
      ['ana', 'force-close', 'agents'],
      ['root', 'close', 'of-root'],
      ['bob', 'force-close', 'cook'],
      ['tess', 'close', 'lunch'],
      ['sam', 'force-close', 'tea'],
      ['tess', 'cancel', sides],
    ];
    for (const [who, act, id] of allowed)
      await expect(ACTS[act]?.(who, id), `${who}: ${act} ${id}`).resolves.toBeDefined();
  });

  it.runIf(inCampaign)('is noted by every door that opens one', async () => {
    const start = await page('ana', '', { topic: TOPIC });
    await tool('ana', 'debate_auto', { topic: TOPIC, thread_id: 'first', wait: false });
    await tool('ana', 'init_debate', { topic: TOPIC, thread_id: 'second' });
    await tool('ana', 'add_turn', { thread_id: 'second', role: 'Wind', content: TURN });
    const { debate_id } = await tool('ana', 'debate_start', { prompt: TOPIC });
    const planned = await tool('bob', 'fork_debate', { thread_id: 'first', dry_run: true });
    expect(planned.plan).toMatchObject({ copied_turns: 0, calls: { at_least: expect.any(Number) } });
    const { thread_id: forked } = await tool('bob', 'fork_debate', { thread_id: 'first', wait: false });
    const { threadId: paged } = await page('bob', '/first/fork', {});
    await tool('ana', 'force_close_debate', { thread_id: 'first', reason: 'Enough.' });
    const { threadId: again } = await page('bob', '/first/again', {});
    const opened = { [start.threadId]: 'key:ana', first: 'key:ana', second: 'key:ana', [debate_id]: 'key:ana' };
    const others = { [forked]: 'key:bob', [paged]: 'key:bob', [again]: 'key:bob' };
    for (const [id, who] of Object.entries({ ...opened, ...others }))
      expect([id, await askedBy(id)]).toEqual([id, who]);
  });

  it('is closed by nobody while a run holds it', async () => {
    await tool('ana', 'debate_auto', { topic: TOPIC, thread_id: 'held', wait: false });
    const claim = await serve.hall.store.claimRun('held');
    for (const act of ['close', 'close on the page'])
      await expect(ACTS[act]?.('root', 'held'), act).rejects.toThrow('already-running');
    await claim?.release();
    expect(await ACTS['close']?.('ana', 'held')).toMatchObject({ status: 'synthesis' });
  });

  it.runIf(inCampaign)('continues with what a speaker judges, as the run of whoever asked for it', async () => {
    await database.startWorker(serve);
    for (const [thread_id, action] of [
      ['approved', 'approve'],
      ['overridden', 'override'],
    ] as const) {
      const auto = { topic: TOPIC, thread_id, pause_at: 'decision' };
      expect(await tool('ana', 'debate_auto', auto)).toMatchObject({ run: 'paused' });
      const raised = { thread_id, action, content: 'No.', limits: { tokens: 9_000 } };
      await expect(tool('sam', 'resume_debate', raised)).rejects.toThrow('not-permitted');
      await expect(tool('sam', 'resume_debate', { thread_id })).rejects.toThrow('not-permitted');
      const judged = await tool('sam', 'resume_debate', { thread_id, action, content: 'No.' });
      expect(judged.run).toBe(action === 'approve' ? 'started' : 'closed');
      const never = new AbortController().signal;
      expect(await (await serve.hall.queue()).whenEnded(thread_id, never)).toMatchObject({ owner: 'key:ana' });
      expect((await serve.hall.engine.snapshot(thread_id)).debate.status).toBe('closed');
    }
  });
});
