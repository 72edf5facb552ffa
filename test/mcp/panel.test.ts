// A panel over MCP: held by agents with points of view, and taken turn by turn by a client.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCampaign } from '../support/campaign.ts';
import { type Connected, connectHere, hallFolder } from './support.ts';

let folder: string;
let server: Connected;
beforeAll(async () => {
  folder = hallFolder({});
  server = await connectHere(folder);
});
afterAll(async () => {
  await server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const TOPIC = 'Should we move to Postgres this year?';

describe('a panel over MCP', () => {
  it.runIf(inCampaign)('is held by the agents that its seats name, as many as there are', async () => {
    const seats = { a: 'fast+operator', b: 'fast', c: 'fast', d: 'fast', writer: 'fast' };
    const done = await server.call('debate_auto', { topic: TOPIC, thread_id: 'auto', format: 'panel', seats });
    expect(done).toMatchObject({ run: 'closed', full_panel: true });
    expect(done.synthesis).toContain('**Decision.**');
    await expect(
      server.call('debate_auto', { topic: TOPIC, format: 'panel', seats: { ...seats, a: 'fast+operater' } }),
    ).rejects.toThrow('There is no perspective "operater".');
  });

  it('is taken turn by turn, with the answers of the seats hidden until the round is over', async () => {
    await server.call('init_debate', { topic: TOPIC, thread_id: 'turns', format: 'panel', answer: 'yes-no' });
    const add = async (role: string, content: string) =>
      await server.call('add_turn', { thread_id: 'turns', role, content });
    await add('Seat A', 'Yes, 80%\n- The licence ends.');
    await add('Seat B', 'No, 70%\n- Nobody has measured it.');
    await add('Seat C', 'Yes, 60%\n- We know it.');
    const said = { claim: 'C2', move: 'rebut', reason: 'SECRET words', evidence: null, refined: null };
    const rest = ['C1', 'C3'].map((claim) => ({ ...said, claim, move: 'concede', reason: 'It holds.' }));
    await add('Seat A', JSON.stringify({ replies: [said, ...rest], new_claims: [] }));
    const seen = await server.call('get_debate', { thread_id: 'turns', include_transcript: true });
    expect(JSON.stringify(seen)).not.toContain('SECRET');
    expect(seen.due).toHaveLength(2);
    await add('Seat B', 'C1 rebut: it does not\nC3 concede: yes');
    await add('Seat C', 'C1 concede: yes\nC2 rebut: I did');
    const after = await server.call('get_debate', { thread_id: 'turns', include_transcript: true });
    expect(JSON.stringify(after)).toContain('SECRET');
  });

  it('is named with the points of view in list_agents', async () => {
    const { content } = await server.client.callTool({ name: 'list_agents', arguments: {} });
    const text = JSON.stringify(content);
    expect(text).toContain('- panel: Equals answer blind');
    expect(text).toContain('Perspectives (+NAME behind an agent): cost, customer,');
  });
});
