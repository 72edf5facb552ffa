// The toolset `memory`: what was decided before, and how it turned out, for an MCP client.
import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
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
    const { decisions } = await call('recall_decisions', { question: 'Is porting the server to Rust worth it?' });
    expect(decisions).toEqual([
      expect.objectContaining({ thread_id: 'rust', turned_out: 'right', decision: 'No. Rewrite the hot path alone.' }),
    ]);
    expect(await call('calibration', {})).toMatchObject({ enough: 20, all: { answers: 0, brier: null } });
  } finally {
    await close();
  }
});
