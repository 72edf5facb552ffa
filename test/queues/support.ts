// Debates that workers run: how they get as far as a seat that waits, and what each must be, whatever happened meanwhile.
import { expect, it, vi } from 'vitest';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { verifyDebate } from '../../src/hall/operations/records/verify-debate.ts';
import { endsWhatHangs } from '../support/limits.ts';
import { findProgram, type Program } from '../support/programs.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';

/** Each test in a database and a project of its own, so that those that wait for leases can wait beside each other. */
export const inSharedHall = it.extend<{ readonly shared: SharedHall }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from it that nothing else is needed
  shared: async ({}, use) => {
    const shared = await createSharedHall();
    await use(shared);
    await shared.remove();
  },
});

export const startsIn = (log: readonly LedgerEvent[]) => log.filter(({ type }) => type === 'run-started');

/** It is over and sound, and nobody was heard twice. */
export async function expectWhole(shared: SharedHall, threadId: string): Promise<readonly LedgerEvent[]> {
  expect(await verifyDebate(await shared.hall(), { threadId })).toMatchObject({ ok: true });
  const { log } = await shared.read(threadId);
  const keys = log.flatMap((event) => (event.type === 'turn-recorded' ? [event.data.key] : []));
  expect(new Set(keys).size).toBe(keys.length);
  expect(log.at(-1)?.type).toBe('debate-closed');
  return log;
}

/** Has each debate ask the agent "waiting", and gives the programs of that agent once all of them run. */
export async function startWaiting(shared: SharedHall, threadIds: readonly string[]): Promise<readonly Program[]> {
  const asked = shared.project.calls().length;
  for (const id of threadIds) {
    await shared.open(id, 'quick', { wall: 'waiting' });
    await shared.call('queue', 'add', id);
  }
  await vi.waitUntil(() => shared.project.calls().length === asked + threadIds.length, endsWhatHangs.expect.poll);
  const calls = shared.project.calls().slice(asked);
  return calls.map(({ pid }) => findProgram(pid) as Program);
}
