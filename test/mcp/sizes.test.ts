// No result of a tool is larger than a client takes, however much there is; what is left out is named, and where it is.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOL_NAMES } from '../../src/doors/mcp/tools/toolsets.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { say } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { writeManyDebates } from '../support/many-debates.ts';
import { onPostgres, storeVariables } from '../support/shared-store.ts';
import { type Connected, connectHere, hallFolder, type Loose } from './support.ts';

const MOST_TOKENS = 25_000;
/** One for a character of Chinese or Japanese, half of one for other letters beyond Latin, else a quarter. */
function countTokens(value: unknown): number {
  const weigh = (each: string) => (each > '\u10ff' ? 1 : each > '\u007f' ? 0.5 : 0.25);
  return [...JSON.stringify(value)].reduce((sum, each) => sum + weigh(each), 0);
}

const words = (length: number, word: string) =>
  word
    .repeat(Math.ceil(length / word.length))
    .slice(0, length)
    .trim();
const OPTIONS = Array.from({ length: 20 }, (_, index) => `${index} ${words(60, '言葉と"words" ')}`);
const ranking = (from: number) => OPTIONS.map((_, index) => OPTIONS[(index + from) % OPTIONS.length]).join(' > ');

/** 210 turns, of which each fills a tenth of a result. */
async function writeLong(hall: Hall): Promise<void> {
  const options = { maxTurns: 400, maxRounds: 400 };
  const topic = words(20_000, 'Should "we"? ');
  await openDebate(hall, { threadId: 'long', topic, options, seating: 'by-hand' });
  const seats = ['wind', 'wall', 'door'];
  for (let turn = 0; turn < 210; turn += 1) {
    const content = `${turn} ${words(9_000, 'much "to" say\n')}`;
    await say(hall, OPEN_GATE, { threadId: 'long', seat: seats[turn % 3] ?? '', content, author: 'Ada' });
  }
}

/** Seven seats, each with another ranking of twenty options, and everything as long as it may be. */
async function writeWide(hall: Hall, { call }: Connected): Promise<void> {
  const question = { answer: 'ranking', options: OPTIONS } as const;
  const opening = { format: 'panel', options: { seats: 7 }, question, seating: 'by-hand' } as const;
  await openDebate(hall, { ...opening, threadId: 'wide', topic: 'Which one?' });
  const texts: Readonly<Record<string, (turn: number, claims: readonly string[]) => string>> = {
    opening: (turn) => {
      const claims = [1, 2, 3].map((each) => words(1_500, `claim ${each} `));
      return JSON.stringify({ answer: ranking(turn), confidence: 70, claims, change_mind: words(3_000, 'figures ') });
    },
    reply: (_, claims) => claims.map((claim) => `${claim} concede: ${words(600, 'it holds ')}`).join('\n'),
    ballot: (turn) => {
      const reason = words(3_000, 'so it is ');
      const said = { confidence: 70, moved_by: null, reason, vote: 'reject', objection: words(3_000, 'not so ') };
      return JSON.stringify({ answer: ranking(turn + 1), ...said });
    },
  };
  for (let turn = 0; turn < 60; turn += 1) {
    const { due, openings } = await call('get_debate', { thread_id: 'wide' });
    const [step] = due;
    if (step === undefined) break;
    const claims = (openings?.answers ?? []).flatMap((seat: Loose) => seat.claims.map(({ id }: Loose) => id));
    const content = texts[step.act]?.(turn, claims) ?? words(15_000, 'a decision ');
    await call('add_turn', { thread_id: 'wide', role: step.role, content });
  }
}

/** Two sessions that answer each other more often than a result has room for. */
async function writeTalk({ call }: Connected): Promise<string> {
  const { debate_id, session_id } = await call('debate_start', { prompt: words(9_000, 'Is "it" so? ') });
  const joined = await call('debate_join', { debate_id });
  const sessions = [session_id, joined.session_id];
  for (const session of sessions) await call('debate_position', { session_id: session, content: words(9_000, 'so ') });
  for (let turn = 0; turn < 90; turn += 1) {
    const content = `${turn}: ${words(1_000, 'not "so" ')}`;
    await call('debate_challenge', { session_id: sessions[turn % 2], content, action: 'challenge' });
  }
  return debate_id;
}

const DEBATES = inCampaign ? 1_000 : 120;

describe.runIf(inCi)('a result', () => {
  const folder = hallFolder({ seats: {} });
  let server: Connected;
  let talk = '';
  beforeAll(async () => {
    writeManyDebates(path.join(folder, 'debates'), DEBATES);
    server = await connectHere(folder, { args: ['--toolsets', 'core,asymmetric,review,memory,what-if'] });
    const hall = await openHall({ cwd: folder, home: folder, env: storeVariables(folder) });
    await writeLong(hall);
    await writeWide(hall, server);
    talk = await writeTalk(server);
    await hall.close();
  });
  afterAll(async () => {
    await server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const LEFT_OUT = /export_debate|transcript|next_cursor|next_offset|left out/;
  /** `cut`: more is there than this shows, and it says where. */
  const ROWS: readonly { readonly tool: string; readonly args: object; readonly cut?: boolean }[] = [
    // The many debates are written to a folder.
    { tool: 'debate_history', args: { limit: 100 }, cut: !onPostgres },
    { tool: 'debate_history', args: { limit: 100, search: 'should' }, cut: !onPostgres },
    { tool: 'list_agents', args: {} },
    { tool: 'get_debate', args: { thread_id: 'long' } },
    { tool: 'get_debate', args: { thread_id: 'long', include_transcript: true }, cut: true },
    { tool: 'get_debate', args: { thread_id: 'long', include_transcript: true, limit: 200, from: 3 }, cut: true },
    { tool: 'get_debate', args: { thread_id: 'wide' }, cut: true },
    { tool: 'get_debate', args: { thread_id: 'wide', include_transcript: true }, cut: true },
    { tool: 'debate_status', args: { debate_id: 'TALK' }, cut: true },
    ...(inCampaign ? [{ tool: 'get_debate', args: { thread_id: 'TALK', include_transcript: true }, cut: true }] : []),
    { tool: 'export_debate', args: { thread_id: 'long', format: 'json' }, cut: true },
    { tool: 'export_debate', args: { thread_id: 'wide', format: 'markdown' }, cut: true },
    { tool: 'verify_debate', args: { thread_id: 'long' } },
    ...(inCampaign ? [{ tool: 'replay_debate', args: { thread_id: 'long' } }] : []),
    { tool: 'compare_debates', args: { thread_id: 'long', other_id: 'wide' }, cut: true },
    { tool: 'recall_decisions', args: { question: 'Should "we"? Which one?', limit: 20 } },
    { tool: 'calibration', args: {} },
    { tool: 'pick_next_speaker', args: { thread_id: 'long', role: words(128, 'seat ') } },
    { tool: 'add_turn', args: { thread_id: 'long', role: 'Wind', content: words(40_000, 'too long ') } },
    { tool: 'add_turn', args: { thread_id: words(200, 'no-such-'), role: 'Wind', content: 'No.' } },
    { tool: 'debate_converge', args: { debate_id: 'TALK', synthesis: words(100_000, '結 ') } },
    { tool: 'debate_status', args: { debate_id: 'TALK' } },
    { tool: 'close_debate', args: { thread_id: 'long', synthesis: words(30_000, '"so" '), output_format: 'both' } },
    { tool: 'get_debate', args: { thread_id: 'long', include_transcript: true, from: 200 }, cut: true },
    { tool: 'record_outcome', args: { thread_id: 'long', outcome: 'right', note: words(16_000, 'it was ') } },
  ];
  it.each(ROWS)('of $tool with $args', async ({ tool, args, cut }) => {
    const given = JSON.parse(JSON.stringify(args).replace('TALK', talk));
    const result = await server.client.callTool({ name: tool, arguments: given });
    expect(countTokens(result)).toBeLessThan(MOST_TOKENS);
    expect(cut !== true || LEFT_OUT.test(JSON.stringify(result))).toBe(true);
    expect(TOOL_NAMES).toContain(tool);
  });
});
