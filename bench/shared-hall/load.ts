// What processes of a shared hall ask of its database, and what one database can take: the figures of docs/team-hall/guarantees.md.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { Database } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { migrateQueue } from '../../src/platform/queues/pgboss/boss.ts';
import { type NetworkLine, openLine } from '../../test/support/network-line.ts';
import { type Postgres, startPostgres } from '../../test/support/postgres.ts';
import { CLI, openDebate, programPath, turn } from '../built.ts';
import { median, percentile } from '../measure.ts';
import { figureRow, mostRow, type Row } from '../report.ts';
import { AGENTS, longDebate, type TemporaryHall, temporaryHall } from '../temporary-hall.ts';

const RUNS = 20;
/** What belongs to a start is over by then. */
const SETTLE_MS = 5_000;
const IDLE_MS = 30_000;
const SATURATED_MS = 10_000;
const WRITERS = 4;
const DEBATES_EACH = 8;
/** A turn of some 600 characters, with what the ledger says of it. */
const LINE_BYTES = 1_100;
/** What an agent says in a quarter of a second. */
const PIECE_BYTES = 200;
const NOTICES = 200;
/** A debate of so many turns, and how many of them are weighed. */
const TURNS = 20;
const CHARACTERS = 4_000;
const WEIGHED = 50;

const DOCS = new URL('../../docs/', import.meta.url);
const PROSE = readdirSync(DOCS)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(new URL(name, DOCS), 'utf8'))
  .join('');

const variables = (url: string) => ({ DEBATE_HALL_STORE: 'postgres', DEBATE_HALL_DATABASE_URL: url });
const behind = ({ port }: NetworkLine) => `postgres://hall@127.0.0.1:${port}/postgres`;

/** A process of the hall whose statements and connections are seen. */
async function startProcess(server: Postgres, { folder }: TemporaryHall, args: readonly string[]) {
  writeFileSync(path.join(folder, 'debate-hall.config.json'), JSON.stringify({ agents: AGENTS }));
  const line = await openLine(server.socket);
  const env = { PATH: process.env['PATH'], HOME: folder, DEBATE_HALL_TRUST: folder, ...variables(behind(line)) };
  const child = spawn(process.execPath, [CLI, ...args], { cwd: folder, env, stdio: 'ignore' });
  return {
    line,
    async end() {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('close', resolve));
      await line.close();
    },
  };
}

async function statementsIn(line: NetworkLine): Promise<number> {
  await pause(SETTLE_MS);
  line.said.length = 0;
  await pause(IDLE_MS);
  return line.said.length / (IDLE_MS / 1_000);
}

async function order(hall: Hall, threadId: string, agent: string): Promise<void> {
  const { signal } = new AbortController();
  await openDebate(hall, {
    topic: 'Should we?',
    threadId,
    recipe: 'quick',
    everySeat: agent,
    seating: 'agents',
    signal,
  });
  await (await hall.queue()).enqueue({ threadId, agents: [agent] });
}

/** A worker that has nothing to do, one with a run whose agent thinks, and one with many runs. */
async function measureWorker(server: Postgres, place: TemporaryHall): Promise<Row[]> {
  const { hall } = place;
  const queue = await hall.queue();
  const worker = await startProcess(server, place, ['worker', '--grace', '0', '--concurrency', String(RUNS)]);
  while ((await queue.workers()).length === 0) await pause(100);
  const idle = await statementsIn(worker.line);
  await order(hall, 'thinks', 'silent');
  while ((await queue.list({ threadId: 'thinks', states: ['running'] })).length === 0) await pause(100);
  const thinking = await statementsIn(worker.line);
  await queue.cancel('thinks');
  for (let index = 0; index < RUNS; index += 1) await order(hall, `run-${index}`, 'rehearsal');
  const { signal } = new AbortController();
  for (let index = 0; index < RUNS; index += 1) await queue.whenEnded(`run-${index}`, signal);
  const connections = worker.line.mostConnections();
  await worker.end();
  const each = (perSecond: number) => `${perSecond.toFixed(2)} a second`;
  return [
    mostRow('statements of a worker without a run', idle, 1, each),
    figureRow('statements of a run in a worker while an agent thinks', each(thinking - idle)),
    mostRow(`connections of a worker with ${RUNS} runs`, connections, 6, String),
  ];
}

/** English as people write it, which databases compress less than repeated words. */
function proseOf(number: number): string {
  const start = (number * CHARACTERS) % (PROSE.length - CHARACTERS);
  return PROSE.slice(start, start + CHARACTERS);
}

async function sizeOf(database: Database): Promise<{ readonly disk: number; readonly log: number }> {
  const [size] = await database.query<{ disk: string; log: string }>(
    `select sum(pg_total_relation_size(c.oid))::bigint as disk, pg_current_wal_lsn() - '0/0'::pg_lsn as log
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('debate_hall', 'debate_hall_queue') and c.relkind = 'r'`,
  );
  return { disk: Number(size?.disk), log: Number(size?.log) };
}

/** What debates take on disk, and what their events add to the log from which Postgres recovers and replicates. */
async function measureSize(database: Database, { hall }: TemporaryHall): Promise<Row[]> {
  const before = await sizeOf(database);
  let bytes = 0;
  for (let index = 0; index < WEIGHED; index += 1) {
    const id = `weighed-${index}`;
    await longDebate(hall, id, 1, CHARACTERS);
    for (let number = 1; number < TURNS; number += 1) {
      const content = proseOf(index * TURNS + number);
      await hall.engine.dispatch(id, { ...turn(number, CHARACTERS), content });
    }
    bytes += Buffer.byteLength((await hall.store.read(id))?.text ?? '');
  }
  await database.query('checkpoint');
  const after = await sizeOf(database);
  const events = WEIGHED * TURNS;
  const kilobytes = (count: number) => `${(count / 1_024).toFixed(1)} KB`;
  return [
    figureRow(
      `on disk, with indexes, for each byte of a ledger of ${TURNS} turns of ${CHARACTERS.toLocaleString('en')} characters`,
      `${((after.disk - before.disk) / bytes).toFixed(2)} bytes`,
    ),
    figureRow(
      `log of the database for each turn, of ${kilobytes(bytes / events)} in the ledger`,
      kilobytes((after.log - before.log) / events),
    ),
  ];
}

/** How long somebody who watches the hall waits for the notice of an append, p50 / p95. */
async function measureNotices(hall: Hall, threadId: string): Promise<string> {
  await longDebate(hall, threadId, 1, CHARACTERS);
  let heard = () => {};
  const watch = hall.store.watch((id) => {
    if (id === threadId) heard();
  });
  const times: number[] = [];
  for (let number = 1; number <= NOTICES; number += 1) {
    const notice = new Promise<void>((resolve) => {
      heard = resolve;
    });
    await hall.engine.dispatch(threadId, turn(number, CHARACTERS));
    const writtenAt = performance.now();
    await notice;
    times.push(performance.now() - writtenAt);
  }
  watch.close();
  return `${median(times).toFixed(0)} ms / ${percentile(times, 0.95).toFixed(0)} ms`;
}

async function countLines(database: Database): Promise<number> {
  const [row] = await database.query<{ lines: string }>('select sum(lines) as lines from debate_hall.debate');
  return Number(row?.lines);
}

/** How many pieces of live feeds it takes; each is a row and a notice. */
async function measureFeeds(database: Database): Promise<Row> {
  const until = performance.now() + SATURATED_MS;
  const lines = 'a'.repeat(PIECE_BYTES);
  const statement = {
    name: 'piece',
    text: "insert into debate_hall.feed (hall, id, lines) values ('default', $1, $2)",
  };
  const write = async (id: string) => {
    let count = 0;
    for (; performance.now() < until; count += 1) await database.query(statement, [id, lines]);
    return count;
  };
  const counts = await Promise.all(Array.from({ length: DEBATES_EACH }, (_, index) => write(`feed-${index}`)));
  const perSecond = counts.reduce((sum, count) => sum + count, 0) / (SATURATED_MS / 1_000);
  return figureRow(
    'pieces of live feeds that one process writes, each with a notice',
    `${Math.round(perSecond).toLocaleString('en')} a second`,
  );
}

/** How many appends one database takes, and how long a notice is on its way then. */
async function measureSaturation(
  server: Postgres,
  database: Database,
  { folder, hall }: TemporaryHall,
): Promise<Row[]> {
  const quiet = await measureNotices(hall, 'quiet');
  const program = programPath('append-lines.mjs');
  const env = { PATH: process.env['PATH'], HOME: folder, DEBATE_HALL_TRUST: folder, ...variables(server.url) };
  const writers = Array.from({ length: WRITERS }, (_, index) =>
    spawn(process.execPath, [program, folder, `writer-${index}`, String(DEBATES_EACH), String(LINE_BYTES)], {
      ...{ cwd: folder, env, stdio: ['pipe', 'ignore', 'inherit'] },
    }),
  );
  const opened = async () => (await hall.store.list()).items.filter((id) => id.startsWith('writer-')).length;
  while ((await opened()) < WRITERS * DEBATES_EACH) await pause(100);
  const before = await countLines(database);
  await pause(SATURATED_MS);
  const written = (await countLines(database)) - before;
  const busy = await measureNotices(hall, 'busy');
  for (const { stdin } of writers) stdin?.end();
  await Promise.all(writers.map((writer) => new Promise((resolve) => writer.once('close', resolve))));
  return [
    figureRow(
      `appends of ${WRITERS} processes to ${DEBATES_EACH} debates each, all on one machine with the database`,
      `${Math.round(written / (SATURATED_MS / 1_000)).toLocaleString('en')} a second`,
    ),
    figureRow('from an append to its notice in another connection, p50 / p95', quiet),
    figureRow('the same beside these processes', busy),
  ];
}

export async function measureSharedHall(): Promise<Row[]> {
  const server = await startPostgres({ durable: true });
  const database = new Database(server);
  await migrate(database);
  await migrateQueue(database);
  const place = await temporaryHall(variables(server.url));
  try {
    return [
      ...(await measureWorker(server, place)),
      ...(await measureSize(database, place)),
      ...(await measureSaturation(server, database, place)),
      await measureFeeds(database),
    ];
  } finally {
    await place.close();
    await database.close();
    await server.remove();
  }
}
