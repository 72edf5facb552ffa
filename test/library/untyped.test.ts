// What the library says to callers without types: one error with a code that names the key, before anything is opened.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Hall, HallError, listDebates, openDebate, openHall, planDebate, runDebate } from '../../src/index.ts';

let folder: string;
let hall: Hall;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'debate-hall-untyped-'));
  hall = await openHall({ cwd: folder, home: folder, env: {} });
});
afterAll(async () => {
  await hall.close();
  await rm(folder, { recursive: true, force: true });
});

const topic = 'Should we?';

async function refusal(call: (...given: never[]) => Promise<unknown>, ...given: unknown[]): Promise<HallError> {
  const error = await (call as (...given: unknown[]) => Promise<unknown>)(...given).catch((thrown: unknown) => thrown);
  if (error instanceof HallError) return error;
  throw new Error(`not a HallError: ${String(error)}`);
}

const INPUTS: [input: unknown, message: string, hint?: string][] = [
  [undefined, 'the input: is missing'],
  [5, 'the input: must be an object, not a number'],
  [{}, 'topic: is missing'],
  [{ topic: undefined }, 'topic: is missing'],
  [{ topic: null }, 'topic: must be a string, not null'],
  [{ topic, formt: 'oxford' }, 'formt: unknown key', 'Did you mean "format"?'],
  [{ topic, seats: 5 }, 'seats: unknown key'],
  [{ topic, seats: { wnd: 'rehearsal' } }, 'seats: unknown key'],
  [{ topic, panel: { wind: 'rehearsal' } }, 'panel.wind: must be an object, not a string'],
  [{ topic, agents: ['rehearsal'] }, 'agents.0: must be an object, not a string'],
  [{ topic, agents: [{ agent: 'rehearsal', modle: 'x' }] }, 'agents.0.modle: unknown key', 'Did you mean "model"?'],
  [{ topic, options: 5 }, 'options: must be an object, not a number'],
  [{ topic, question: { options: 5 } }, 'question.options: must be a list, not a number'],
  [{ topic, question: { anser: 'choice' } }, 'question.anser: unknown key', 'Did you mean "answer"?'],
  [{ topic, tags: 5 }, 'tags: must be a list, not a number'],
  [{ topic, tags: 'backend' }, 'tags: must be a list, not a string'],
  [{ topic, context: 5 }, 'context: must be a list, not a number'],
  [{ topic, context: 'src' }, 'context: must be a list, not a string'],
  [{ topic, read: [5] }, 'read.0: must be a string, not a number'],
  [{ topic, seating: 'by hand' }, 'seating: must be "agents" or "by-hand"', 'Did you mean "by-hand"?'],
  [{ topic, seating: '' }, 'seating: must be "agents" or "by-hand"'],
  [{ topic, signal: 5 }, 'signal: must be of the class AbortSignal'],
  [{ topic, stdin: 'text' }, 'stdin: must be a function'],
];

const HALLS: [options: unknown, message: string, hint?: string][] = [
  [null, 'the options: must be an object, not null'],
  [5, 'the options: must be an object, not a number'],
  [{ cwd: 5 }, 'cwd: must be a string, not a number'],
  [{ cdw: '.' }, 'cdw: unknown key', 'Did you mean "cwd"?'],
  [{ settings: { a: 1 } }, 'settings: must be a list, not an object'],
  [{ settings: [{ name: 'format', path: 'format', value: 'x' }] }, 'settings.0.path: must be a list, not a string'],
  [{ env: 'A=1' }, 'env: must be an object, not a string'],
  [{ trust: 'yes' }, 'trust: '],
  [{ runs: 'everywhere' }, 'runs: must be "elsewhere" or "queued" or "worker"'],
];

const RUNS: [input: unknown, message: string, hint?: string][] = [
  [undefined, 'the input: is missing'],
  ['rust', 'the input: must be an object, not a string'],
  [{}, 'threadId: is missing'],
  [{ thredId: 'rust' }, 'thredId: unknown key', 'Did you mean "threadId"?'],
  [{ threadId: 'rust', limits: { usd: 5 } }, 'limits.usd: unknown key'],
  [{ threadId: 'rust', listen: true }, 'listen: must be a function'],
  [{ threadId: 'rust', reseat: { wall: 'codex' } }, 'reseat.wall: must be an object, not a string'],
];

function expectRefusal(error: HallError, message: string, hint?: string): void {
  expect(error.code).toBe('bad-input');
  expect(error.message).toContain(message);
  expect(error.hint).toMatch(/\w/);
  if (hint !== undefined) expect(error.hint).toBe(hint);
}

describe('callers without types', () => {
  it.each(INPUTS)('cannot open or plan a debate with %j', async (input, message, hint) => {
    for (const call of [openDebate, planDebate]) expectRefusal(await refusal(call, hall, input), message, hint);
    expect(await listDebates(hall)).toEqual([]);
  });

  it.each(HALLS)('cannot open a hall with %j', async (options, message, hint) => {
    expectRefusal(await refusal(openHall, options), message, hint);
  });

  it.each(RUNS)('cannot run a debate with %j', async (input, message, hint) => {
    expectRefusal(await refusal(runDebate, hall, input), message, hint);
  });

  it.each([[undefined], [{}], [{ loaded: {} }], ['hall']])('cannot use %j as a hall', async (given) => {
    for (const call of [openDebate, planDebate, runDebate])
      expectRefusal(await refusal(call, given, { topic }), 'the hall: must be what openHall returns');
  });

  it('learn of every unknown option what was probably meant', async () => {
    const input = { topic, everySeat: 'rehearsal', options: { opennings: true, consensuss: true } };
    const { code, hint } = await refusal(openDebate, hall, input);
    expect(code).toBe('bad-input');
    expect(hint).toContain('opennings: Did you mean "openings"? consensuss: Did you mean "consensus"?');
  });
});
