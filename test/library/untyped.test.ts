// What the library says to callers without types: one error with a code that names the key, before anything is opened.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  closeDebate,
  type Hall,
  HallError,
  interject,
  killDebate,
  listDebates,
  openDebate,
  openFolder,
  openFork,
  openHall,
  pick,
  planDebate,
  planFork,
  readPlan,
  readReview,
  recordOutcome,
  redact,
  runDebate,
  say,
} from '../../src/index.ts';

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
  [{ topic, material: {} }, 'material.items: is missing'],
  [{ topic, pins: [{}] }, 'pins.0'],
  [{ topic, relation: {} }, 'relation'],
  [{ topic, kept: {} }, 'kept.seed: is missing'],
  [{ topic, askedBy: '' }, 'askedBy'],
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
  [{ home: '.' }, 'home: must be an absolute path'],
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

const said = { threadId: 'rust', author: 'ana', seat: 'wall', content: 'No.' };

/** Of debates that are there: operations, and what each refuses before it looks for the debate. */
const CHANGES: [call: (...given: never[]) => Promise<unknown>, input: unknown, message: string, hint?: string][] = [
  [say, undefined, 'say cannot use what it was given: the input: is missing'],
  [say, { ...said, seat: undefined }, 'seat: is missing'],
  [say, { ...said, content: undefined }, 'content: is missing'],
  [say, { ...said, content: 5 }, 'content: must be a string, not a number'],
  [say, { ...said, author: undefined }, 'author: is missing'],
  [say, { ...said, contnt: 'No.' }, 'contnt: unknown key', 'Did you mean "content"?'],
  [pick, { threadId: 'rust', author: 'ana' }, 'seat: is missing'],
  [interject, { threadId: 'rust', author: 'ana' }, 'content: is missing'],
  [closeDebate, { threadId: 'rust', author: 'ana', synthesis: 5 }, 'synthesis: must be a string, not a number'],
  [killDebate, { threadId: 'rust', author: 'ana' }, 'reason: is missing'],
  [redact, { threadId: 'rust', author: 'ana', reason: 'private' }, 'event: is missing'],
  [redact, { threadId: 'rust', author: 'ana', reason: 'private', event: '2' }, 'event: must be a number, not a string'],
  [redact, { threadId: 'rust', author: 'ana', event: 2 }, 'reason: is missing'],
  [openFork, {}, 'threadId: is missing'],
  [openFork, { threadId: 'rust', at: '2' }, 'at: must be a number, not a string'],
  [planFork, { threadId: 'rust', seats: { wall: 'codex' } }, 'seats.wall: must be an object, not a string'],
  [recordOutcome, { threadId: 'rust', author: 'ana' }, 'turnedOut: is missing'],
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

  it.each(['refused', 'no', '', 0, 1, null, {}, []])('cannot decide on trust with %j', async (answer) => {
    const project = await mkdtemp(join(folder, 'project-'));
    await writeFile(
      join(project, 'debate-hall.config.json'),
      '{"agents":{"own":{"kind":"command","command":["own"]}}}',
    );
    const open = (trust: unknown) =>
      openHall({ cwd: project, home: folder, env: {}, trust } as Parameters<typeof openHall>[0]);
    const error = await refusal(open, () => answer);
    expect(error).toMatchObject({ code: 'bad-input', message: expect.stringContaining('neither true nor false') });
    // Nothing is remembered.
    const asked: unknown[] = [];
    const opened = await open(async (request: unknown) => void asked.push(request));
    expect([opened.loaded.trust.state, asked.length]).toEqual(['undecided', 1]);
    await opened.close();
  });

  it.each(RUNS)('cannot run a debate with %j', async (input, message, hint) => {
    expectRefusal(await refusal(runDebate, hall, input), message, hint);
  });

  it.each(CHANGES)('cannot change a debate by %o with %j', async (call, input, message, hint) => {
    expectRefusal(await refusal(call, hall, input), message, hint);
  });

  it.each([[undefined], [{}], [{ loaded: {} }], ['hall']])('cannot use %j as a hall', async (given) => {
    for (const call of [openDebate, planDebate, runDebate, say, redact, openFork])
      expectRefusal(await refusal(call, given, { topic }), 'the hall: must be what openHall returns');
  });

  it.each([
    ['wind-wall-door', 'wind, wall, door'],
    ['panel', 'a, b, c, writer'],
    ['check', 'seat-1, seat-2, seat-3'],
    ['plan', 'planner-1, planner-2'],
    ['oxford', 'proposition, opposition, judge'],
    ['asymmetric', 'experienced, fresh, convergence'],
  ])('cannot fill a seat that %s does not have', async (format, seats) => {
    const input = { topic, format, panel: { foo: { agent: 'rehearsal' } } };
    for (const call of [openDebate, planDebate]) {
      const { code, message, hint } = await refusal(call, hall, input);
      expect([code, message, hint]).toEqual(['not-found', 'This debate has no seat "foo".', `Its seats are ${seats}.`]);
    }
  });

  it('learn of every unknown option what was probably meant', async () => {
    const input = { topic, everySeat: 'rehearsal', options: { opennings: true, consensuss: true } };
    const { code, hint } = await refusal(openDebate, hall, input);
    expect(code).toBe('bad-input');
    expect(hint).toContain('opennings: Did you mean "openings"? consensuss: Did you mean "consensus"?');
  });
});

it('refuses the record of another format, what is no record, and a folder that no system has', () => {
  const record = { threadId: 'a', format: 'oxford', result: { data: {} } };
  for (const [called, message] of [
    [() => readPlan(record as never), '"a" is not a plan: its format is oxford.'],
    [() => readReview(record as never), '"a" is not a review: its format is oxford.'],
    [() => readPlan({} as never), 'readPlan cannot use what it was given'],
    [() => readReview({} as never), 'readReview cannot use what it was given'],
    [() => openFolder('/tmp/\0'), 'folder: must be the path of a folder'],
  ] as const)
    expect(called).toThrow(expect.objectContaining({ code: 'bad-input', message: expect.stringContaining(message) }));
});

it('plans nothing once its signal is aborted', async () => {
  const input = { topic, seating: 'by-hand', signal: AbortSignal.abort() };
  expect((await refusal(planDebate, hall, input)).code).toBe('cancelled');
});
