// What is wrong with a value is described only as far as somebody reads it, however much of it is wrong.
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { findProblems } from '../../src/domain/values/problems.ts';
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
