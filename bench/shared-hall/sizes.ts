// What requests of a shared hall cost its server, by how many debates there are.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Database } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { migrateQueue } from '../../src/platform/queues/pgboss/boss.ts';
import { databaseIn, type Postgres } from '../../test/support/postgres.ts';
import { CLI, turn } from '../built.ts';
import { openByHand, type TemporaryHall, temporaryHall } from '../temporary-hall.ts';
import { fillHall, nameOf, rareWord } from './fill.ts';
import { type Served, startServer } from './served.ts';

const AGAIN = 10;
/** By turns without a page and with one, so that a collection of garbage falls on both alike. */
const ROUNDS = 6;
/** With its opening, as all other debates of the hall. */
const EVENTS = 13;
const GATHER_MS = 200;
const LOOK_MS = 500;

export type Figures = Readonly<Record<string, string>>;

const ms = (value: number) => `${Math.round(value)} ms`;
const pair = (first: number, again: number) =>
  `${Math.round(first)} / ${again < 10 ? again.toFixed(1) : Math.round(again)} ms`;

export const variablesOf = (url: string) => ({
  DEBATE_HALL_STORE: 'postgres',
  DEBATE_HALL_QUEUE: 'postgres',
  DEBATE_HALL_DATABASE_URL: url,
});

/** A database of its own, with tables, for a user for whom the walls between halls hold. */
export async function createDatabase(server: Postgres, name: string): Promise<string> {
  const root = new Database({ url: server.url });
  await root.query(`create database ${name} owner team`);
  await root.close();
  const { ordinaryUrl } = databaseIn(server.place, name);
  const database = new Database({ url: ordinaryUrl, hall: '*' });
  await migrate(database);
  await migrateQueue(database);
  await database.close();
  return ordinaryUrl;
}

/** The first call, and the mean of later ones. */
async function costOf({ cost, get }: Served, path: string): Promise<string> {
  const call = async () => await (await get(path)).text();
  const first = await cost(call);
  const again = await cost(async () => {
    for (let index = 0; index < AGAIN; index += 1) await call();
  });
  return pair(first, again / AGAIN);
}

async function whenIndexed(database: Database): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ left: string }>(
      'select count(*) as left from debate_hall.debate where searched is distinct from lines',
    );
    if (row?.left === '0') return;
    await pause(LOOK_MS);
  }
}

/** What the server spends on each event of whole debates, without a page that is open and with one. */
async function costOfEvents(served: Served, write: (number: number) => Promise<void>): Promise<string> {
  const round = async () => {
    for (let number = 0; number < EVENTS; number += 1) {
      await write(number);
      await pause(GATHER_MS);
    }
  };
  const costWithPage = async () => {
    const tab = new AbortController();
    const { body } = await served.get('/api/live', { signal: tab.signal });
    const reading = (async () => {
      for await (const _ of body ?? []);
    })().catch(() => {});
    await pause(GATHER_MS);
    const cost = await served.cost(round);
    tab.abort();
    await reading;
    return cost;
  };
  await round();
  await costWithPage();
  let without = 0;
  let open = 0;
  for (let count = 0; count < ROUNDS; count += 1) {
    without += await served.cost(round);
    open += await costWithPage();
  }
  const each = (cost: number) => (cost / (ROUNDS * EVENTS)).toFixed(1);
  return `${each(without)} / ${each(open)} ms`;
}

/** A worker's turns, of which the server only hears, and what people write at the server. */
async function costOfEventsBy(served: Served, { hall }: TemporaryHall): Promise<Figures> {
  let debates = 0;
  const begin = async () => {
    debates += 1;
    await openByHand(hall, `busy-${debates}`);
  };
  const elsewhere = async (number: number) => {
    if (number === 0) return await begin();
    await hall.engine.dispatch(`busy-${debates}`, turn(number - 1, 600));
  };
  const here = async (number: number) => {
    if (number === 0) return await begin();
    const body = JSON.stringify({ key: `bench-words-${number}`, text: `Have you seen ${number}?` });
    const headers = { 'content-type': 'application/json' };
    await (await served.get(`/api/debates/busy-${debates}/interject`, { method: 'POST', headers, body })).text();
  };
  return {
    'an event that another process writes, without a page that is open / with one': await costOfEvents(
      served,
      elsewhere,
    ),
    'an event that is written at the server, without / with one': await costOfEvents(served, here),
  };
}

async function costOfIndexPage({ url, cost }: Served): Promise<string> {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  let bytes = 0;
  const read = async () => {
    bytes = JSON.stringify(await client.readResource({ uri: 'debate://index' })).length;
  };
  const first = await cost(read);
  const again = await cost(read);
  await client.close();
  return `${pair(first, again)}, ${Math.round(bytes / 1_024)} KB`;
}

/** Seconds of `debate-hall hall export` into a folder, and of `hall import` from there into another database. */
async function timeCopies(server: Postgres, folder: string, url: string): Promise<Figures> {
  const copies = path.join(folder, 'copies');
  const time = async (args: readonly string[], database: string) => {
    const env = { PATH: process.env['PATH'], HOME: folder, DEBATE_HALL_TRUST: folder, ...variablesOf(database) };
    const began = performance.now();
    await promisify(execFile)(process.execPath, [CLI, 'hall', ...args], { cwd: folder, env });
    return `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  };
  const exported = await time(['export', '--to', copies], url);
  const other = await createDatabase(server, `copy_of_${new URL(url).pathname.slice(1)}`);
  return { 'export of all into a folder': exported, 'import of all': await time(['import', '--from', copies], other) };
}

let starts = 0;
async function startDebate({ get }: Served): Promise<void> {
  starts += 1;
  const body = JSON.stringify({ key: `bench-start-${starts}`, topic: `Should we start ${starts}?`, rehearse: true });
  await (await get('/api/debates', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text();
}

/** With so many debates of 13 events. */
export async function measureSize(server: Postgres, count: number): Promise<Figures> {
  const url = await createDatabase(server, `size_${count}`);
  const place = await temporaryHall(variablesOf(url));
  const database = new Database({ url, hall: '*' });
  const folder = place.folder;
  try {
    await fillHall(place.hall, count);
    let served = await startServer(folder, variablesOf(url));
    const indexing = await served.cost(async () => {
      await served.get('/api/hall');
      await whenIndexed(database);
    });
    const whileIndexing = served.memory().most;
    await served.close();
    const [size] = await database.query<{ size: string }>(`select pg_database_size(current_database()) as size`);

    // Again without anything in memory.
    served = await startServer(folder, variablesOf(url));
    await served.get('/api/hall');
    const one = nameOf(count - 1);
    const figures = {
      database: `${Math.round(Number(size?.size) / 1_048_576)} MB`,
      'preparing the search, for each debate': `${(indexing / count).toFixed(1)} ms`,
      'search, a word of one debate': await costOf(served, `/api/debates?q=${rareWord(count >> 1)}`),
      'search, three words of many debates, 100 shown': await costOf(served, '/api/debates?q=the+of+debate'),
      'list, 100 rows': await costOf(served, '/api/debates'),
      'costs of the hall': await costOf(served, '/api/costs'),
      calibration: await costOf(served, '/api/calibration'),
      'decisions like one of them': await costOf(served, `/api/debates/${one}/related`),
      '`debate://index` over MCP, a page': await costOfIndexPage(served),
      'start of a debate': ms(await served.cost(async () => await startDebate(served))),
      'start of a debate, later ones': ms(
        (await served.cost(async () => {
          for (let index = 0; index < AGAIN; index += 1) await startDebate(served);
        })) / AGAIN,
      ),
      ...(await costOfEventsBy(served, place)),
    };
    const { now, most } = served.memory();
    await served.close();
    return {
      ...figures,
      ...(await timeCopies(server, folder, url)),
      'memory of the server after all of it, and at most': `${Math.round(now)} / ${Math.round(most)} MB`,
      'memory of one that prepares the search of all of them, at most': `${Math.round(whileIndexing)} MB`,
    };
  } finally {
    await place.close();
    await database.close();
  }
}
