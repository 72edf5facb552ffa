// What every kind of agent keeps to, found by their folders. Kinds that can run here are asked; the others at least say
// clearly that their program is missing.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../../src/agents/agent.ts';
import { agentRefSchema } from '../../src/domain/event-parts.ts';
import { failureSchema } from '../../src/domain/failures/failures.ts';
import { discoverAgentKinds } from '../../src/hall/compose/discover.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { SSE, startService } from '../agents/openai-http/service.ts';
import { agentPorts, aPrompt } from '../support/agents.ts';

const kinds = await discoverAgentKinds();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'debate-hall-test-'));
const seat = fileURLToPath(new URL('../fakes/takes-a-seat.mjs', import.meta.url));
const told = (behaviour: object) => JSON.stringify({ log: path.join(folder, 'calls'), as: 'it', ...behaviour });
const command = (behaviour: object) => ({
  argv: [process.execPath, seat, told(behaviour)],
  prompt: 'stdin',
  output: { format: 'json', path: 'text' },
});

const speaker = fileURLToPath(new URL('../fakes/speaks-acp.mjs', import.meta.url));
const acp = (behaviour: object) => ({ argv: [process.execPath, speaker, told(behaviour)] });

const [service, silentService] = await Promise.all([startService(), startService()]);
silentService.answers({ headers: SSE, ending: 'stalls' });

/** Settings with which a kind answers here, and with which it would take for ever; whether it streams. */
const RUNNABLE: Readonly<
  Record<string, { readonly answers: object; readonly lingers: object; readonly streams: boolean }>
> = {
  rehearsal: { answers: { wordsPerSecond: 0 }, lingers: { misbehave: 'hangs' }, streams: true },
  command: { answers: command({}), lingers: command({ until: path.join(folder, 'never') }), streams: false },
  acp: { answers: acp({}), lingers: acp({ turns: [[{ hang: true }]] }), streams: true },
  human: { answers: {}, lingers: {}, streams: false },
  'openai-http': { answers: { baseUrl: service.baseUrl }, lingers: { baseUrl: silentService.baseUrl }, streams: true },
};

const processes = createProcessRunner({ clock: systemClock, graceMs: 200 });
let personWaits = false;
const ports = agentPorts({
  processes,
  env: { PATH: folder, HOME: folder },
  cwd: folder,
  person: {
    name: 'Ada',
    write: async ({ signal }) => {
      if (personWaits) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return personWaits ? undefined : 'I say so.';
    },
  },
});
beforeAll(() => fs.mkdirSync(folder, { recursive: true }));
afterAll(async () => {
  await Promise.all([service.close(), silentService.close()]);
  await processes.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const { step } = aPrompt();
const prompt = aPrompt('# What is asked of you now\n\nSpeak.', {
  system: 'You are Wind.',
  topic: 'Should we move the shop to another town?',
  step: { ...step, seat: 'wind', task: 'speak', values: { seat: 'Wind', round: '1', rounds: '1' } },
});
const never = () => new AbortController().signal;

async function ask(agent: Agent, signal: AbortSignal, onText: (text: string) => void = () => {}) {
  const session = await agent.open('wind');
  try {
    return await session.ask(prompt, { signal, onText });
  } finally {
    await session.close();
    await session.close();
  }
}

describe.each(kinds.map((each) => [each.kind, each] as const))('agent kind %s', (name, kind) => {
  const make = (settings: unknown) => kind.create('its-name', kind.options.parse(settings), ports);

  it('refuses settings that it does not know, and accepts its own built-in ones', () => {
    expect(kind.options.safeParse({ nobodyKnowsThis: 1 }).success).toBe(false);
    for (const { settings } of Object.values(kind.builtIn)) expect(kind.options.safeParse(settings).success).toBe(true);
  });

  const runnable = RUNNABLE[name];
  if (runnable === undefined) {
    const nowhere = { path: path.join(folder, 'missing') };

    it('says that its program is missing, in the probe and when it is asked', async () => {
      const agent = make(nowhere);
      expect(agentRefSchema.parse(agent.ref)).toMatchObject({ agent: 'its-name', kind: name });
      expect(await agent.probe(never())).toMatchObject({ usable: false, failure: { code: 'not-installed' } });
      const reply = await ask(agent, never());
      expect(reply).toMatchObject({ status: 'failed', failure: { code: 'not-installed' } });
      if (reply.status === 'failed') failureSchema().parse(reply.failure);
    });

    it('plans a call without the request in its arguments', () => {
      const { argv } = make(nowhere).plan(prompt);
      expect(argv.length).toBeGreaterThan(0);
      expect(argv.join(' ')).not.toContain(prompt.topic);
    });
    return;
  }

  it('can be probed and planned without being asked', async () => {
    const agent = make(runnable.answers);
    expect(agentRefSchema.parse(agent.ref)).toMatchObject({ agent: 'its-name', kind: name });
    expect(await agent.probe(never())).toMatchObject({ usable: true });
    expect(agent.plan(prompt)).toMatchObject({ argv: expect.any(Array), env: expect.any(Array) });
    expect(fs.existsSync(path.join(folder, 'calls'))).toBe(false);
  });

  it('answers with text and a duration, and streams only text', async () => {
    personWaits = false;
    const pieces: unknown[] = [];
    const reply = await ask(make(runnable.answers), never(), (text) => pieces.push(text));
    expect(reply).toMatchObject({ status: 'answered', text: expect.stringMatching(/\S/) });
    expect(reply.details.durationMs).toBeGreaterThan(0);
    expect(pieces.length > 0).toBe(runnable.streams);
    expect(pieces.filter((piece) => typeof piece !== 'string')).toEqual([]);
    fs.rmSync(path.join(folder, 'calls'), { force: true });
  });

  it('ends soon when it is cancelled, and says so', async () => {
    personWaits = true;
    const stop = new AbortController();
    const asked = ask(make(runnable.lingers), stop.signal);
    setTimeout(() => stop.abort(), 100);
    expect(await asked).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
    fs.rmSync(path.join(folder, 'calls'), { force: true });
  });

  it('ends what it started when its session is closed', async () => {
    personWaits = true;
    const session = await make(runnable.lingers).open('wind');
    const stop = new AbortController();
    const asked = session.ask(prompt, { signal: stop.signal, onText: () => {} });
    if (name === 'human') stop.abort();
    await session.close();
    expect(await asked).toMatchObject({ status: 'failed' });
    fs.rmSync(path.join(folder, 'calls'), { force: true });
  });
});
