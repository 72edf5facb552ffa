// What a run does for formats with blind phases, expendable seats, questions asked in sessions of their own, and more rounds.
import { describe, expect, it, vi } from 'vitest';
import { OPEN_SEAT } from '../../src/domain/event-parts.ts';
import { HallError } from '../../src/domain/failures/errors.ts';
import type { LiveEvent } from '../../src/domain/live-events.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { auction } from '../support/auction.ts';
import { type Answer, failed, inTurn, said, sensible, setTable, THREAD, useCheckedFolder } from './table.ts';

const openEngine = useCheckedFolder();

const bid =
  (amount: number): Answer =>
  (_, { onText }) => {
    onText(String(amount));
    return said(String(amount));
  };
const judge: Answer = ({ step }) => said(`verdict ${step.id}`);
const answers = { ann: bid(7_001), bob: bid(7_002), judge };
const format = auction;

const toldOf = (events: readonly LiveEvent[]) =>
  events.flatMap((event) => (event.type === 'turn-recorded' || event.type === 'turn-revealed' ? [event] : []));

describe('a blind phase', () => {
  it('is told to nobody before it ends, and then as a whole', async () => {
    const table = await setTable(openEngine(), { answers }, { format });
    const atEnd: string[] = [];
    await table.run({
      listen: (event) => {
        if (event.type !== 'turn-recorded' || atEnd.length > 0) return;
        atEnd.push(JSON.stringify(event));
      },
    });
    expect(atEnd.join()).not.toMatch(/7.?00|hush/);
    expect(toldOf(table.events).map(({ type, text }) => `${type} ${text}`)).toEqual([
      'turn-recorded ',
      'turn-revealed I bid 7001.',
      'turn-recorded I bid 7002.',
      'turn-recorded verdict verdict-1-up',
      'turn-recorded verdict verdict-1-down',
    ]);
    expect(table.events.some(({ type }) => type === 'text-delta')).toBe(false);
  });

  it('stays closed in the record while the run is paused, also for answers that were refused', async () => {
    const bob = inTurn(said('much 7002'), failed('not-logged-in'));
    const table = await setTable(openEngine(), { answers: { ...answers, bob, ann: bob } }, { format });
    const ann = await setTable(table.engine, { answers, empty: ['bob'] });
    expect((await ann.run()).reason).toBe('paused');
    const record = toRecord(await table.engine.snapshot(THREAD));
    expect(record.entries.find(({ kind }) => kind === 'turn')).toMatchObject({
      ...{ text: null, withheld: true, data: {}, warnings: [] },
    });
    expect(JSON.stringify(record)).not.toMatch(/7001|hush|beats/);
    const again = await setTable(table.engine, { answers: { ...answers, bob: inTurn(said('much 7002'), bid(7_002)) } });
    let seen = '';
    await again.run({ listen: (event) => (seen += event.type === 'answer-rejected' ? JSON.stringify(event) : '') });
    expect(seen).toContain('withheld');
    expect(seen).not.toContain('whole number');
    expect(
      toldOf(again.events)
        .slice(0, 2)
        .map(({ type }) => type),
    ).toEqual(['turn-revealed', 'turn-recorded']);
    expect(toRecord(await table.engine.snapshot(THREAD)).entries).toContainEqual(
      expect.objectContaining({ kind: 'rejected', text: 'much 7002' }),
    );
  });
});

it('stays blind when a limit ends the debate in a vote, until somebody closes it', async () => {
  const vote = (words: string) => said(`VOTE: REJECT\n${words}`, { usage: { inputTokens: 50, outputTokens: 50 } });
  const wind: Answer = (prompt, options) =>
    prompt.step.act === 'vote' ? vote('my secret reason') : sensible(prompt, options);
  const wall: Answer = (prompt, options) =>
    prompt.step.act === 'vote' ? failed('not-logged-in') : sensible(prompt, options);
  const table = await setTable(
    openEngine(),
    { answers: { wind, wall } },
    { options: { consensus: true }, limits: { tokens: 80 } },
  );
  expect((await table.run()).reason).toBe('limit');
  const shown = async () => JSON.stringify(toRecord(await table.engine.snapshot(THREAD)));
  expect(await shown()).toMatch(/"exhausted".*"withheld":true/);
  expect(await shown()).not.toContain('secret');
  await table.engine.dispatch(THREAD, { type: 'close', synthesis: 'We stop here.', by: 'Ada' });
  expect(await shown()).toContain('my secret reason');
});

it.each([
  ['crashed', undefined, 'It ended without a complete answer.'],
  ['crashed', '"bob" ended with exit code 3.', '"bob" ended with exit code 3.'],
  ['not-logged-in', undefined, 'The service refused the login.'],
] as const)('says of a failure (%s, %s) only what it means before the phase ends', async (code, unquoted, told) => {
  const failure = { code, message: 'The program said: I bid 7002.', ...(unquoted === undefined ? {} : { unquoted }) };
  const bob = inTurn({ status: 'failed', failure, details: { durationMs: 1, notes: [] } });
  const table = await setTable(
    openEngine(),
    { answers: { ...answers, bob }, standIns: { bob: () => failed('cancelled') } },
    { format },
  );
  expect((await table.run({ retries: 0 })).reason).toBe('cancelled');
  const record = toRecord(await table.engine.snapshot(THREAD));
  const shown = { code, message: `${told} The rest is withheld until the phase ends.` };
  expect(record.entries).toContainEqual(expect.objectContaining({ kind: 'failure', failure: shown, withheld: true }));
  expect(record.authority.replaced).toMatchObject([{ seat: 'bob', reason: expect.stringContaining(shown.message) }]);
  expect(JSON.stringify([record, table.events])).not.toContain('7002');
  await table.engine.dispatch(THREAD, { type: 'record', seat: 'bob', content: '3', by: { agent: OPEN_SEAT } });
  expect(JSON.stringify(toRecord(await table.engine.snapshot(THREAD)))).toContain('I bid 7002');
});

describe('an agent whose answers in a blind phase are unusable for good', () => {
  it('leaves, and what was wrong with them is told when that ends the phase', async () => {
    const bob: Answer = () => said('much 7002');
    const table = await setTable(openEngine(), { answers: { ...answers, bob } }, { format });
    const told: LiveEvent[] = [];
    await table.run({ listen: (event) => told.push(event) });
    const end = told.findIndex(({ type }) => type === 'turn-revealed');
    const [before, after] = [told.slice(0, end), told.slice(end)];
    expect(before.map(({ type }) => type)).toEqual(expect.arrayContaining(['answer-rejected', 'seat-failed']));
    expect(JSON.stringify(before)).not.toContain('whole number');
    const details = after.filter(({ type }) => type === 'details-revealed');
    expect(details.map((each) => 'message' in each && each.message)).toEqual([
      'A bid is a whole number.',
      'A bid is a whole number.',
      'bob gave 2 answers that break the rules: A bid is a whole number.',
    ]);
    const { entries } = toRecord(await table.engine.snapshot(THREAD));
    expect(entries.flatMap((entry) => (entry.kind === 'rejected' ? entry.issues : []))).toContain(
      'A bid is a whole number.',
    );
  });
});

describe('a seat that the debate can go on without', () => {
  it('leaves when it fails for good, and the panel is degraded', async () => {
    const bob = () => failed('not-logged-in');
    const table = await setTable(openEngine(), { answers: { ...answers, bob } }, { format });
    expect((await table.run()).reason).toBe('closed');
    const record = toRecord(await table.engine.snapshot(THREAD));
    expect(record.authority).toMatchObject({ full: false, left: [{ seat: 'bob', reason: 'It is not-logged-in.' }] });
    expect(table.events).toContainEqual({ type: 'seat-left', seq: 4, seat: 'bob', reason: 'It is not-logged-in.' });
  });

  it('is not given up when all fail at once: the run pauses, and all are asked again', async () => {
    const fails = () => failed('not-logged-in');
    const table = await setTable(openEngine(), { answers: { ...answers, ann: fails, bob: fails } }, { format });
    expect((await table.run()).reason).toBe('paused');
    const { seats } = (await table.engine.snapshot(THREAD)).debate;
    expect([seats['ann']?.left, seats['bob']?.left]).toEqual([undefined, undefined]);
    const again = await setTable(table.engine, { answers });
    expect((await again.run()).reason).toBe('closed');
    expect(toRecord(await table.engine.snapshot(THREAD)).authority).toMatchObject({ full: true, left: [] });
  });
});

it('pauses the run when a seat fails that it cannot go on without', async () => {
  const bob = () => failed('not-logged-in');
  const table = await setTable(openEngine(), { answers: { ...answers, bob } }, { format });
  await table.run();
  await table.engine.dispatch(THREAD, { type: 'debate-extended', data: { rounds: 1, by: 'Ada' } });
  const alone = await setTable(table.engine, { answers: { ...answers, ann: () => failed('not-logged-in') } });
  expect((await alone.run()).reason).toBe('paused');
  expect((await table.engine.snapshot(THREAD)).debate.seats['ann']?.left).toBeUndefined();
});

describe('a question that is asked alone', () => {
  it('gets a session of its own, which is closed after it', async () => {
    const table = await setTable(openEngine(), { answers }, { format });
    await table.run();
    const judged = table.asked.filter(({ agent }) => agent === 'judge');
    expect(new Set(judged.map(({ session }) => session)).size).toBe(2);
    expect(table.closed).toEqual(expect.arrayContaining(judged.map(({ session }) => session)));
  });

  it('is answered by the stand-in once the first one of both has called it', async () => {
    const table = await setTable(
      openEngine(),
      { answers: { ...answers, judge: () => failed('refused') }, standIns: { judge } },
      { format },
    );
    expect((await table.run()).reason).toBe('closed');
    const { log } = await table.engine.snapshot(THREAD);
    expect(log.filter(({ type }) => type === 'seat-replaced')).toHaveLength(1);
  });
});

it('gives each seat what the format briefs it with, and what was said after the request where it is wanted', async () => {
  const context = [{ source: 'a.md', bytes: 6, text: 'secret' }];
  const table = await setTable(openEngine(), { answers }, { format, context });
  await table.run();
  const of = (agent: string) => table.asked.find((each) => each.agent === agent)?.prompt;
  expect(of('ann')?.system).toContain('# For your eyes');
  expect(of('ann')?.user).not.toContain('secret');
  expect(JSON.stringify(of('bob'))).not.toContain('secret');
  expect(of('judge')?.user).toMatch(/secret[\s\S]*I bid 7001[\s\S]*asked of you now/);
});

it('goes on for more rounds after it was closed, until the rules have had enough', async () => {
  const table = await setTable(openEngine(), { answers }, { format });
  await table.run();
  const more = { type: 'debate-extended', data: { rounds: 2, by: 'Ada' } } as const;
  await table.engine.dispatch(THREAD, more);
  expect((await table.engine.snapshot(THREAD)).debate.status).toBe('open');
  const again = await setTable(table.engine, { answers });
  expect((await again.run()).reason).toBe('closed');
  const record = toRecord(await table.engine.snapshot(THREAD));
  expect(record.entries.filter(({ kind }) => kind === 'turn')).toHaveLength(12);
  expect(record).toMatchObject({ outcome: 'decided', result: { data: { best: 7_002 } } });
  await expect(table.engine.dispatch(THREAD, more)).rejects.toMatchObject({ code: 'rule-violation' });
});

it('names what was paid for and could not be written', async () => {
  const table = await setTable(openEngine(), { answers: {} }, { format });
  let release = () => {};
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = 0;
  let isFull = false;
  const { dispatch } = table.engine;
  vi.spyOn(table.engine, 'dispatch').mockImplementation(async (...args) => {
    if (isFull)
      throw new HallError('storage', 'Cannot write: the disk is full (ENOSPC).', { hint: 'Free some space.' });
    return await dispatch.apply(table.engine, args);
  });
  const paid: Answer = async () => {
    asked += 1;
    isFull = asked === 2;
    if (isFull) release();
    await both;
    return said('I bid 7001.', { usage: { inputTokens: 100, outputTokens: 10, costMicroUsd: 20_000 } });
  };
  const full = await setTable(table.engine, { answers: { ann: paid, bob: paid, judge } });
  await expect(full.run()).rejects.toMatchObject({
    code: 'storage',
    message:
      'Cannot write: the disk is full (ENOSPC). 2 answers had come and could not be kept: 200 tokens in, 20 out, $0.0400.',
    hint: 'Free some space.',
  });
  vi.restoreAllMocks();
});
