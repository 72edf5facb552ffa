// What happens in a hall reaches every tab, whoever does it: one follower for each debate, one watch of the list.
import { describe, expect, it, vi } from 'vitest';
import { defined } from '../../src/domain/defined.ts';
import type { StreamMessage } from '../../src/domain/hall-page/stream.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { runThread } from '../../src/hall/operations/debate/running/run-thread.ts';
import { interject, say } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { deleteDebate } from '../../src/hall/operations/records/delete-debate.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { type Loose, openView, REHEARSAL, type Stream } from './support.ts';

const author = 'Ada';

async function openManual(hall: Hall, threadId: string): Promise<void> {
  await openDebate(hall, { threadId, topic: 'Should we?', format: 'wind-wall-door', seating: 'by-hand' });
}

async function openQuick(hall: Hall, threadId: string, everySeat?: string): Promise<void> {
  await openDebate(hall, {
    threadId,
    topic: 'Should we use Go?',
    format: 'wind-wall-door',
    recipe: 'quick',
    ...defined({ everySeat }),
  });
}

const speaksAt = (wordsPerSecond: number) => [
  ...REHEARSAL,
  { name: 'agents', path: ['agents'], value: { slow: { kind: 'rehearsal', wordsPerSecond } } },
];
/** Lasts long enough for a follower to find it. */
const SLOW = speaksAt(20);

const ofType = <Type extends StreamMessage['type']>({ messages }: Stream, type: Type) =>
  messages.filter((message): message is Extract<StreamMessage, { type: Type }> => message.type === type);

const eventsOf = (stream: Stream) => ofType(stream, 'live').flatMap(({ events }) => events);
const rowsOf = (stream: Stream): Loose[] => ofType(stream, 'list').flatMap(({ rows }) => rows);

/** The same hall as another process has it. */
async function openAnother({ hall }: { hall: Hall }, settings = REHEARSAL): Promise<Hall> {
  const { cwd, loaded } = hall;
  return await openHall({ cwd, env: loaded.env, home: loaded.env['HOME'] ?? '', settings });
}

describe('a stream', () => {
  it('tells of every debate that is made, written or deleted, by whatever process', async (context) => {
    const view = await openView(context);
    const other = await openAnother(view);
    await openManual(other, 'one');
    const stream = await (await view.openTab()).listen();
    await expect.poll(() => stream.messages[0]).toEqual({ type: 'ready' });
    await openManual(other, 'two');
    await expect.poll(() => rowsOf(stream)).toContainEqual(expect.objectContaining({ threadId: 'two', turns: 0 }));
    await say(other, OPEN_GATE, { threadId: 'one', seat: 'wind', content: '1. One\n2. Two', author });
    await expect.poll(() => rowsOf(stream)).toContainEqual(expect.objectContaining({ threadId: 'one', turns: 1 }));
    await deleteDebate(other, 'two');
    await expect.poll(() => ofType(stream, 'list').flatMap(({ gone }) => gone)).toContain('two');
    expect(eventsOf(stream)).toEqual([]);
    await other.close();
    expect(view.faults).toEqual([]);
  });

  it('tells that a followed debate changed, though nobody runs it', async (context) => {
    const view = await openView(context);
    await openManual(view.hall, 'one');
    await openManual(view.hall, 'two');
    const { listen, get } = await view.openTab();
    const stream = await listen('one');
    await expect.poll(() => stream.messages[0]).toEqual({ type: 'ready' });
    const other = await openAnother(view);
    await interject(other, { threadId: 'two', content: 'Not here.', author });
    await interject(other, { threadId: 'one', content: 'Mind the cost.', author });
    await expect.poll(() => ofType(stream, 'changed')).toEqual([{ type: 'changed', threadId: 'one' }]);
    const { record } = await get('/api/debates/one');
    expect(record.entries).toMatchObject([{ kind: 'interjection', text: 'Mind the cost.' }]);
    await other.close();
  });

  it.runIf(inCampaign)('tells a run of another process word by word, and when it is over', async (context) => {
    const view = await openView(context);
    const other = await openAnother(view, speaksAt(200));
    await openQuick(other, 'one', 'slow');
    const stream = await (await view.openTab()).listen('one');
    await expect.poll(() => stream.messages[0]).toEqual({ type: 'ready' });
    await runThread(other, { threadId: 'one' });
    await expect.poll(() => eventsOf(stream).at(-1)?.type).toBe('run-ended');
    const types = eventsOf(stream).map(({ type }) => type);
    expect(types[0]).toBe('run-started');
    expect(types).toEqual(expect.arrayContaining(['seat-started', 'text-delta', 'turn-recorded']));
    await expect.poll(() => rowsOf(stream).at(-1)).toMatchObject({ threadId: 'one', status: 'closed', running: false });
    await other.close();
  });

  it.runIf(inCi)('shows a tab that comes late what is under way, in the words so far', async (context) => {
    const view = await openView(context, { settings: SLOW });
    await openQuick(view.hall, 'one', 'slow');
    const stop = new AbortController();
    const run = runThread(view.hall, { threadId: 'one', signal: stop.signal });
    const { listen } = await view.openTab();
    const first = await listen('one');
    await expect.poll(() => eventsOf(first).filter(({ type }) => type === 'text-delta').length).toBeGreaterThan(3);
    const late = await listen('one');
    await expect.poll(() => eventsOf(late).length).toBeGreaterThan(1);
    const [started, words] = eventsOf(late);
    expect(started).toMatchObject({ type: 'seat-started', seat: 'wind' });
    const said = eventsOf(first)
      .flatMap((event) => (event.type === 'text-delta' ? [event.text] : []))
      .join('');
    expect(words?.type === 'text-delta' && words.text.length > 0 && said.startsWith(words.text.slice(0, 40))).toBe(
      true,
    );
    stop.abort();
    await run;
  });

  it('ten tabs of one debate share one follower, and all hear of it', async (context) => {
    const view = await openView(context);
    await openQuick(view.hall, 'one');
    const watches = vi.spyOn(view.hall.store, 'watch');
    const { store } = view.hall;
    const followFeed = store.followFeed.bind(store);
    const open = { now: 0, most: 0 };
    vi.spyOn(store, 'followFeed').mockImplementation(async function* (...asked) {
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      yield* followFeed(...asked);
      open.now -= 1;
    });
    const tabs = await Promise.all(Array.from({ length: 10 }, () => view.openTab()));
    const streams = await Promise.all(tabs.map(({ listen }) => listen('one')));
    for (const stream of streams) await expect.poll(() => stream.messages[0]).toEqual({ type: 'ready' });
    // One for the list, and two of one follower: for the ledger, and for runs that begin.
    expect(watches).toHaveBeenCalledTimes(3);
    await runThread(view.hall, { threadId: 'one' });
    for (const stream of streams) await expect.poll(() => eventsOf(stream).at(-1)?.type).toBe('run-ended');
    const texts = streams.map((stream) =>
      eventsOf(stream)
        .flatMap((event) => (event.type === 'text-delta' ? event.text : []))
        .join(''),
    );
    expect([...new Set(texts)]).toHaveLength(1);
    expect(open.most).toBe(1);
  });

  it('ends with the server, and refuses more debates than it can follow', async (context) => {
    const { hall, server, openTab } = await openView(context);
    await openManual(hall, 'one');
    const { listen, get } = await openTab();
    const stream = await listen('one', 'missing');
    await expect.poll(() => stream.messages[0]).toEqual({ type: 'ready' });
    const many = Array.from({ length: 9 }, (_, index) => `follow=d${index}`).join('&');
    await expect(get(`/api/live?${many}`)).rejects.toThrow('400 bad-input');
    await server.close();
    await stream.ended;
  });
});

it('paths of the machine are left out of what a run tells', async (context) => {
  const view = await openView(context);
  const { hall } = view;
  await openManual(hall, 'one');
  const claim = await hall.store.claimRun('one');
  const feed = hall.store.openFeed('one');
  const stream = await (await view.openTab()).listen('one');
  await expect.poll(() => stream.messages[0]).toEqual({ type: 'ready' });
  feed.write(JSON.stringify({ type: 'note', seq: 9, code: 'remark', message: 'Read /home/ada/secret/spec.md.' }));
  await expect
    .poll(() => eventsOf(stream))
    .toEqual([{ type: 'note', seq: 9, code: 'remark', message: 'Read …/spec.md.' }]);
  await feed.close();
  await claim?.release();
});
