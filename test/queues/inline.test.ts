// The queue of a hall that nobody shares: what one order meets is no matter of another.
import { expect, it } from 'vitest';
import { openInlineQueue } from '../../src/platform/queues/inline/index.ts';
import { Alarm, neverAborted } from '../../src/support/wait.ts';

const LONG_MS = 60_000;

it('says of a run that met a fault that it failed, and takes the next', async () => {
  const run = async ({ threadId }: { readonly threadId: string }) => {
    if (threadId === 'faulty') throw new TypeError('It is not a function.');
    return { kind: 'done' } as const;
  };
  const queue = openInlineQueue({ worker: 'here', run, now: () => 0 });
  const order = async (threadId: string) => await queue.enqueue({ threadId, agents: [] });
  expect(await Promise.all(['faulty', 'sound'].map(order))).toEqual(['queued', 'queued']);
  const problem = { state: 'failed', code: 'internal', problem: 'It is not a function.' };
  expect(await queue.whenEnded('faulty', neverAborted)).toMatchObject(problem);
  expect(await queue.whenEnded('sound', neverAborted)).toMatchObject({ state: 'done' });
  await queue.remove('faulty');
  expect((await queue.list()).map(({ threadId }) => threadId)).toEqual(['sound']);
  await queue.close();
});

it('queues nothing where what comes before it fails, and one of those that ask at the same time', async () => {
  const queue = openInlineQueue({ worker: 'here', run: async () => ({ kind: 'done' }), now: () => 0 });
  const prepared: string[] = [];
  const order = async (name: string) =>
    await queue.enqueue({ threadId: 'd', agents: [] }, undefined, async () => {
      if (name === 'refused') throw new Error(name);
      prepared.push(name);
    });
  const results = await Promise.allSettled(['refused', 'first', 'second'].map(order));
  expect(results).toMatchObject([{ status: 'rejected' }, { value: 'queued' }, { value: expect.any(String) }]);
  expect(prepared[0]).toBe('first');
  await queue.close();
});

it('wakes whoever waits for the run of a debate when it begins and when it ends, and for no other', async () => {
  const end = new Alarm();
  const run = async () => {
    await end.wait(LONG_MS, neverAborted);
    return { kind: 'done' } as const;
  };
  const queue = openInlineQueue({ worker: 'here', run, now: () => 0 });
  const [mine, another] = [queue.alarm('d'), queue.alarm('other')];
  await queue.enqueue({ threadId: 'd', agents: [] });
  expect(await mine.changed.wait(LONG_MS, neverAborted)).toBe(true);
  end.ring();
  expect(await mine.changed.wait(LONG_MS, neverAborted)).toBe(true);
  expect((await queue.list()).map(({ state }) => state)).toEqual(['done']);
  expect(await another.changed.wait(0, neverAborted)).toBe(false);
  for (const { close } of [mine, another]) close();
  await queue.close();
});
