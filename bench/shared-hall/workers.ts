// How many debates workers get through, by how many workers there are.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Postgres } from '../../test/support/postgres.ts';
import { CLI, openDebate } from '../built.ts';
import { AGENTS, temporaryHall } from '../temporary-hall.ts';
import { createDatabase, variablesOf } from './sizes.ts';

const CONCURRENCY = 4;

export interface Throughput {
  readonly workers: number;
  readonly debates: number;
  readonly seconds: number;
}

/** Rehearsals whose agents answer at once, so that nothing but the hall's own work takes time. */
export async function measureThroughput(server: Postgres, workers: number, debates: number): Promise<Throughput> {
  const url = await createDatabase(server, `workers_${workers}`);
  const { hall, folder, close } = await temporaryHall(variablesOf(url));
  writeFileSync(path.join(folder, 'debate-hall.config.json'), JSON.stringify({ agents: AGENTS }));
  const env = { PATH: process.env['PATH'], HOME: folder, DEBATE_HALL_TRUST: folder, ...variablesOf(url) };
  const queue = await hall.queue();
  const { signal } = new AbortController();
  const ids = Array.from({ length: debates + workers }, (_, index) => `run-${index}`);
  for (const threadId of ids) {
    const seats = { everySeat: 'rehearsal', seating: 'agents' } as const;
    await openDebate(hall, { topic: 'Should we?', threadId, recipe: 'quick', ...seats, signal });
  }
  const order = async (threadId: string) => await queue.enqueue({ threadId, agents: ['rehearsal'] });
  const started = Array.from({ length: workers }, () =>
    spawn(process.execPath, [CLI, 'worker', '--grace', '0', '--concurrency', String(CONCURRENCY)], {
      ...{ cwd: folder, env, stdio: 'ignore' },
    }),
  );
  try {
    while ((await queue.workers()).length < workers) await pause(100);
    // What is loaded at the first run is loaded by then.
    for (const threadId of ids.slice(debates)) await order(threadId);
    for (const threadId of ids.slice(debates)) await queue.whenEnded(threadId, signal);
    const begun = performance.now();
    for (const threadId of ids.slice(0, debates)) await order(threadId);
    for (const threadId of ids.slice(0, debates)) await queue.whenEnded(threadId, signal);
    return { workers, debates, seconds: (performance.now() - begun) / 1_000 };
  } finally {
    for (const worker of started) {
      const ended = once(worker, 'exit');
      worker.kill('SIGTERM');
      await ended;
    }
    await close();
  }
}
