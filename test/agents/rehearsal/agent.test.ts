import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent, Prompt, Reply } from '../../../src/agents/agent.ts';
import { agentKind } from '../../../src/agents/kinds/rehearsal/index.ts';
import { MISBEHAVIOURS } from '../../../src/agents/kinds/rehearsal/options.ts';
import type { ProcessRunner } from '../../../src/process/process.ts';
import { createProcessRunner } from '../../../src/process/process-runner.ts';
import { systemClock } from '../../../src/support/clock.ts';
import { agentPorts, aPrompt } from '../../support/agents.ts';
import { inCampaign, sample } from '../../support/campaign.ts';

const LIMITS = { totalMs: 0, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 64 * 1024 };

/** Handed down in the environment, so that whatever the rehearsal started can be found. */
const mark = `rehearsal-${randomUUID()}`;

function markedProcesses(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
}

function prompt(seat = 'wind'): Prompt {
  const { step } = aPrompt();
  return aPrompt('', {
    topic: 'Should we rewrite our backend in Rust?',
    step: { ...step, seat, sample: ({ question }) => `${question} ${'and so on '.repeat(60)}` },
  });
}

describe('the rehearsal agent', () => {
  let processes: ProcessRunner;

  beforeEach(() => {
    processes = createProcessRunner({ clock: systemClock, graceMs: 200 });
  });

  afterEach(async () => {
    await processes.close();
    if (process.platform === 'linux') expect(markedProcesses()).toEqual([]);
  });

  function agent(settings: Record<string, unknown> = {}): Agent {
    const options = agentKind.options.parse({ wordsPerSecond: 0, limits: LIMITS, ...settings });
    const env = { ...process.env, LC_REHEARSAL: mark };
    return agentKind.create('rehearsal', options, agentPorts({ processes, env, cwd: process.cwd() }));
  }

  async function ask(
    rehearsal: Agent,
    signal = new AbortController().signal,
  ): Promise<{ reply: Reply; heard: string }> {
    const session = await rehearsal.open('wind');
    let heard = '';
    const reply = await session.ask(prompt(), {
      signal,
      onText: (delta) => {
        heard += delta;
      },
    });
    await session.close();
    return { reply, heard };
  }

  it('is built in, no model, and never fills a seat by itself', async () => {
    expect(agentKind.builtIn).toEqual({ rehearsal: { settings: {}, seatable: false } });
    expect(agent().ref).toEqual({ agent: 'rehearsal', kind: 'rehearsal', rehearsal: true });
    expect(await agent().probe(new AbortController().signal)).toMatchObject({ usable: true });
  });

  it('answers through a program of its own, the same for the same seed', async () => {
    const first = await ask(agent({ seed: 's' }));
    const second = await ask(agent({ seed: 's' }));
    expect(first.reply).toMatchObject({ status: 'answered', details: { notes: [], usage: { costMicroUsd: 0 } } });
    expect(first.reply.status === 'answered' && first.reply.text).toBe(first.heard);
    expect(second.heard).toBe(first.heard);
    expect(first.reply.details.argv).toEqual(agent().plan(prompt()).argv);
  });

  it('writes word by word at the pace that is set', async () => {
    const pieces: string[] = [];
    const session = await agent({ wordsPerSecond: 2_000 }).open('wind');
    const signal = new AbortController().signal;
    const reply = await session.ask(prompt(), { signal, onText: (delta) => pieces.push(delta) });
    await session.close();
    expect(pieces.length).toBeGreaterThan(50);
    expect(reply).toMatchObject({ status: 'answered', text: pieces.join('') });
  });

  it('refuses settings that it does not know or that make no sense together', () => {
    for (const settings of [{ speed: 1 }, { misbehave: 'dances' }, { onCall: 1 }, { wordsPerSecond: -1 }]) {
      expect(agentKind.options.safeParse(settings).success, JSON.stringify(settings)).toBe(false);
    }
  });

  const failures: Record<string, { code: string; partial?: true; retryAfterMs?: number }> = {
    hangs: { code: 'timed-out' },
    'hangs-midway': { code: 'timed-out', partial: true },
    crashes: { code: 'crashed' },
    'crashes-midway': { code: 'crashed', partial: true },
    garbage: { code: 'unreadable' },
    floods: { code: 'too-large', partial: true },
    refuses: { code: 'refused' },
    empty: { code: 'empty' },
    'lies-about-success': { code: 'crashed' },
    'rate-limited': { code: 'rate-limited', retryAfterMs: 500 },
    'not-logged-in': { code: 'not-logged-in' },
    'ignores-sigterm': { code: 'timed-out', partial: true },
  };

  it.each(sample(Object.entries(failures), 4))('fails as %s', async (misbehave, { code, partial, ...rest }) => {
    // Only where it falls silent, so that a slow start is no failure.
    const limits = { ...LIMITS, ...(code === 'timed-out' ? { firstOutputMs: partial ? 0 : 1_500, idleMs: 400 } : {}) };
    const { reply, heard } = await ask(agent({ misbehave, limits }));
    expect(reply).toMatchObject({ status: 'failed', failure: { code }, ...rest });
    expect('partial' in reply ? reply.partial : undefined).toBe(partial ? heard : undefined);
  });

  it('has a test here for every misbehaviour', () => {
    const answering = ['slow', 'lies-about-failure', 'unusable'];
    expect(Object.keys(MISBEHAVIOURS).sort()).toEqual([...Object.keys(failures), ...answering].sort());
  });

  it('keeps a complete answer although the exit code is 1, and says so', async () => {
    const { reply, heard } = await ask(agent({ misbehave: 'lies-about-failure' }));
    expect(reply).toMatchObject({
      status: 'answered',
      text: heard,
      details: { notes: ['the answer was complete, but the program ended with exit code 1'] },
    });
  });

  it('gives an answer that no format accepts', async () => {
    const { reply } = await ask(agent({ misbehave: 'unusable', limits: { ...LIMITS, maxOutputBytes: 1024 * 1024 } }));
    expect(reply.status === 'answered' && reply.text.length).toBeGreaterThan(32_000);
  });

  it('is slow without being silent, and can be cancelled in the middle', async () => {
    const controller = new AbortController();
    const session = await agent({ misbehave: 'slow' }).open('wind');
    const reply = await session.ask(prompt(), {
      signal: controller.signal,
      onText: () => setImmediate(() => controller.abort()),
    });
    await session.close();
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
    expect(reply.status === 'failed' && reply.partial).toMatch(/^“Should we/);
  });

  it.runIf(inCampaign)('misbehaves on the given call only, for each seat by itself', async () => {
    const rehearsal = agent({ misbehave: 'crashes', onCall: 2 });
    const session = await rehearsal.open('wind');
    const statuses: string[] = [];
    for (const seat of ['wind', 'wall', 'wind', 'wind']) {
      const options = { signal: new AbortController().signal, onText: () => {} };
      statuses.push((await session.ask(prompt(seat), options)).status);
    }
    await session.close();
    expect(statuses).toEqual(['answered', 'answered', 'failed', 'answered']);
  });

  it('ends its program when the session is closed', async () => {
    const session = await agent({ misbehave: 'hangs' }).open('wind');
    const reply = session.ask(prompt(), { signal: new AbortController().signal, onText: () => {} });
    await session.close();
    expect(await reply).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
  });
});
