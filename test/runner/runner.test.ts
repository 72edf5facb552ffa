import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../src/agents/agent.ts';
import { runningMs } from '../../src/domain/budget.ts';
import { isEvent } from '../../src/domain/events.ts';
import { FAILURES, type FailureCode } from '../../src/domain/failures/failures.ts';
import type { LiveEvent } from '../../src/domain/live-events.ts';
import { readText } from '../../src/domain/sealed/sealed.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { verifyFile } from '../support/check.ts';
import { temporaryFolder, testEngine } from '../support/hall.ts';
import { ledgersOf } from '../support/ledgers.ts';
import { failed, inTurn, said, sensible, setTable, THREAD } from './table.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const ledgers = () => ledgersOf(folder, folder);
const types = (events: readonly { type: string }[]) => events.map(({ type }) => type);
const log = async () => (await testEngine(folder).snapshot(THREAD)).log;

/** Every run, however it ended, leaves a ledger that verifies. */
afterEach(async () => {
  if (ledgers().exists(THREAD)) {
    expect((await verifyFile(folder, THREAD)).damage).toEqual([]);
  }
});

describe('a run without faults', () => {
  it('asks each seat once and closes as the rules have it', async () => {
    const table = await setTable(testEngine(folder), {}, { options: { consensus: true } });
    expect((await table.run()).reason).toBe('closed');
    expect(table.asked.map(({ prompt }) => prompt.step.id)).toEqual([
      'turn-1',
      'turn-2',
      'turn-3',
      'vote-1-wind',
      'vote-1-wall',
    ]);
    const record = toRecord(await table.engine.snapshot(THREAD));
    expect(record).toMatchObject({
      outcome: 'accepted',
      decision: 'door says turn-3',
      authority: { full: true },
      calls: 5,
    });
    expect(table.events.at(-1)).toMatchObject({ type: 'run-ended', reason: 'closed', outcome: 'accepted' });
  });

  it('asks both voters at the same time, and neither sees the vote of the other', async () => {
    let waiting = 0;
    let both = () => {};
    const together = new Promise<void>((resolve) => {
      both = resolve;
    });
    const meet = async () => {
      waiting += 1;
      if (waiting === 2) both();
      // Never resolves if the second is asked only after the first has answered.
      await together;
      return said('VOTE: APPROVE\n- marked-vote');
    };
    const voting = inTurn(sensible, meet);
    const other = inTurn(sensible, meet);
    const table = await setTable(
      testEngine(folder),
      { answers: { wind: voting, wall: other } },
      { options: { consensus: true } },
    );
    await table.run();
    const votes = table.asked.filter(({ prompt }) => prompt.step.act === 'vote');
    expect(votes).toHaveLength(2);
    for (const { prompt } of votes) expect(JSON.stringify(prompt)).not.toContain('marked-vote');
  });

  it('gives each seat the same system text throughout and a request that only grows', async () => {
    const table = await setTable(testEngine(folder), {}, { options: { rounds: 3 } });
    await table.run();
    const material = (user: string) => user.slice(0, user.indexOf('# What is asked of you now')).trimEnd();
    for (const seat of ['wind', 'wall', 'door']) {
      const prompts = table.asked.filter(({ agent }) => agent === seat).map(({ prompt }) => prompt);
      expect(new Set(prompts.map(({ system }) => system)).size).toBe(1);
      expect(prompts).toHaveLength(3);
    }
    const all = table.asked.map(({ prompt }) => material(prompt.user));
    all.slice(1).forEach((text, index) => {
      expect(text.startsWith(all[index] as string)).toBe(true);
      expect(text.length).toBeGreaterThan((all[index] as string).length);
    });
  });

  it('shows what a person interjects to every later seat', async () => {
    const engine = testEngine(folder);
    const interjecting = inTurn(async (prompt, options) => {
      await testEngine(folder).dispatch(THREAD, {
        type: 'interjection-added',
        data: { author: 'Ada', content: 'mind the budget' },
      });
      return await sensible(prompt, options);
    });
    const table = await setTable(engine, { answers: { wind: interjecting } });
    await table.run();
    expect(table.asked.map(({ prompt }) => prompt.user.includes('mind the budget'))).toEqual([false, true, true]);
  });
});

describe('an agent that stays', () => {
  const lost: Reply = { ...(failed('crashed') as Extract<Reply, { status: 'failed' }>), sessionLost: true };

  it('is warmed up while the seat before it speaks, with the system text that it is asked with', async () => {
    const table = await setTable(testEngine(folder), {}, { options: { consensus: false } });
    await table.run();
    const systems = new Map(table.asked.map(({ agent, prompt }) => [agent, prompt.system]));
    expect(table.warmed.slice(0, 2)).toEqual([
      { agent: 'wall', system: systems.get('wall'), asked: expect.any(Number) },
      { agent: 'door', system: systems.get('door'), asked: expect.any(Number) },
    ]);
    expect(table.warmed[0]?.asked).toBeLessThan(2);
  });

  it('is not warmed up when nobody speaks after the seat that is left', async () => {
    const engine = testEngine(folder);
    await (await setTable(engine, { answers: { door: inTurn(failed('not-logged-in')) } })).run();
    const table = await setTable(engine, {});
    expect((await table.run()).reason).toBe('closed');
    expect(table.asked.map(({ agent }) => agent)).toEqual(['door']);
    expect(table.warmed).toEqual([]);
  });

  it('whose session is lost is asked once more at once, and the record says so', async () => {
    const table = await setTable(testEngine(folder), { answers: { wall: inTurn(lost) } });
    expect((await table.run({ retries: 0 })).reason).toBe('closed');
    expect(types(await log())).toEqual([
      ...['debate-opened', 'run-started', 'turn-recorded', 'note-recorded', 'turn-recorded', 'turn-recorded'],
      'debate-closed',
    ]);
    const record = toRecord(await table.engine.snapshot(THREAD));
    expect(record.entries.find(({ kind }) => kind === 'note')).toMatchObject({ code: 'session-rebuilt', seat: 'wall' });
    expect(record).toMatchObject({ authority: { full: true } });
    expect(table.events.find(({ type }) => type === 'retrying')).toMatchObject({ waitMs: 0, step: 'turn-2' });
  });

  it('whose lost try told nothing of what it used leaves a lower bound, which the record says', async () => {
    const usage = { inputTokens: 10, outputTokens: 5, costMicroUsd: 7 };
    const table = await setTable(testEngine(folder), {
      answers: { wall: inTurn(lost, said('Wall says so.', { usage })) },
    });
    await table.run();
    const record = toRecord(await table.engine.snapshot(THREAD));
    const wall = record.seats.find(({ seat }) => seat === 'wall');
    expect(wall).toMatchObject({ usage: { ...usage, atLeast: true }, callsWithoutTokens: 1, callsWithoutCost: 1 });
  });

  it('that loses its session again has failed like any other', async () => {
    const table = await setTable(testEngine(folder), { answers: { wall: inTurn(lost, lost) } });
    expect((await table.run({ retries: 0 })).reason).toBe('paused');
    expect(types(await log()).slice(-3)).toEqual(['note-recorded', 'seat-failed', 'run-paused']);
  });

  it('is not asked again for nothing when the first try has used up a limit', async () => {
    const dear = { ...lost, details: { ...lost.details, usage: { inputTokens: 100 } } };
    const table = await setTable(testEngine(folder), { answers: { wall: inTurn(dear) } }, { limits: { tokens: 50 } });
    expect((await table.run()).reason).toBe('limit');
    expect(table.asked.filter(({ agent }) => agent === 'wall')).toHaveLength(1);
  });
});

describe('a failing agent', () => {
  const permanent = (Object.keys(FAILURES) as FailureCode[]).filter(
    (code) => !FAILURES[code].retry && code !== 'cancelled',
  );

  it.each(permanent)('that is %s is not asked again; the run pauses and can be resumed', async (code) => {
    const table = await setTable(testEngine(folder), { answers: { wall: inTurn(failed(code)) } });
    expect((await table.run()).reason).toBe('paused');
    expect(table.asked).toHaveLength(2);
    expect(types(await log()).slice(-2)).toEqual(['seat-failed', 'run-paused']);
    expect(toRecord(await table.engine.snapshot(THREAD)).authority).toMatchObject({ full: false, failed: ['wall'] });

    expect((await table.run()).reason).toBe('closed');
    expect(table.asked.map(({ prompt }) => prompt.step.id)).toEqual(['turn-1', 'turn-2', 'turn-2', 'turn-3']);
    expect(toRecord(await table.engine.snapshot(THREAD)).authority).toMatchObject({ full: true, failed: [] });
  });

  it('is asked again as soon as the service allows, and what all tries used is counted', async () => {
    const usage = { inputTokens: 10, costMicroUsd: 5 };
    const wind = inTurn(
      failed('overloaded', { retryAfterMs: 3, usage }),
      failed('timed-out', { retryAfterMs: 3, usage }),
      said('at last', { usage }),
    );
    const table = await setTable(testEngine(folder), { answers: { wind } });
    await table.run();
    const retries = table.events.filter((event) => event.type === 'retrying');
    expect(retries).toMatchObject([
      { attempt: 1, waitMs: 3, failure: { code: 'overloaded' } },
      { attempt: 2, waitMs: 3, failure: { code: 'timed-out' } },
    ]);
    const { usage: total, entries } = toRecord(await table.engine.snapshot(THREAD));
    expect(total).toMatchObject({ inputTokens: 30, costMicroUsd: 15 });
    expect(entries[0]).toMatchObject({ by: { attempts: 3, usage: { inputTokens: 30, costMicroUsd: 15 } } });
  });

  it.each([
    ['as long as its service asks, up to a minute', failed('rate-limited', { retryAfterMs: 60_000 }), 60_000],
    ['a second where the service asks for nothing', failed('crashed'), 1_000],
  ])('is waited for %s', async (_, reply, waitMs) => {
    const stop = new AbortController();
    const table = await setTable(testEngine(folder), { answers: { wind: inTurn(reply) } });
    const listen = (event: LiveEvent) => event.type === 'retrying' && stop.abort();
    expect((await table.run({ signal: stop.signal, listen })).reason).toBe('cancelled');
    expect(table.events.flatMap((event) => (event.type === 'retrying' ? [event.waitMs] : []))).toEqual([waitMs]);
  });

  it('is not waited for when its service asks for more than a minute: the run pauses at once', async () => {
    const table = await setTable(testEngine(folder), {
      answers: { wind: inTurn(failed('rate-limited', { retryAfterMs: 60_001 })) },
    });
    expect((await table.run()).reason).toBe('paused');
    expect(table.asked).toHaveLength(1);
  });

  it.each([
    ['whose session is lost', { sessionLost: true as const }],
    ['without a session', {}],
  ])('%s that says nothing within its limits is asked once more, as each time costs a whole limit', async (_, more) => {
    const silent = { ...(failed('timed-out', { retryAfterMs: 1 }) as Extract<Reply, { status: 'failed' }>), ...more };
    const table = await setTable(testEngine(folder), { answers: { wind: inTurn(silent, silent) } });
    expect((await table.run({ retries: 5 })).reason).toBe('paused');
    expect(table.asked).toHaveLength(2);
  });

  it('gets no more tries than the configuration allows', async () => {
    const again = failed('crashed', { retryAfterMs: 1 });
    const table = await setTable(testEngine(folder), { answers: { wind: inTurn(again, again, again, again) } });
    expect((await table.run({ retries: 2 })).reason).toBe('paused');
    expect(table.asked).toHaveLength(3);
    expect((await log()).find(({ type }) => type === 'seat-failed')?.data).toMatchObject({ attempts: 3 });
  });

  it('gives its seat to the stand-in, which the record shows', async () => {
    const table = await setTable(testEngine(folder), {
      answers: { wall: inTurn(failed('not-logged-in')) },
      standIns: { wall: sensible },
    });
    expect((await table.run()).reason).toBe('closed');
    expect(table.asked.map(({ agent }) => agent)).toEqual(['wind', 'wall', 'wall-stand-in', 'door']);
    expect(toRecord(await table.engine.snapshot(THREAD)).authority).toMatchObject({
      full: false,
      failed: [],
      replaced: [{ seat: 'wall', from: { agent: 'wall' }, to: { agent: 'wall-stand-in' } }],
    });
  });

  it('pauses the run when its stand-in fails as well', async () => {
    const table = await setTable(testEngine(folder), {
      answers: { wall: inTurn(failed('not-logged-in')) },
      standIns: { wall: inTurn(failed('not-installed')) },
    });
    expect((await table.run()).reason).toBe('paused');
    expect(types(await log()).slice(-4)).toEqual(['seat-failed', 'seat-replaced', 'seat-failed', 'run-paused']);
  });

  it('does not lose the answer of a seat that speaks at the same time', async () => {
    const table = await setTable(
      testEngine(folder),
      { answers: { wind: inTurn(sensible, failed('refused')) } },
      { options: { consensus: true } },
    );
    expect((await table.run()).reason).toBe('paused');
    expect((await table.run()).reason).toBe('closed');
    const votes = table.asked.filter(({ prompt }) => prompt.step.act === 'vote').map(({ agent }) => agent);
    expect(votes.toSorted()).toEqual(['wall', 'wind', 'wind']);
  });
});

describe('an answer that breaks the rules', () => {
  it('is asked for again once, with what was wrong, and counted as a call', async () => {
    const table = await setTable(
      testEngine(folder),
      { answers: { wall: inTurn(sensible, said('I like it'), said('VOTE: REJECT\n- no')) } },
      { options: { consensus: true, maxRefinements: 0 } },
    );
    await table.run();
    const votes = table.asked.filter(({ agent, prompt }) => agent === 'wall' && prompt.step.act === 'vote');
    expect(votes).toHaveLength(2);
    expect(votes[0]?.prompt.user).not.toContain('could not be used');
    expect(votes[1]?.prompt.user).toContain(
      'The vote needs one line that says exactly "VOTE: APPROVE" or "VOTE: REJECT".',
    );
    expect(votes[1]?.prompt.step.id).toBe(votes[0]?.prompt.step.id);
    const record = toRecord(await table.engine.snapshot(THREAD));
    expect(record).toMatchObject({ outcome: 'stable-disagreement', calls: 6, dissent: [{ seat: 'wall' }] });
  });

  it('given twice counts as two calls, fails the seat, and pauses the run', async () => {
    const cost = { usage: { costMicroUsd: 7 } };
    const table = await setTable(testEngine(folder), { answers: { wind: inTurn(said(' ', cost), said('', cost)) } });
    expect((await table.run()).reason).toBe('paused');
    const { calls, callsWithoutCost, usage, authority } = toRecord(await table.engine.snapshot(THREAD));
    expect({ calls, callsWithoutCost, cost: usage.costMicroUsd }).toEqual({ calls: 2, callsWithoutCost: 0, cost: 14 });
    expect(authority.failed).toEqual(['wind']);
  });

  it('given twice by the mediator hands over to the fixed order, which the record says', async () => {
    const table = await setTable(
      testEngine(folder),
      { answers: { mediator: inTurn(said('whoever'), said('NEXT: nobody')) } },
      { options: { order: 'mediated' } },
    );
    expect((await table.run()).reason).toBe('closed');
    expect(table.asked.map(({ agent }) => agent)).toEqual(['mediator', 'mediator', 'wind', 'wall', 'door']);
    expect(table.events).toContainEqual(expect.objectContaining({ type: 'note', code: 'pick-fallback' }));
  });

  it('is not counted against a seat when a person had spoken for it meanwhile', async () => {
    const engine = testEngine(folder);
    const late = inTurn(async () => {
      const by = { agent: { agent: 'open', kind: 'open' }, author: 'Ada' };
      await testEngine(folder).dispatch(THREAD, { type: 'record', seat: 'wind', content: 'mine', by });
      return said('too late');
    });
    const table = await setTable(engine, { answers: { wind: late } }, { options: { rounds: 2 } });
    expect((await table.run()).reason).toBe('closed');
    const second = table.asked.filter(({ agent }) => agent === 'wind')[1];
    expect(second?.prompt.step).toMatchObject({ id: 'turn-4', corrections: [] });
    const { authority } = toRecord(await engine.snapshot(THREAD));
    expect(authority).toMatchObject({ full: false, replaced: [{ seat: 'wind', reason: 'Ada spoke for it.' }] });
  });
});

describe('limits', () => {
  it.each([
    ['tokens', { tokens: 20 }],
    ['money', { costMicroUsd: 8 }],
  ])('on %s stop the run before the next call', async (limit, limits) => {
    const costly = () => said('words', { usage: { inputTokens: 8, outputTokens: 2, costMicroUsd: 4 } });
    const table = await setTable(testEngine(folder), { answers: { wind: costly, wall: costly } }, { limits });
    expect((await table.run()).reason).toBe('limit');
    expect(table.asked).toHaveLength(2);
    expect((await table.engine.snapshot(THREAD)).debate.limitReached?.limit).toBe(limit);
  });

  it('on time count every run of the debate, and nothing between them', async () => {
    const table = await setTable(testEngine(folder), {}, { limits: { wallMs: 2 } });
    expect((await table.run()).reason).toBe('limit');
    expect((await table.engine.snapshot(THREAD)).debate.limitReached?.limit).toBe('time');
  });

  it('on time neither end a run at once nor keep it going when the clock is set back', async () => {
    let now = Date.UTC(2026, 10, 20, 10);
    const clock = { now: () => now++, elapsed: () => 0 };
    const hour = 3_600_000;
    const answers = {
      wind: () => {
        now -= hour;
        return said('Why not?');
      },
    };
    const table = await setTable(testEngine(folder, clock), { answers }, { limits: { wallMs: hour / 2 } });
    expect((await table.run()).reason).toBe('closed');
    const { debate } = await table.engine.snapshot(THREAD);
    expect(runningMs(debate)).toBeGreaterThanOrEqual(0);
    expect(runningMs(debate)).toBeLessThan(hour / 2);
  });

  it.each([
    ['is set back by an hour in each call', -60],
    ['stands still', 0],
    ['is right', 20],
  ])('on time end a run of two calls of 20 minutes where the clock %s', async (_, minutes) => {
    const minute = 60_000;
    let [now, elapsed] = [Date.UTC(2026, 10, 20, 10), 0];
    const takesLong = () => {
      elapsed += 20 * minute;
      now += minutes * minute;
      return said('Why not?');
    };
    const engine = testEngine(folder, { now: () => now, elapsed: () => elapsed });
    const answers = { wind: takesLong, wall: takesLong, door: takesLong };
    const table = await setTable(engine, { answers }, { limits: { wallMs: 30 * minute } });
    expect((await table.run()).reason).toBe('limit');
    expect(table.asked).toHaveLength(2);
    expect((await engine.snapshot(THREAD)).debate.limitReached).toMatchObject({ limit: 'time', used: 40 * minute });
  });

  it('stop retries, further attempts and stand-ins too', async () => {
    const usage = { costMicroUsd: 10 };
    const table = await setTable(
      testEngine(folder),
      {
        answers: { wind: inTurn(failed('crashed', { retryAfterMs: 1, usage }), failed('crashed', { usage })) },
        standIns: { wind: sensible },
      },
      { limits: { costMicroUsd: 15 } },
    );
    expect((await table.run({ retries: 5 })).reason).toBe('limit');
    expect(table.asked).toHaveLength(2);
    expect(types(await log())).not.toContain('seat-replaced');
  });

  it('stop asking again for a usable answer', async () => {
    const table = await setTable(
      testEngine(folder),
      { answers: { wind: inTurn(said('', { usage: { costMicroUsd: 10 } })) } },
      { limits: { costMicroUsd: 10 } },
    );
    expect((await table.run()).reason).toBe('limit');
    expect(table.asked).toHaveLength(1);
  });

  it('on money say once, in the record, that an agent reports no cost', async () => {
    const blind = (tokens: number) => said('words', { usage: tokens === 0 ? {} : { inputTokens: tokens } });
    const answers = { wind: inTurn(blind(5)), wall: inTurn(blind(0)) };
    const table = await setTable(testEngine(folder), { answers }, { limits: { costMicroUsd: 10 } });
    expect((await table.run()).reason).toBe('closed');
    const notes = (await log()).flatMap((event) => (isEvent(event, 'note-recorded') ? [event.data] : []));
    const remarks = notes.filter(({ code }) => code === 'unseen-cost').map(({ message }) => readText(message));
    expect(remarks).toEqual([
      'wind reports no cost, so the limit of $0.00001 does not count its calls. Limits on tokens and time do.',
    ]);
  });

  it('that are raised let the debate go on where it was', async () => {
    const costly = inTurn(said('words', { usage: { costMicroUsd: 10 } }));
    const table = await setTable(testEngine(folder), { answers: { wind: costly } }, { limits: { costMicroUsd: 10 } });
    expect((await table.run()).reason).toBe('limit');
    const limits = { tokens: null, costMicroUsd: 100, wallMs: null };
    await table.engine.dispatch(THREAD, { type: 'limits-raised', data: { limits } });
    expect((await table.run()).reason).toBe('closed');
    expect(table.asked.map(({ prompt }) => prompt.step.id)).toEqual(['turn-1', 'turn-2', 'turn-3']);
  });
});

describe('a run that is stopped', () => {
  it('asks nobody any more, says so in the record, and resumes without asking anything twice', async () => {
    const stop = new AbortController();
    const hanging = inTurn(
      (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(failed('cancelled')));
          stop.abort();
        }),
    );
    const table = await setTable(testEngine(folder), { answers: { wall: hanging } });
    expect((await table.run({ signal: stop.signal })).reason).toBe('cancelled');
    expect((await log()).at(-1)).toMatchObject({ type: 'run-paused', data: { reason: 'cancelled' } });
    expect((await table.run()).reason).toBe('closed');
    expect(table.asked.map(({ prompt }) => prompt.step.id)).toEqual(['turn-1', 'turn-2', 'turn-2', 'turn-3']);
  });

  it('keeps an answer that was whole when it was stopped', async () => {
    const stop = new AbortController();
    const last = inTurn(() => {
      stop.abort();
      return said('just in time');
    });
    const table = await setTable(testEngine(folder), { answers: { wall: last } });
    expect((await table.run({ signal: stop.signal })).reason).toBe('cancelled');
    await table.run();
    expect(table.asked.map(({ agent }) => agent)).toEqual(['wind', 'wall', 'door']);
  });

  it('does not ask again for a usable answer', async () => {
    const stop = new AbortController();
    const unusable = inTurn(() => {
      stop.abort();
      return said('');
    });
    const table = await setTable(testEngine(folder), { answers: { wind: unusable } });
    expect((await table.run({ signal: stop.signal })).reason).toBe('cancelled');
    expect(table.asked).toHaveLength(1);
  });

  const enders = [
    ['force-closed', { type: 'debate-force-closed', data: { reason: 'enough', by: 'Ada' } }],
    ['closed', { type: 'close', synthesis: 'We do it.', by: 'Ada' }],
  ] as const;

  it.each(enders)(
    'because the debate is %s elsewhere stops its agents and says how it ended',
    async (reason, command) => {
      const waiting = inTurn(async (_, { signal }) => {
        const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
        await testEngine(folder).dispatch(THREAD, command);
        await aborted;
        return failed('cancelled');
      });
      const table = await setTable(testEngine(folder), { answers: { wind: waiting } });
      expect((await table.run()).reason).toBe(reason);
      expect(types(await log())).not.toContain('run-paused');
    },
  );

  it.each(enders)('because the debate is %s while an answer comes says how it ended', async (reason, command) => {
    const late = inTurn(async () => {
      await testEngine(folder).dispatch(THREAD, command);
      return said('too late');
    });
    const table = await setTable(testEngine(folder), { answers: { wind: late } });
    expect((await table.run()).reason).toBe(reason);
    expect(table.events.at(-1)).toMatchObject({ type: 'run-ended', reason });
  });

  it('because its ledger is damaged reports the damage and leaves no agent running', async () => {
    let ended = false;
    const waiting = inTurn(async (_, { signal }) => {
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      ledgers().put(THREAD, `x${ledgers().text(THREAD)}`);
      await aborted;
      ledgers().put(THREAD, 'x\n');
      ended = true;
      return failed('cancelled');
    });
    const table = await setTable(testEngine(folder), { answers: { wind: waiting } });
    await expect(table.run()).rejects.toMatchObject({ code: 'ledger-damaged' });
    expect(ended).toBe(true);
    ledgers().drop(THREAD);
  });
});

describe('resuming after a kill at any moment', () => {
  it('asks nothing twice that is in the ledger, wherever the ledger ends', async () => {
    const answers = {
      wind: inTurn(sensible, said('VOTE: maybe'), said('VOTE: APPROVE')),
      wall: inTurn(sensible, said('VOTE: REJECT\n- x'), said('VOTE: APPROVE')),
      mediator: inTurn(said('?'), said('NEXT: wall'), said('NEXT: door'), said('NEXT: wind')),
    };
    const options = { consensus: true, order: 'mediated', maxRefinements: 1 } as const;
    const table = await setTable(testEngine(folder), { answers, standIns: { door: sensible } }, { options });
    await table.run();
    const lines = ledgers().text(THREAD).split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(12);
    for (let kept = 1; kept <= lines.length; kept += 1) {
      ledgers().put(THREAD, `${lines.slice(0, kept).join('\n')}\n`);
      const before = await log();
      const done = new Set(before.flatMap(({ type, data }) => (type === 'turn-recorded' ? [data.key] : [])));
      const again = await setTable(testEngine(folder), { standIns: { door: sensible } });
      if (before.at(-1)?.type === 'debate-closed') {
        await expect(again.run()).rejects.toMatchObject({ code: 'not-active' });
        continue;
      }
      expect((await again.run()).reason).toBe('closed');
      for (const { prompt } of again.asked) expect(done).not.toContain(prompt.step.id);
      expect((await verifyFile(folder, THREAD)).damage).toEqual([]);
      expect(ledgers().text(THREAD).startsWith(lines.slice(0, kept).join('\n'))).toBe(true);
    }
  });

  it('asks the stand-in that was recorded and not yet asked', async () => {
    const seating = { answers: { wall: inTurn(failed('not-logged-in')) }, standIns: { wall: sensible } };
    await (await setTable(testEngine(folder), seating)).run();
    const lines = ledgers().text(THREAD).split('\n');
    const replaced = lines.findIndex((line) => line.includes('"type":"seat-replaced"'));
    ledgers().put(THREAD, `${lines.slice(0, replaced + 1).join('\n')}\n`);
    const again = await setTable(testEngine(folder), seating);
    expect((await again.run()).reason).toBe('closed');
    expect(again.asked.map(({ agent }) => agent)).toEqual(['wall-stand-in', 'door']);
  });

  it('ends at the limit that the last turn reached when the kill came before the limit was noted', async () => {
    const options = { rounds: 2, maxTurns: 4 };
    await (await setTable(testEngine(folder), {}, { options })).run();
    const lines = ledgers().text(THREAD).split('\n').slice(0, -1);
    expect(lines.at(-1)).toContain('limit-reached');
    ledgers().put(THREAD, `${lines.slice(0, -1).join('\n')}\n`);
    const again = await setTable(testEngine(folder), {});
    expect((await again.run()).reason).toBe('limit');
    expect(again.asked).toEqual([]);
    expect((await log()).at(-1)?.type).toBe('limit-reached');
  });

  it('does not count the time between a killed run and the next one', async () => {
    const engine = testEngine(folder);
    const stuck = await setTable(engine, {}, { options: { rounds: null } });
    await engine.dispatch(THREAD, { type: 'start-run', pid: 1, hallVersion: '0' });
    const hoursLater = testEngine(folder, Date.UTC(2026, 10, 20, 18));
    await hoursLater.dispatch(THREAD, { type: 'interjection-added', data: { author: 'Ada', content: 'still there?' } });
    expect(toRecord(await stuck.engine.snapshot(THREAD)).runningMs).toBe(0);
  });
});

describe('a seat that nobody fills', () => {
  it('makes the run wait for a person and go on after they have spoken', async () => {
    const table = await setTable(testEngine(folder), { empty: ['wall'] });
    expect((await table.run()).reason).toBe('paused');
    expect((await log()).at(-1)).toMatchObject({ data: { reason: 'waiting-for-person' } });
    const by = { agent: { agent: 'open', kind: 'open' }, author: 'Ada' };
    await table.engine.dispatch(THREAD, { type: 'record', seat: 'wall', content: 'no', by });
    expect((await table.run()).reason).toBe('closed');
    expect(table.asked.map(({ agent }) => agent)).toEqual(['wind', 'door']);
  });
});
