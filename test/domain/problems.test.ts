// What is wrong with a value is described only as far as somebody reads it, however much of it is wrong.
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { storageError } from '../../src/domain/failures/storage-error.ts';
import { findProblems, joinHints, problemSentence } from '../../src/domain/values/problems.ts';
import { badArguments } from '../../src/doors/mcp/errors.ts';
import { readJsonBody } from '../../src/net/server/body.ts';

const MANY = 20_000;
const keys = Array.from({ length: MANY }, (_, index) => `wrong${index}`);
const wide = Object.fromEntries(keys.map((key) => [key, 1]));
const deep = keys.map((key) => ({ [key]: 1 }));

const one = z.strictObject({ name: z.string().optional() });

afterEach(() => vi.restoreAllMocks());

/** For how many unknown keys a likely right one is looked for while this is done. */
async function countDescribed(work: () => unknown): Promise<number> {
  const lower = vi.spyOn(String.prototype, 'toLowerCase');
  await Promise.resolve(work()).catch(() => undefined);
  const count = lower.mock.contexts.filter((word) => String(word).startsWith('wrong')).length;
  vi.restoreAllMocks();
  return count;
}

const post = (value: unknown) =>
  new Request('http://127.0.0.1/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });

describe('so many unknown keys are described, and no more', () => {
  it.each([
    ['of an object', 5, () => findProblems(one, wide, 5)],
    ['of the objects of a list', 5, () => findProblems(z.array(one), deep, 5)],
    ['of one branch of several', 5, () => findProblems(z.union([z.string(), z.array(one)]), deep, 5)],
    ['of a request', 5, () => readJsonBody(post(wide), one)],
    ['of the arguments of a tool', 10, () => badArguments('tool', one, wide)],
  ])('%s', async (_, most, work) => {
    expect(await countDescribed(work)).toBe(most);
  });
});

const shape = z.strictObject({
  names: z.array(z.string()).min(1).max(2).optional(),
  word: z.string().min(1).optional(),
  pick: z
    .discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })])
    .optional(),
  either: z.union([z.string(), z.number()]).optional(),
  share: z.number().optional(),
});

describe('what is wrong is said in words', () => {
  it.each([
    [{ names: [] }, 'names: must have at least 1 entry'],
    [{ names: ['a', 'b', 'c'] }, 'names: must have at most 2 entries'],
    [{ word: '' }, 'word: must have at least 1 character'],
    [{ share: Number.NaN }, 'share: must be a number, not NaN'],
    [{ share: -Infinity }, 'share: must be a number, not -Infinity'],
    [{ pick: { kind: 'c' } }, 'pick.kind: must be "a" or "b"'],
    [{ pick: {} }, 'pick.kind: is missing'],
    [{ either: true }, 'either: must be a string or a number, not a boolean'],
  ])('%j', (value, expected) => {
    expect(findProblems(shape, value, 5).map((problem) => problemSentence(problem, 'it'))).toEqual([expected]);
  });

  it.each([
    ['hall', '^Free some space, then resume. Everything recorded so far is safe.'],
    ['new', 'choose another folder with --hall; then try again.'],
    ['state', 'then try again.'],
  ] as const)('a full disk, %s', (place, expected) => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    expect(storageError(full, 'write', place)).toMatchObject({ hint: expect.stringMatching(`${expected}$`) });
  });

  it('of several unknown names each has its own likely one', () => {
    const hintFor = (value: unknown) => joinHints(findProblems(shape, value, 5));
    expect(hintFor({ nmes: 1 })).toBe('Did you mean "names"?');
    expect(hintFor({ nmes: 1, wrd: 1 })).toBe('nmes: Did you mean "names"? wrd: Did you mean "word"?');
    expect(hintFor({ word: 1 })).toBeUndefined();
  });
});
