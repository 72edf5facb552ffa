// The toolset `memory`: what was decided before, and how it turned out, for an MCP client.
import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { ledgersOf } from '../support/ledgers.ts';
import { connectHere, hallFolder } from './support.ts';

const folder = hallFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds past decisions, records how they turned out, and counts who was right', async () => {
  const { call, close, client } = await connectHere(folder, { args: ['--toolsets', 'core,memory'] });
  try {
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['recall_decisions', 'record_outcome', 'calibration']));
    await call('init_debate', { thread_id: 'rust', topic: 'Should we rewrite our backend in Rust?' });
    await call('close_debate', { thread_id: 'rust', synthesis: 'No. Rewrite the hot path alone.' });
    expect(await call('record_outcome', { thread_id: 'rust', outcome: 'right', note: 'It was enough.' })).toEqual({
      thread_id: 'rust',
      seq: 2,
      verdict: 'right',
      answer: null,
    });
    expect(await call('get_debate', { thread_id: 'rust' })).toMatchObject({
      turned_out: { verdict: 'right', answer: null, note: 'It was enough.' },
    });
    expect(await call('debate_history', {})).toMatchObject({ debates: [{ thread_id: 'rust', turned_out: 'right' }] });
    const { decisions } = await call('recall_decisions', { question: 'Is porting the server to Rust worth it?' });
    expect(decisions).toEqual([
      expect.objectContaining({ thread_id: 'rust', turned_out: 'right', decision: 'No. Rewrite the hot path alone.' }),
    ]);
    expect(await call('calibration', {})).toMatchObject({ enough: 20, all: { answers: 0, brier: null } });
    const { content } = await client.callTool({ name: 'calibration', arguments: { agent: 'nope' } });
    expect(content).toMatchObject([{ text: 'No matching answer of "nope" has a recorded outcome yet.' }]);
  } finally {
    await close();
  }
});

it('opens debates with tags, and finds them by those', async () => {
  const { call, close } = await connectHere(folder, { args: ['--toolsets', 'core,memory,asymmetric'] });
  try {
    await call('init_debate', { thread_id: 'queue', topic: 'Which queue do we use?', tags: ['Data Base', 'eu'] });
    await call('close_debate', { thread_id: 'queue', synthesis: 'The one that we have.' });
    const { debate_id } = await call('debate_start', { prompt: 'Which queue?', tags: ['eu'] });
    expect(await call('get_debate', { thread_id: 'queue' })).toMatchObject({ tags: ['data-base', 'eu'] });
    const idsOf = async (more: Record<string, unknown>) => {
      const { debates } = await call('debate_history', more);
      return debates.map(({ thread_id }: { thread_id: string }) => thread_id);
    };
    expect(await idsOf({ tags: ['EU'] })).toEqual([debate_id, 'queue']);
    expect(await idsOf({ tags: ['eu', 'data-base'] })).toEqual(['queue']);
    expect(await idsOf({ tags: ['eu'], search: 'do we' })).toEqual(['queue']);
    expect(await idsOf({ tags: ['none'] })).toEqual([]);
    const { decisions } = await call('recall_decisions', { question: 'A queue?', tags: ['data-base'] });
    expect(decisions).toEqual([expect.objectContaining({ thread_id: 'queue', tags: ['data-base', 'eu'] })]);
    expect((await call('recall_decisions', { question: 'A queue?', tags: ['x'] })).decisions).toEqual([]);

    ledgersOf(folder).put('broken', 'nonsense\n');
    // A folder has files of other kinds, a database none.
    const notices = [
      expect.stringMatching(/^Left out: 1 debate that cannot be read: broken \((?:damaged|unreadable)\)\.$/),
    ];
    expect(await call('recall_decisions', { question: 'Is it nonsense?' })).toMatchObject({ notices });
    expect(await call('debate_history', { search: 'nonsense' })).toMatchObject({ debates: [], notices });
    expect(await call('calibration', {})).toMatchObject({ debates: 0, notices });
  } finally {
    await close();
  }
});

it('gives the seats of a debate past decisions only where the caller asks for it', async () => {
  const { call, close } = await connectHere(folder);
  const sourcesOf = async (id: string, more: object) => {
    await call('debate_auto', { topic: 'Should the kitchen get a new oven?', recipe: 'quick', thread_id: id, ...more });
    const { text } = await call('export_debate', { thread_id: id, format: 'json' });
    return [...text.matchAll(/"source": ?"([^"]*)"/g)].map(([, source]) => source);
  };
  try {
    expect(await sourcesOf('oven', {})).toEqual([]);
    expect(await sourcesOf('oven-again', {})).toEqual([]);
    expect(await sourcesOf('oven-recalled', { recall: true })).toEqual(
      expect.arrayContaining(['decision oven', 'decision oven-again']),
    );
  } finally {
    await close();
  }
});
