import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { getNext } from '../../src/ledger/engine/snapshot.ts';
import { inCi } from '../support/campaign.ts';
import { openRequest, person, temporaryFolder, testEngine } from '../support/hall.ts';
import { ledgersOf } from '../support/ledgers.ts';
import { itInFolders } from '../support/shared-store.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

const by = { agent: person, author: 'Ada' };
const say = (seat: string, content: string) => ({ type: 'record', seat, content, by }) as const;

describe('a debate by hand', () => {
  it('runs Wind, Wall, Door and closes with a decision', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('d'));
    await engine.dispatch('d', say('wind', '- one?\n- two'));
    await expect(engine.dispatch('d', say('door', 'too soon'))).rejects.toMatchObject({ code: 'not-your-turn' });
    await engine.dispatch('d', say('wall', 'no'));
    await engine.dispatch('d', say('door', '1. yes'));
    const { snapshot } = await engine.dispatch('d', { type: 'close', synthesis: 'Yes.', by: 'Ada' });
    expect(snapshot.debate.status).toBe('closed');
    expect(snapshot.debate.closed?.outcome).toBe('closed-manually');
    await expect(engine.dispatch('d', say('wind', 'late'))).rejects.toMatchObject({ code: 'not-active' });
  });

  it('is exhausted at its limit, says so in the record, and can still be closed', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('d', { maxTurns: 2 }));
    await engine.dispatch('d', say('wind', 'a'));
    const { snapshot, events } = await engine.dispatch('d', say('wall', 'b'));
    expect(events.map((event) => event.type)).toEqual(['turn-recorded', 'limit-reached']);
    expect(snapshot.debate.status).toBe('exhausted');
    const closed = await engine.dispatch('d', { type: 'close', synthesis: 'Enough.', by: 'Ada' });
    expect(closed.snapshot.debate.closed?.outcome).toBe('stopped-by-limit');
  });

  it('records a repeated key once, and refuses it for other words', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('d'));
    const first = await engine.dispatch('d', { ...say('wind', 'a'), key: 'k' });
    const again = await engine.dispatch('d', { ...say('wind', 'a'), key: 'k' });
    expect(again.repeated).toBe(true);
    expect(again.events[0]?.seq).toBe(first.events[0]?.seq);
    await expect(engine.dispatch('d', { ...say('wind', 'b'), key: 'k' })).rejects.toMatchObject({
      code: 'key-conflict',
    });
  });

  it('takes a text out of the file and keeps the chain', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('d'));
    await engine.dispatch('d', say('wind', 'my password is swordfish'));
    await engine.dispatch('d', { type: 'redact', target: 1, reason: 'secret', by: 'Ada' });
    expect(ledgersOf(folder, folder).text('d')).not.toContain('swordfish');
    await engine.dispatch('d', say('wall', 'b'));
    const fresh = await testEngine(folder).snapshot('d');
    expect(fresh.debate.nextSeq).toBe(4);
  });

  it.runIf(inCi)('reads a redaction that stands far behind the text it removed', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('d', { maxTurns: 1_000, maxRounds: 1_000 }));
    const seats = ['wind', 'wall', 'door'];
    for (let turn = 0; turn < 90; turn += 1) {
      await engine.dispatch('d', say(seats[turn % 3] as string, `${turn} ${'é'.repeat(15_000)}`));
    }
    await engine.dispatch('d', { type: 'redact', target: 1, reason: 'secret', by: 'Ada' });
    expect(Buffer.byteLength(ledgersOf(folder, folder).text('d'))).toBeGreaterThan(2.5 * 1024 * 1024);
    expect((await testEngine(folder).snapshot('d')).debate.nextSeq).toBe(92);
  });

  itInFolders('half a line')('cuts a torn last line off at the next append and says so', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('d'));
    fs.appendFileSync(path.join(folder, 'd.jsonl'), '{"at":"2026');
    const { events } = await engine.dispatch('d', say('wind', 'a'));
    expect(events.map((event) => event.type)).toEqual(['note-recorded', 'turn-recorded']);
    expect((await testEngine(folder).snapshot('d')).debate.nextSeq).toBe(3);
  });

  it('keeps two engines on one file in step', async () => {
    const one = testEngine(folder);
    const two = testEngine(folder);
    await one.open(openRequest('d'));
    await one.dispatch('d', say('wind', 'a'));
    await two.dispatch('d', say('wall', 'b'));
    await one.dispatch('d', say('door', 'c'));
    const next = getNext(await two.snapshot('d'));
    expect(next.kind === 'ask' && next.steps[0]?.seat).toBe('wind');
  });

  it('refuses to go on after damage and names the event', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('d'));
    await engine.dispatch('d', say('wind', 'a'));
    const ledgers = ledgersOf(folder, folder);
    const damaged = ledgers.text('d').replace('"seat":"wind","warnings"', '"seat":"wall","warnings"');
    ledgers.put('d', damaged);
    await expect(testEngine(folder).dispatch('d', say('wall', 'b'))).rejects.toMatchObject({
      code: 'ledger-damaged',
      details: { code: 'bad-hash', seq: 1, field: '/hash' },
    });
    expect(ledgers.text('d')).toBe(damaged);
  });
});

it('gives states of a debate that stay as they are, whoever writes later', async () => {
  const [engine, other] = [testEngine(folder), testEngine(folder)];
  const states = [await engine.open(openRequest('d'))];
  for (const [who, by] of [engine, other, engine].entries()) {
    states.push((await by.dispatch('d', say(['wind', 'wall', 'door'][who] ?? '', `${who}`))).snapshot);
    states.push(await engine.snapshot('d'));
    // What the rules refuse is folded, too, and taken back.
    await expect(engine.dispatch('d', say('nobody', 'me'))).rejects.toThrow('nobody');
  }
  for (const { log, debate } of states) expect([log.length, log.at(-1)?.hash]).toEqual([debate.nextSeq, debate.head]);
});

it('writes in more debates at the same time than it keeps in memory', async () => {
  const engine = testEngine(folder);
  const names = Array.from({ length: 60 }, (_, index) => `d${index}`);
  for (const name of names) await engine.open(openRequest(name));
  const write = async (name: string) => {
    await engine.dispatch(name, { type: 'interjection-added', data: { author: 'Ada', content: name } });
    return (await engine.dispatch(name, say('wind', name))).snapshot;
  };
  const snapshots = await Promise.all(names.map(write));
  expect(snapshots.map(({ threadId, log }) => `${threadId} ${log.length}`)).toEqual(names.map((name) => `${name} 3`));
});

describe('a debate that runs by itself', () => {
  const vote = (seat: string, how: string) => say(seat, `VOTE: ${how}\nbecause`);
  async function debated(options = {}) {
    const engine = testEngine(folder);
    await engine.open(openRequest('d', { rounds: 1, consensus: true, ...options }));
    for (const seat of ['wind', 'wall', 'door']) await engine.dispatch('d', say(seat, `${seat} speaks`));
    return engine;
  }

  it('says of the outcome of a debate of older rules that the word may have meant something else', async () => {
    const engine = testEngine(folder);
    const { rulesVersion: _, ...older } = openRequest('d', { rounds: 1, consensus: true });
    await engine.open(older);
    for (const seat of ['wind', 'wall', 'door']) await engine.dispatch('d', say(seat, `${seat} speaks`));
    await engine.dispatch('d', vote('wall', 'APPROVE'));
    await engine.dispatch('d', vote('wind', 'APPROVE'));
    const { snapshot } = await engine.dispatch('d', { type: 'close', by: 'rules' });
    const { outcome, outcomeMeaning } = toRecord(snapshot);
    expect({ outcome, outcomeMeaning }).toEqual({
      outcome: 'accepted',
      outcomeMeaning: expect.stringContaining('recorded by older rules'),
    });
  });

  it('is accepted only when both votes approve', async () => {
    const engine = await debated();
    await engine.dispatch('d', vote('wall', 'APPROVE'));
    await engine.dispatch('d', vote('wind', 'APPROVE'));
    const { snapshot } = await engine.dispatch('d', { type: 'close', by: 'rules' });
    expect(snapshot.debate.closed).toMatchObject({ outcome: 'accepted', decision: { turn: 3 } });
  });

  it('sends a rejection back to Door and ends in stable disagreement when that changes nothing', async () => {
    const engine = await debated();
    await engine.dispatch('d', vote('wind', 'APPROVE'));
    await engine.dispatch('d', vote('wall', 'REJECT'));
    await engine.dispatch('d', say('door', 'revised'));
    await engine.dispatch('d', vote('wind', 'APPROVE'));
    await engine.dispatch('d', vote('wall', 'REJECT'));
    const { snapshot } = await engine.dispatch('d', { type: 'close', by: 'rules' });
    expect(snapshot.debate.closed).toMatchObject({ outcome: 'stable-disagreement', decision: { turn: 6 } });
  });

  it('does not close before it has run its course', async () => {
    const engine = await debated();
    await expect(engine.dispatch('d', { type: 'close', by: 'rules' })).rejects.toMatchObject({ code: 'bad-input' });
  });
});
