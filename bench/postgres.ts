// What a hall in a database costs beside one in a folder, and how much it asks of the database while nothing is written.
import type { Hall } from '../src/hall/operations/hall.ts';
import { Database } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { type NetworkLine, openLine } from '../test/support/network-line.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { openDebate, runThread, turn, watchDebate } from './built.ts';
import { interleave, type Side, timed } from './measure.ts';
import { mostRow, type Row, ratioRow } from './report.ts';
import { longDebate, temporaryHall } from './temporary-hall.ts';

const CHARACTERS = 600;
/** Of such a turn in the ledger. */
const LINE_BYTES = 1_100;
const ROUNDS = 101;
const DEBATES = 8;
const EARLY = 10;
const LATE = 1_000;
const IDLE_MS = 30_000;
const RUNS = 20;

/** Appends one turn to each of some new debates that have so many turns. */
async function writerTo(hall: Hall, name: string, turns: number, debates = 1): Promise<Side> {
  const threadIds = Array.from({ length: debates }, (_, index) => `${name}-${index}`);
  for (const id of threadIds) await longDebate(hall, id, turns, CHARACTERS);
  let written = turns;
  return () => {
    const number = written;
    written += 1;
    return timed(() => Promise.all(threadIds.map((id) => hall.engine.dispatch(id, turn(number, CHARACTERS)))));
  };
}

/** The least that a database can do: one row with the same text, in a commit of its own, on a connection that is open. */
async function bareWriter(database: Database): Promise<Side> {
  await database.query(
    'create table debate_hall.bare (n bigint generated always as identity primary key, text text not null)',
  );
  const statement = { name: 'bare', text: 'insert into debate_hall.bare (text) values ($1)' };
  const text = 'a'.repeat(LINE_BYTES);
  return () => timed(() => database.query(statement, [text]));
}

async function measureAppends(folder: Hall, shared: Hall, database: Database): Promise<Row[]> {
  const sides = async (...shape: [name: string, turns: number, debates?: number]) => ({
    shared: await writerTo(shared, ...shape),
    folder: await writerTo(folder, ...shape),
  });
  const one = await interleave({ ...(await sides('one', EARLY)), bare: await bareWriter(database) }, ROUNDS);
  const many = await interleave(await sides('many', EARLY, DEBATES), ROUNDS);
  const late = await writerTo(shared, 'late', LATE);
  const long = await interleave({ late, early: await writerTo(shared, 'early', EARLY) }, ROUNDS);
  return [
    ratioRow('append in Postgres against a folder, one writer', one.shared, one.folder, 2),
    ratioRow('append in Postgres, one writer, against a bare insert and commit', one.shared, one.bare),
    ratioRow(
      `append in Postgres against a folder, ${DEBATES} debates at the same time`,
      many.shared,
      many.folder,
      1.43,
    ),
    ratioRow(`append turn ${LATE.toLocaleString('en')} against turn ${EARLY} in Postgres`, long.late, long.early, 1.2),
  ];
}

/** Statements of one kind in each second of a time in which nothing is written. */
async function statementsIn(line: NetworkLine, kind: RegExp): Promise<number> {
  line.said.length = 0;
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  return line.said.filter((statement) => kind.test(statement)).length / (IDLE_MS / 1_000);
}

/** Somebody follows a debate that another process runs, whose agent thinks. */
async function measureIdle(running: Hall, watching: Hall, lines: { running: NetworkLine; watching: NetworkLine }) {
  const stop = new AbortController();
  const { signal } = stop;
  await openDebate(running, { topic: 'Should we?', threadId: 'idle', everySeat: 'silent', seating: 'agents', signal });
  const run = runThread(running, { threadId: 'idle', signal, listen: () => {} });
  const heard: unknown[] = [];
  const following = (async () => {
    for await (const each of watchDebate(watching, 'idle', signal)) heard.push(each);
  })();
  while (heard.length < 2) await new Promise((resolve) => setTimeout(resolve, 100));
  const [reads, asked] = await Promise.all([
    statementsIn(lines.running, /^select/i),
    statementsIn(lines.watching, /./),
  ]);
  stop.abort();
  await Promise.all([run, following]);
  const each = (perSecond: number) => `${perSecond.toFixed(2)} a second`;
  return [
    mostRow('reads of a running debate while an agent thinks', reads, 0.2, each),
    mostRow('statements of somebody who follows it', asked, 1, each),
  ];
}

async function measureConnections(hall: Hall, line: NetworkLine): Promise<Row> {
  const { signal } = new AbortController();
  let most = 0;
  const runs = Array.from({ length: RUNS }, async (_, index) => {
    const threadId = `run-${index}`;
    await openDebate(hall, { topic: 'Should we?', threadId, everySeat: 'rehearsal', seating: 'agents', signal });
    const listen = () => {
      most = Math.max(most, line.connections());
    };
    await runThread(hall, { threadId, signal, listen });
  });
  await Promise.all(runs);
  return mostRow(`connections of a process that runs ${RUNS} debates`, most, 6, String);
}

export async function measurePostgres(): Promise<Row[]> {
  const server = await startPostgres({ durable: true });
  const database = new Database({ url: server.ordinaryUrl });
  await migrate(database);
  const lines = { running: await openLine(server.socket), watching: await openLine(server.socket) };
  const openShared = async (url: string) =>
    await temporaryHall({ DEBATE_HALL_STORE: 'postgres', DEBATE_HALL_DATABASE_URL: url });
  const behind = ({ port }: NetworkLine) => `postgres://team@127.0.0.1:${port}/postgres`;
  const folder = await temporaryHall();
  const shared = await openShared(server.ordinaryUrl);
  const running = await openShared(behind(lines.running));
  const watching = await openShared(behind(lines.watching));
  try {
    return [
      ...(await measureAppends(folder.hall, shared.hall, database)),
      ...(await measureIdle(running.hall, watching.hall, lines)),
      await measureConnections(running.hall, lines.running),
    ];
  } finally {
    for (const each of [folder, shared, running, watching]) await each.close();
    for (const line of Object.values(lines)) await line.close();
    await database.close();
    await server.remove();
  }
}
