// What the page of `debate-hall view` costs the server in a hall of 1,000 debates, and how far behind a run its tabs are.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createParser } from 'eventsource-parser';
import type { StreamMessage } from '../src/domain/hall-page/stream.ts';
import { CLI, openDebate } from './built.ts';
import { percentile, timesOf } from './measure.ts';
import { limitRow, mostRow, type Row } from './report.ts';
import { longDebate, type TemporaryHall, temporaryHall } from './temporary-hall.ts';

const DEBATES = 1_000;
const TURNS = 12;
const CHARACTERS = 1_400;
/** CPU time of one call. */
const MOST_MS = 50;
const MOST_LAG_MS = 150;
const MOST_LATE_MS = 500;
const CALLS = 20;
const ROUNDS = 3;
/** Linux counts the CPU time of a process in these. */
const MS_PER_TICK = 10;

const envOf = (folder: string) => ({ PATH: process.env['PATH'] ?? '', HOME: folder });

interface Served {
  readonly pid: number;
  readonly get: (path: string) => Promise<Response>;
  close(): Promise<void>;
}

async function signIn(address: string) {
  const { origin, hash } = new URL(address);
  const response = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ code: hash.slice(1) }),
  });
  const { token } = (await response.json()) as { token: string };
  return (path: string) => fetch(origin + path, { headers: { authorization: `Bearer ${token}` } });
}

async function serve(folder: string): Promise<Served> {
  const child = spawn(process.execPath, [CLI, 'view', '--print-url'], { cwd: folder, env: envOf(folder) });
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    pid: child.pid as number,
    get: await signIn(String(address).trim()),
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
}

function cpuMs(pid: number): number {
  // After the name, which may hold anything: state is the third field, user and system time the 14th and 15th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** The mean of several calls, several times, after one that reads what it has to. */
async function costOf({ pid, get }: Served, path: string) {
  await (await get(path)).text();
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = cpuMs(pid);
    for (let call = 0; call < CALLS; call += 1) await (await get(path)).text();
    costs.push((cpuMs(pid) - before) / CALLS);
  }
  return timesOf(costs);
}

/** Milliseconds from the moment at which a run in another process told something to its arrival in a tab. */
async function lagsOf({ get }: Served, { hall, folder }: TemporaryHall): Promise<readonly number[]> {
  const threadId = 'followed';
  await openDebate(hall, { threadId, topic: 'Should we?', recipe: 'quick', everySeat: 'rehearsal', seating: 'agents' });
  const { body } = await get(`/api/live?follow=${threadId}`);
  const run = spawn(process.execPath, [CLI, 'resume', threadId, '-q'], {
    cwd: folder,
    env: envOf(folder),
    stdio: 'ignore',
  });
  const ended = once(run, 'exit');
  const lags: number[] = [];
  let isOver = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      const message = JSON.parse(data) as StreamMessage;
      const events = message.type === 'live' ? message.events : [];
      for (const { at } of events) if (at !== undefined) lags.push(Date.now() - Date.parse(at));
      isOver ||= events.some(({ type }) => type === 'run-ended');
    },
  });
  const decoder = new TextDecoder();
  for await (const part of body ?? []) {
    parser.feed(decoder.decode(part, { stream: true }));
    if (isOver) break;
  }
  await ended;
  return lags;
}

export async function measureView(): Promise<Row[]> {
  const temporary = await temporaryHall();
  const { hall, folder, close } = temporary;
  try {
    for (let index = 0; index < DEBATES; index += 1) {
      const decided = { topic: `Should we use tool ${index}?`, decision: `We use tool ${index} with a ledger.` };
      await longDebate(hall, `debate-${index}`, TURNS, CHARACTERS, decided);
    }
    const served = await serve(folder);
    const list = await costOf(served, '/api/debates?limit=100');
    const all = await costOf(served, '/api/debates?limit=1000');
    const search = await costOf(served, '/api/debates?q=ledger%20lock&limit=100');
    const lags = await lagsOf(served, temporary);
    await served.close();
    return [
      limitRow('view: CPU of the list, 100 of 1,000 debates', list, MOST_MS),
      limitRow('view: CPU of the whole list, 1,000 debates', all, MOST_MS),
      limitRow('view: CPU of a search, 1,000 debates of 17 kB', search, MOST_MS),
      limitRow('view: from a run to a tab, median', timesOf(lags), MOST_LAG_MS),
      mostRow('view: from a run to a tab, 95th percentile', percentile(lags, 0.95), MOST_LATE_MS, (ms) => `${ms} ms`),
    ];
  } finally {
    await close();
  }
}
