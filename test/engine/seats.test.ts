// Seats that are taken, held by a key, joined late, and left; and what a redaction does to rules that read earlier texts.
import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { continueWithoutSilent } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { auction, DEADLINE_MS } from '../support/auction.ts';
import { verifyFile } from '../support/check.ts';
import { openRequest, person, temporaryFolder, testEngine } from '../support/hall.ts';
import { ledgersOf } from '../support/ledgers.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  expect((await verifyFile(folder, 'd')).damage).toEqual([]);
  fs.rmSync(folder, { recursive: true, force: true });
});

const by = { agent: person, author: 'Ada' };
const bid = (seat: string, content: string, more: { seatKey?: string } = {}) =>
  ({ type: 'record', seat, act: 'bid', content, by, ...more }) as const;
const take = (seat: string, seatKey?: string) =>
  ({
    type: 'take',
    ...{ seat, agent: person, data: {}, by: 'Ada' },
    ...(seatKey === undefined ? {} : { seatKey }),
  }) as const;

async function opened() {
  const engine = testEngine(folder);
  await engine.open(openRequest('d', {}, auction));
  return engine;
}

it('lets only who holds its key speak for a seat, also after a restart, and never stores the key', async () => {
  const engine = await opened();
  await engine.dispatch('d', take('ann', 'k3y-of-ann'));
  await expect(engine.dispatch('d', take('ann', 'other'))).rejects.toMatchObject({ code: 'not-your-seat' });
  await expect(engine.dispatch('d', bid('ann', '1'))).rejects.toMatchObject({ code: 'not-your-seat' });
  const restarted = testEngine(folder, Date.UTC(2026, 10, 21));
  await expect(restarted.dispatch('d', bid('ann', '1', { seatKey: 'guess' }))).rejects.toMatchObject({
    code: 'not-your-seat',
  });
  await restarted.dispatch('d', bid('ann', '1', { seatKey: 'k3y-of-ann' }));
  expect(ledgersOf(folder, folder).text('d')).not.toContain('k3y-of-ann');
});

it('takes a session_id, which ends with the key, for the key', async () => {
  const engine = await opened();
  await engine.dispatch('d', take('ann', '0123abcd'));
  await expect(engine.dispatch('d', bid('ann', '1', { seatKey: 'd-ann-0123' }))).rejects.toMatchObject({
    code: 'not-your-seat',
  });
  await engine.dispatch('d', bid('ann', '1', { seatKey: 'd-ann-0123abcd' }));
});

it('has no holder once an agent replaces who claimed it', async () => {
  const engine = await opened();
  await engine.dispatch('d', take('ann', 'k3y-of-ann'));
  const agent = { agent: 'claude', kind: 'claude' };
  await engine.dispatch('d', { type: 'replace', seat: 'ann', to: agent, reason: 'Ann is away.' });
  await engine.dispatch('d', { ...bid('ann', '1'), by: { agent } });
  const { debate } = await testEngine(folder).snapshot('d');
  expect(debate.seats['ann']).toEqual({ agent, contributions: 1, replaced: true, failing: false });
});

it('cannot be claimed in a debate that was ended', async () => {
  const engine = await opened();
  await engine.dispatch('d', { type: 'debate-force-closed', data: { reason: 'enough', by: 'Ada' } });
  await expect(engine.dispatch('d', take('cem'))).rejects.toMatchObject({
    code: 'not-active',
    message: expect.stringContaining('claim a seat'),
  });
});

it('has a joinable seat once it is taken, while the rules let it be', async () => {
  const engine = await opened();
  await expect(engine.dispatch('d', bid('cem', '3'))).rejects.toMatchObject({ code: 'not-found' });
  await engine.dispatch('d', take('cem'));
  for (const seat of ['ann', 'bob', 'cem']) await engine.dispatch('d', bid(seat, '3'));
  await expect(engine.dispatch('d', take('judge'))).rejects.toMatchObject({ code: 'not-active' });
});

it('goes on without who stays silent beyond the deadline, and takes nothing from it any more', async () => {
  const engine = await opened();
  await engine.dispatch('d', bid('ann', '1'));
  const at = (now: number) => ({ engine, clock: { now: () => now, elapsed: () => now } }) as unknown as Hall;
  const start = Date.UTC(2026, 10, 20, 10);
  expect((await continueWithoutSilent(at(start + DEADLINE_MS - 1_000), 'd')).debate.seats['bob']?.left).toBeUndefined();
  const { debate } = await continueWithoutSilent(at(start + DEADLINE_MS + 1_000), 'd');
  expect(debate.seats['bob']?.left).toBe('It said nothing for a minute.');
  await expect(engine.dispatch('d', bid('bob', '1'))).rejects.toMatchObject({ code: 'not-your-turn' });
  await expect(engine.dispatch('d', { type: 'seat-left', data: { seat: 'ann', reason: 'x' } })).rejects.toMatchObject({
    code: 'rule-violation',
  });
});

it('does not take the pause of a run for the silence of its agents', async () => {
  const engine = testEngine(folder);
  const request = openRequest('d', {}, auction);
  const agent = { agent: 'claude', kind: 'claude' };
  await engine.open({ ...request, seats: request.seats.map(({ seat }) => ({ seat, agent })) });
  const late = { engine, clock: { now: () => Date.UTC(2026, 10, 21) } } as unknown as Hall;
  const { seats } = (await continueWithoutSilent(late, 'd')).debate;
  expect(Object.values(seats).filter(({ left }) => left !== undefined)).toEqual([]);
});

it('verifies when an earlier text that later readings depend on was redacted', async () => {
  const engine = await opened();
  await engine.dispatch('d', bid('ann', '9'));
  await engine.dispatch('d', bid('bob', '5'));
  await engine.dispatch('d', { type: 'redact', target: 1, reason: 'too honest', by: 'Ada' });
  const { state } = await testEngine(folder).snapshot('d');
  expect(state).toMatchObject({ bids: { ann: 9, bob: 5 }, best: 9 });
});

it('is closed by hand before anyone has spoken in a blind phase or after all have, and not in between', async () => {
  const engine = await opened();
  const close = { type: 'close', synthesis: 'Nobody gets it.', by: 'Ada' } as const;
  await engine.dispatch('d', bid('ann', '9'));
  await expect(engine.dispatch('d', close)).rejects.toMatchObject({ code: 'rule-violation' });
  await engine.dispatch('d', bid('bob', '5'));
  expect((await engine.dispatch('d', close)).snapshot.debate.status).toBe('closed');
});
