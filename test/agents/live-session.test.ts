// A seat in one program for a whole debate: what it is told, what it costs, and what happens when the program breaks.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FencedEntry, Prompt, Reply } from '../../src/agents/agent.ts';
import { agentKind } from '../../src/agents/kinds/claude/index.ts';
import { createSessionPool } from '../../src/agents/session/session-pool.ts';
import type { ProcessRunner } from '../../src/process/process.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { agentPorts, aPrompt } from '../support/agents.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { alive, childrenOf, stillRunning } from '../support/processes.ts';

const STAYS = fileURLToPath(new URL('../fakes/stays.sh', import.meta.url));
const LIMITS = { totalMs: 0, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 50_000 };

let folder: string;
let processes: ProcessRunner;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'live-session-'));
  processes = createProcessRunner({ clock: systemClock, graceMs: 200 });
});
afterEach(async () => {
  await processes.close();
  expect(stillRunning(heard().map(({ pid }) => pid))).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});

interface Heard {
  readonly pid: number;
  readonly message: string;
}

function heard(): Heard[] {
  const log = join(folder, 'log');
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ pid, message }) => ({ pid, message: typeof message === 'string' ? message : message.message.content }));
}

interface SeatOptions {
  readonly script?: readonly string[];
  readonly limits?: Partial<typeof LIMITS>;
  readonly settings?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly sessions?: ReturnType<typeof createSessionPool>;
}

function agent({ script = [], limits, settings, env: more, sessions }: SeatOptions = {}) {
  const env = { ...more, STAYS_LOG: join(folder, 'log'), STAYS_SCRIPT: script.join(' ') };
  const options = agentKind.options.parse({ path: STAYS, env, limits: { ...LIMITS, ...limits }, ...settings });
  const ports = { processes, env: { PATH: process.env['PATH'] }, cwd: folder };
  return agentKind.create('claude', options, agentPorts({ ...ports, ...(sessions === undefined ? {} : { sessions }) }));
}

function said(seq: number, seat: string, text: string): FencedEntry {
  return { seq, seat, text, title: `Turn of ${seat}`, round: 1, fenced: `<<<${text}>>>` };
}

/** The prompt after these turns. */
function promptAfter(...transcript: FencedEntry[]): Prompt {
  const request = `Speak for turn ${transcript.length + 1}.`;
  const user = ['The topic.', ...transcript.map(({ fenced }) => fenced), request].join('\n\n');
  return aPrompt(user, { opening: 'The topic.', transcript, request });
}

const never = new AbortController().signal;

/** A seat that answers after everything that Wind says, as in a debate. */
async function debate(options: SeatOptions, turns: number) {
  const session = await agent(options).open('wall');
  const replies: Reply[] = [];
  const transcript: FencedEntry[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    transcript.push(said(2 * turn, 'wind', `wind ${turn}`));
    const reply = await session.ask(promptAfter(...transcript), { signal: never, onText: () => {} });
    replies.push(reply);
    if (reply.status === 'answered') transcript.push(said(2 * turn + 1, 'wall', reply.text));
  }
  await session.close();
  return replies;
}

describe('a session', () => {
  test('stays in one program, which hears everything once and its own words never', async () => {
    const replies = await debate({}, 4);
    expect(replies.map(({ details }) => details.sessionTurn)).toEqual([1, 2, 3, 4]);
    expect(new Set(heard().map(({ pid }) => pid)).size).toBe(1);
    expect(heard().map(({ message }) => message)).toEqual([
      '\nThe topic.\n\n<<<wind 0>>>\n\nSpeak for turn 2.',
      '\n# What was said since\n\n<<<wind 1>>>\n\nSpeak for turn 4.',
      '\n# What was said since\n\n<<<wind 2>>>\n\nSpeak for turn 6.',
      '\n# What was said since\n\n<<<wind 3>>>\n\nSpeak for turn 8.',
    ]);
    expect(replies.map((reply) => reply.status === 'answered' && reply.text)).toEqual(
      [1, 2, 3, 4].map((number) => `Answer ${number} of a seat that stays.`),
    );
  });

  test('reports of each answer what it alone used, and the wait for the program only once', async () => {
    const replies = await debate({}, 3);
    const used = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 10, costMicroUsd: 1000 };
    expect(replies.map(({ details }) => details.usage)).toEqual([used, used, used]);
    expect(replies.map(({ details }) => details.startUpMs === undefined)).toEqual([false, true, true]);
    for (const { details } of replies) expect(details).toMatchObject({ cliVersion: '2.1.197', notes: [] });
    expect(replies[0]?.details.argv?.slice(1, 4)).toEqual(['--input-format', 'stream-json', '-p']);
    expect(agent().plan(aPrompt())).toMatchObject({ argv: replies[0]?.details.argv, stdin: 'prompt' });
  });

  test('takes a late second result of an earlier question for no answer to the next', async () => {
    const replies = await debate({ script: ['answers', 'repeats-its-last-result', 'repeats-its-last-result'] }, 3);
    expect(replies.map((reply) => reply.status === 'answered' && reply.text)).toEqual(
      [1, 2, 3].map((number) => `Answer ${number} of a seat that stays.`),
    );
    expect(replies.map(({ details }) => [details.sessionTurn, details.usage?.inputTokens])).toEqual([
      [1, 100],
      [2, 100],
      [3, 100],
    ]);
  });

  test('streams what is said while it is said', async () => {
    const session = await agent().open('wall');
    const pieces: string[] = [];
    await session.ask(promptAfter(), { signal: never, onText: (piece) => pieces.push(piece) });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe('Answer 1 of a seat that stays.');
    await session.close();
  });

  test('begins anew, in another program, when a text that it heard was redacted', async () => {
    const session = await agent().open('wall');
    const options = { signal: never, onText: () => {} };
    await session.ask(promptAfter(said(0, 'wind', 'a secret')), options);
    const redacted = { ...said(0, 'wind', ''), fenced: '<<<(redacted)>>>' };
    const prompt = { ...promptAfter(redacted, said(2, 'door', 'more')), redactions: 1 };
    const reply = await session.ask(prompt, options);
    await session.close();
    expect(reply).toMatchObject({ status: 'answered', details: { sessionTurn: 1 } });
    const [first, second] = heard();
    expect(second?.pid).not.toBe(first?.pid);
    expect(second?.message).toContain('The topic.');
    expect(second?.message).not.toContain('a secret');
  });

  test.runIf(inCi)('begins anew when its own words were redacted that it was never told', async () => {
    const session = await agent().open('wall');
    const options = { signal: never, onText: () => {} };
    await session.ask(promptAfter(), options);
    const reply = await session.ask({ ...promptAfter(), redactions: 1 }, options);
    await session.close();
    expect(reply.details.sessionTurn).toBe(1);
  });

  test('begins anew when what it heard is not for its seat any more', async () => {
    const session = await agent().open('wall');
    const options = { signal: never, onText: () => {} };
    await session.ask(promptAfter(said(0, 'wind', 'for now')), options);
    const reply = await session.ask(promptAfter(said(2, 'door', 'more')), options);
    await session.close();
    expect(reply.details.sessionTurn).toBe(1);
  });

  test('asked twice at once answers one after the other', async () => {
    const session = await agent().open('wall');
    const options = { signal: never, onText: () => {} };
    const replies = await Promise.all([session.ask(promptAfter(), options), session.ask(promptAfter(), options)]);
    await session.close();
    expect(replies.map(({ details }) => details.sessionTurn)).toEqual([1, 2]);
  });

  test.runIf(inCampaign)(
    'begins anew with a digest before the conversation outgrows the window of its model',
    async () => {
      const long = 'long '.repeat(1500);
      const session = await agent({ settings: { windowCharacters: 20_000 } }).open('wall');
      const transcript: FencedEntry[] = [];
      const turns = [];
      for (let turn = 0; turn < 4; turn += 1) {
        transcript.push(said(turn, 'wind', `${turn} ${long}`));
        const reply = await session.ask(promptAfter(...transcript), { signal: never, onText: () => {} });
        turns.push(reply.details.sessionTurn);
      }
      await session.close();
      expect(turns).toEqual([1, 2, 1, 1]);
    },
  );

  test('that is warmed up has its program before it is asked', async () => {
    const session = await agent().open('wall');
    session.warm?.(aPrompt().system);
    const reply = await session.ask(promptAfter(), { signal: never, onText: () => {} });
    await session.close();
    expect(reply).toMatchObject({ status: 'answered', details: { sessionTurn: 1 } });
  });

  test('is not begun where each question is to start a program of its own', () => {
    expect(agent({ settings: { transport: 'one-shot' } }).plan(aPrompt()).argv).not.toContain('--input-format');
  });
});

describe('a program that is too old to stay', () => {
  const TOO_OLD = { TOO_OLD: '1' };

  test.runIf(inCi)('is started for every question, and the record says why', async () => {
    const replies = await debate({ env: TOO_OLD }, 3);
    expect(replies.map(({ status }) => status)).toEqual(['answered', 'answered', 'answered']);
    expect(replies.map(({ details }) => details.sessionTurn)).toEqual([undefined, undefined, undefined]);
    expect(replies[0]?.details.notes.join()).toMatch(/does not keep running for a whole debate \(.*unknown option/);
    expect(replies[1]?.details.notes).toEqual([]);
    expect(heard()[1]?.message).toBe(
      '\nThe topic.\n\n<<<wind 0>>>\n\n<<<Answer 1 of a seat that stays.>>>\n\n<<<wind 1>>>\n\nSpeak for turn 4.',
    );
  });

  test('fails where it was told to stay', async () => {
    const [reply] = await debate({ env: TOO_OLD, settings: { transport: 'session' } }, 1);
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'unknown-option' } });
  });
});

describe('a session that breaks', () => {
  const broken = ['dies', 'dies-midway', 'kills-itself', 'garbage', 'floods'];

  test.runIf(inCi).each(broken)(
    'because the program %s fails, says that it was lost, and begins anew with everything',
    async (how) => {
      const [first, second, third] = await debate({ script: ['answers', how] }, 3);
      expect(first).toMatchObject({ status: 'answered' });
      expect(second).toMatchObject({ status: 'failed', ...(how === 'floods' ? {} : { sessionLost: true }) });
      expect(third).toMatchObject({ status: 'answered', details: { sessionTurn: 1 } });
      const [, , last] = heard();
      expect(last?.message).toContain('<<<wind 0>>>\n\n<<<Answer 1 of a seat that stays.>>>\n\n<<<wind 1>>>');
    },
  );

  test.runIf(inCampaign).each(['stalls', 'stalls-midway'])(
    'because the program %s is ended by our limits',
    async (how) => {
      const [, second, third] = await debate({ script: ['answers', how], limits: { totalMs: 5_000 } }, 3);
      expect(second).toMatchObject({ status: 'failed', failure: { code: 'timed-out' }, sessionLost: true });
      if (how === 'stalls-midway') expect(second).toMatchObject({ partial: 'Ans' });
      expect(third).toMatchObject({ status: 'answered' });
    },
  );

  test.runIf(inCi)('because of our limits, but with a whole answer at last, is no lost session', async () => {
    const replies = await debate({ script: ['answers', 'answers-when-ended'], limits: { idleMs: 3_000 } }, 3);
    expect(replies.map(({ status }) => status)).toEqual(['answered', 'answered', 'answered']);
    expect(replies[1]?.details.notes).toEqual(['the answer was complete, then the call was stopped (timed-out)']);
    expect(replies[2]?.details.sessionTurn).toBe(1);
  });

  test('between two questions is known at the next one', async () => {
    const [first, second, third] = await debate({ script: ['answers-then-dies'] }, 3);
    expect(first).toMatchObject({ status: 'answered' });
    expect(second).toMatchObject({ status: 'failed', failure: { code: 'crashed' }, sessionLost: true });
    expect(third).toMatchObject({ status: 'answered', details: { sessionTurn: 1 } });
  });

  test('at its first question has lost nothing', async () => {
    const [first, second] = await debate({ script: ['dies'] }, 2);
    expect(first).toMatchObject({ status: 'failed', failure: { code: 'crashed' } });
    expect(first).not.toHaveProperty('sessionLost');
    expect(second).toMatchObject({ status: 'answered' });
  });

  test('because the service is overloaded is no lost session, and begins anew all the same', async () => {
    const [, second, third] = await debate({ script: ['answers', 'says-overloaded'] }, 3);
    expect(second).toMatchObject({ status: 'failed', failure: { code: 'overloaded' } });
    expect(second).not.toHaveProperty('sessionLost');
    expect(third).toMatchObject({ status: 'answered', details: { sessionTurn: 1 } });
  });

  test('does not break for lines that are garbage', async () => {
    const replies = await debate({ script: ['answers-amid-garbage', 'answers-amid-garbage'] }, 3);
    expect(replies.map(({ details }) => details.sessionTurn)).toEqual([1, 2, 3]);
  });

  test('of a program that is not there fails with that reason', async () => {
    const session = await agent({ settings: { path: join(folder, 'missing') } }).open('wall');
    session.warm?.('You are the Wall.');
    const reply = await session.ask(promptAfter(), { signal: never, onText: () => {} });
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'not-installed' } });
    await session.close();
  });
});

describe('what a session leaves', () => {
  test('is nothing after a question that is cancelled in the middle', async () => {
    const session = await agent({ script: ['stalls-midway'] }).open('wall');
    const stop = new AbortController();
    const reply = await session.ask(promptAfter(), { signal: stop.signal, onText: () => stop.abort() });
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'cancelled' }, partial: 'Ans' });
    expect(stillRunning(heard().map(({ pid }) => pid))).toEqual([]);
    await session.close();
  });

  test('is nothing once it is closed, asked or not', async () => {
    const asked = await agent().open('wall');
    await asked.ask(promptAfter(), { signal: never, onText: () => {} });
    const unasked = await agent().open('door');
    unasked.warm?.('You are Door.');
    await Promise.all([asked.close(), unasked.close(), asked.close()]);
    expect(stillRunning(heard().map(({ pid }) => pid))).toEqual([]);
  });

  test.runIf(inCi)(
    'is bounded: a program beyond the places ends after its answer, and those before it stay',
    async () => {
      const sessions = createSessionPool({ maxPrograms: 2, idleMs: 60_000 });
      const options = { signal: never, onText: () => {} };
      const open = await Promise.all(['a', 'b', 'c'].map((seat) => agent({ sessions }).open(seat)));
      for (const session of open) await session.ask(promptAfter(), options);
      const [first, second, third] = heard().map(({ pid }) => pid) as [number, number, number];
      expect([first, second, third].map(alive)).toEqual([true, true, false]);
      const again = await open[2]?.ask(promptAfter(said(0, 'wind', 'more')), options);
      expect(again).toMatchObject({ status: 'answered', details: { sessionTurn: 1 } });
      await open[0]?.close();
      const settled = await open[2]?.ask(promptAfter(said(0, 'wind', 'more')), options);
      expect([settled?.status, alive(heard().at(-1)?.pid ?? 0)]).toEqual(['answered', true]);
      await Promise.all(open.map((session) => session.close()));
    },
  );

  test('is nothing of a program that was to be warmed up when there is no place for it', async () => {
    const sessions = createSessionPool({ maxPrograms: 1, idleMs: 60_000 });
    const [first, second] = await Promise.all(['a', 'b'].map((seat) => agent({ sessions }).open(seat)));
    await first?.ask(promptAfter(), { signal: never, onText: () => {} });
    second?.warm?.(aPrompt().system);
    await second?.close();
    expect(childrenOf(process.pid, 'stays.sh')).toHaveLength(1);
    await first?.close();
  });

  test('ends by itself when nobody asks for long', async () => {
    const sessions = createSessionPool({ maxPrograms: 2, idleMs: 50 });
    const session = await agent({ sessions }).open('wall');
    await session.ask(promptAfter(), { signal: never, onText: () => {} });
    const [{ pid } = { pid: 0 }] = heard();
    await expect.poll(() => alive(pid)).toBe(false);
    await session.close();
  });
});
