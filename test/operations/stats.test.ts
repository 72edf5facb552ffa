// Where time, tokens and money went, read from real ledgers, and what the past says of the next debate.
import fs from 'node:fs';
import pc from 'picocolors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentRef, Provenance } from '../../src/domain/event-parts.ts';
import { debateStatsLines } from '../../src/doors/cli/render/stats-view.ts';
import type { Step } from '../../src/formats/format.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { forecastDebate, listUnknownCosts } from '../../src/hall/operations/debate/forecast/forecast.ts';
import { forecastText, seatForecastText } from '../../src/hall/operations/debate/forecast/forecast-text.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { showDebate } from '../../src/hall/operations/records/copies/export-debate.ts';
import { debateStats, hallStats } from '../../src/hall/operations/records/statistics/debate-stats.ts';
import { getNext } from '../../src/ledger/engine/snapshot.ts';
import { inCi } from '../support/campaign.ts';
import { openRequest, temporaryFolder } from '../support/hall.ts';
import { ledgersOf } from '../support/ledgers.ts';
import { storeVariables } from '../support/shared-store.ts';

let folder: string;
let hall: Hall;
beforeEach(async () => {
  folder = temporaryFolder();
  hall = await openHall({ cwd: folder, home: folder, env: { PATH: process.env['PATH'], ...storeVariables(folder) } });
});
afterEach(async () => {
  await hall.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const opus: AgentRef = { agent: 'claude', kind: 'claude', model: 'opus' };
const haiku: AgentRef = { agent: 'claude', kind: 'claude', model: 'haiku' };
const codex: AgentRef = { agent: 'codex', kind: 'codex' };

async function open(threadId: string, agents: readonly AgentRef[] = [opus, codex, codex]): Promise<void> {
  const request = openRequest(threadId);
  const seats = request.seats.map(({ seat }, index) => ({ seat, agent: agents[index] as AgentRef }));
  await hall.engine.open({ ...request, seats });
}

async function due(threadId: string): Promise<Step> {
  const next = getNext(await hall.engine.snapshot(threadId));
  if (next.kind !== 'ask') throw new Error('Nobody is due.');
  return next.steps[0] as Step;
}

async function turn(threadId: string, by: Provenance): Promise<void> {
  const { seat } = await due(threadId);
  await hall.engine.dispatch(threadId, { type: 'record', seat, content: `${seat} speaks`, by });
}

/** A debate in which seats stay in their sessions, one breaks, and much is done twice. */
async function eventful(threadId: string): Promise<void> {
  await open(threadId);
  const usage = { inputTokens: 1_000, cachedInputTokens: 0, outputTokens: 50, costMicroUsd: 20_000 };
  await turn(threadId, { agent: opus, durationMs: 5_000, startUpMs: 800, firstTextMs: 2_000, sessionTurn: 1, usage });
  const step = await due(threadId);
  const rejected = { agent: codex, durationMs: 1_000, usage: { inputTokens: 300, outputTokens: 5 } };
  await hall.engine.dispatch(threadId, {
    type: 'answer-rejected',
    data: { seat: step.seat, act: step.act, content: '', issues: ['It is empty.'], by: rejected },
  });
  const failure = { code: 'timed-out', message: 'No answer.' } as const;
  await hall.engine.dispatch(threadId, {
    type: 'seat-failed',
    data: { seat: step.seat, act: step.act, agent: codex, failure, attempts: 3, durationMs: 9_000 },
  });
  await turn(threadId, { agent: codex, durationMs: 2_000, attempts: 2, usage: { inputTokens: 700, outputTokens: 30 } });
  const note = {
    type: 'note-recorded',
    data: { code: 'session-rebuilt', message: 'Its session broke.', seat: 'wind' },
  } as const;
  await hall.engine.dispatch(threadId, note);
  await turn(threadId, { agent: { agent: 'open', kind: 'open' }, author: 'Ada' });
  await turn(threadId, {
    agent: opus,
    durationMs: 3_000,
    firstTextMs: 500,
    sessionTurn: 2,
    usage: { ...usage, cachedInputTokens: 900 },
  });
}

describe('the figures of a debate', () => {
  it('count a call that was stopped, whose cost nobody knows, and say that it was', async () => {
    await open('d');
    const data = { code: 'call-stopped', message: 'It was stopped.', seat: 'wind' };
    await hall.engine.dispatch('d', { type: 'note-recorded', data });
    const stats = await debateStats(hall, 'd');
    expect(stats.calls).toMatchObject([{ seat: 'wind', result: 'stopped' }]);
    expect(stats.total).toMatchObject({ calls: 1, failed: 0, callsWithoutTokens: 1, callsWithoutCost: 1 });
    const lines = debateStatsLines(stats, { room: Number.POSITIVE_INFINITY, colours: pc.createColors(false) });
    expect(lines.join('\n')).toMatch(/Wind, call .+ unknown {2}stopped$/m);
    expect(lines.join('\n')).not.toContain('0.0 s  ');
  });

  it('explain a sum of times that is longer than the run', async () => {
    await eventful('d');
    const stats = await debateStats(hall, 'd');
    const show = (runningMs: number) =>
      debateStatsLines({ ...stats, runningMs }, { room: Number.POSITIVE_INFINITY, colours: pc.createColors(false) });
    expect(show(12_000).at(-1)).toBe('TIME adds up calls, also those that ran at the same time.');
    expect(show(19_999).join('\n')).not.toContain('TIME adds up');
    expect(show(60_000).join('\n')).not.toContain('TIME adds up');
  });

  it('list every call, what it cost, and what was done again', async () => {
    await eventful('d');
    const { calls, seats, total } = await debateStats(hall, 'd');
    expect(calls.map(({ seat, result, attempts, sessionTurn }) => [seat, result, attempts, sessionTurn])).toEqual([
      ['wind', 'answered', 1, 1],
      ['wall', 'rejected', 1, undefined],
      ['wall', 'failed', 3, undefined],
      ['wall', 'answered', 2, undefined],
      ['wind', 'answered', 1, 2],
    ]);
    expect(calls.map(({ title }) => title)).toEqual([
      'Round 1, Wind',
      'Wall, turn',
      'Wall, turn',
      'Round 1, Wall',
      'Round 2, Wind',
    ]);
    expect(seats).toMatchObject([
      {
        seat: 'wind',
        calls: 2,
        rebuilt: 1,
        retries: 0,
        durationMs: 8_000,
        startUpMs: 800,
        firstTextMs: 2_500,
        usage: { inputTokens: 2_000, cachedInputTokens: 900, outputTokens: 100, costMicroUsd: 40_000 },
      },
      { seat: 'wall', calls: 3, rejected: 1, failed: 1, retries: 3, durationMs: 12_000, callsWithoutTokens: 1 },
      { seat: 'door', calls: 0 },
    ]);
    expect(seats[1]?.usage).toEqual({ inputTokens: 1_000, outputTokens: 35 });
    expect(total).toMatchObject({
      calls: 5,
      callsWithoutTokens: 1,
      callsWithoutCost: 3,
      rebuilt: 1,
      durationMs: 20_000,
    });
  });

  it('are the same in the record, where failures have theirs too', async () => {
    await eventful('d');
    const { total, seats } = await debateStats(hall, 'd');
    const record = await showDebate(hall, 'd');
    expect(record).toMatchObject(total);
    expect(record.seats).toMatchObject(seats);
    expect(record.entries.find(({ kind }) => kind === 'failure')).toMatchObject({ attempts: 3, durationMs: 9_000 });
  });
});

describe('the figures of a hall', () => {
  it('are those of all debates by agent, kind and model, with damaged debates named', async () => {
    await eventful('a');
    await eventful('b');
    ledgersOf(folder).put('broken', 'not JSON\n');
    const { debates, agents, total, unreadable } = await hallStats(hall);
    expect(debates).toBe(2);
    expect(agents).toMatchObject([
      { agent: 'codex', kind: 'codex', model: null, debates: 2, calls: 6, usage: { inputTokens: 2_000 } },
      { agent: 'claude', kind: 'claude', model: 'opus', debates: 2, calls: 4, rebuilt: 2 },
    ]);
    expect(agents[0]?.usage.costMicroUsd).toBeUndefined();
    expect(total).toMatchObject({ calls: 10, retries: 6, rejected: 2, failed: 2, durationMs: 40_000 });
    expect(unreadable).toMatchObject([
      { threadId: 'broken', code: 'ledger-damaged', unreadable: expect.stringContaining('damaged') },
    ]);
  });
});

describe('a forecast', () => {
  const calls = { atLeast: 8, atMost: 11 };
  const seatsOf = (...agents: AgentRef[]) => agents.map((agent, index) => ({ seat: `s${index}`, agent }));

  it('is the median of the same agent times the calls of the debate', async () => {
    await eventful('a');
    ledgersOf(folder).put('broken', 'not JSON\n');
    const forecast = await forecastDebate(hall, { calls, seats: seatsOf(opus, opus) });
    expect(forecast).toMatchObject({
      tokens: { atLeast: 8 * 1_050, atMost: 11 * 1_050 },
      ms: { atLeast: 8 * 4_000, atMost: 11 * 4_000 },
      pastCalls: 2,
    });
    expect(forecastText(forecast)).toBe(
      'Estimate: 32 s to 44 s; 8,400 to 12,000 tokens; $0.16 to $0.22 (from 2 past calls in this hall).',
    );
  });

  it('takes its kind where the model has no past, and leaves failed calls out', async () => {
    await eventful('a');
    const { seats } = await forecastDebate(hall, { calls, seats: seatsOf(haiku, codex) });
    expect(seats).toMatchObject([
      { basis: 'kind', pastCalls: 2, msPerCall: 4_000 },
      { basis: 'agent', pastCalls: 2, tokensPerCall: 518, msPerCall: 1_500 },
    ]);
    expect(seats.map(seatForecastText)[0]).toContain('of other agents of the same kind');
  });

  it('names the agents that report no cost, of which the rest is no sum', async () => {
    await eventful('a');
    const forecast = await forecastDebate(hall, { calls, seats: seatsOf(opus, codex, codex) });
    expect(listUnknownCosts(forecast)).toEqual(['codex']);
    expect(forecastText(forecast)).toMatch(/ tokens; cost unknown for codex \(from 4 past calls in this hall\)\.$/);
  });

  it('is none for an agent that never spoke, and says so', async () => {
    await eventful('a');
    const stranger = { agent: 'gemini', kind: 'gemini' };
    const forecast = await forecastDebate(hall, { calls, seats: seatsOf(opus, stranger) });
    expect(forecast).toMatchObject({ tokens: null, ms: null, seats: [{ basis: 'agent' }, { basis: 'none' }] });
    expect(forecastText(forecast)).toContain('no past calls of gemini');
  });

  it('counts no calls for the seat of a person', async () => {
    await eventful('a');
    const person = { agent: 'human', kind: 'human' };
    const { tokens, seats } = await forecastDebate(hall, { calls, seats: seatsOf(opus, person) });
    expect(tokens).toEqual({ atLeast: 4 * 1_050, atMost: 5_775 });
    expect(seats[1]).toMatchObject({ basis: 'person', tokensPerCall: null });
  });

  it.runIf(inCi)('reads the newest fifty debates and no others', async () => {
    const slow = (durationMs: number): Provenance => ({ agent: opus, durationMs });
    for (let index = 0; index < 52; index += 1) {
      await open(`d${index}`);
      await turn(`d${index}`, slow(index < 2 ? 1_000_000 : 1_000));
      ledgersOf(folder).date(`d${index}`, 1_000_000_000 + index);
    }
    const { seats } = await forecastDebate(hall, { calls, seats: seatsOf(opus) });
    expect(seats).toMatchObject([{ pastCalls: 50, msPerCall: 1_000, tokensPerCall: null }]);
  });
});
