// A shared hall on a real database, with workers as processes.
import fs from 'node:fs';
import path from 'node:path';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { startViewServer, type ViewServer } from '../../src/doors/web/view-server.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { ChangeNotice } from '../../src/ledger/engine/change-notice.ts';
import { Database } from '../../src/platform/database/database.ts';
import type { QueuedRun } from '../../src/platform/queues/queue.ts';
import { openTab, type Tab } from '../web/support.ts';
import { openDatabase } from './database.ts';
import type { PostgresDatabase } from './postgres.ts';
import { createProject, quickRehearsal, type Running, type SeatBehaviour } from './project.ts';

/** Fits every seat. */
const ANSWER = '1. It holds: go.\n2. Is there a tension?\n[VERDICT] conditional [EVIDENCE] none';

const SEATS = ['wind', 'wall', 'door'];
/** Besides those that are built in. */
const AGENTS = {
  // A fraction of what a rehearsal takes to start: who runs it matters here, not what it says.
  quick: {
    kind: 'command',
    argv: ['/bin/sh', '-c', `cat >/dev/null; echo "${ANSWER}"`],
    prompt: 'stdin',
    output: { format: 'text' },
    versionArgs: [],
  },
  // The preset has it, too, and it would speak as slowly as a model.
  rehearsal: quickRehearsal,
  // A second or two for each turn.
  slow: { ...quickRehearsal, wordsPerSecond: 150 },
};

/** In a database of its own, or in this one, which has its tables. */
export async function createSharedHall(given?: PostgresDatabase) {
  // First, before another test that runs beside this one can change the folder of this process.
  const project = createProject();
  const postgres = given ?? (await openDatabase());
  let halls = 0;
  const opened: Hall[] = [];
  const servers: ViewServer[] = [];
  const workers = new Set<Running>();
  const env = {
    DEBATE_HALL_STORE: 'postgres',
    DEBATE_HALL_QUEUE: 'postgres',
    DEBATE_HALL_DATABASE_URL: postgres.ordinaryUrl,
    GIT_AUTHOR_NAME: 'Ada',
  };
  const shared = {
    postgres,
    project,
    env,
    /** A hall of its own for each test, in the same database. */
    useNewHall(config: Record<string, unknown> = {}) {
      halls += 1;
      // Agents write the log of their calls and wait for files; tests of the sandbox set another one.
      const worker = { sandbox: 'off' };
      project.configure({ agents: AGENTS, recipe: 'quick', store: { hall: `hall-${halls}` }, worker, ...config });
    },
    /** In another new hall agents of these names, each of which answers once what this gives back was called with its name. */
    useWaitingAgents<Name extends string>(
      names: readonly Name[],
      config: Record<string, unknown> = {},
      behaviour: SeatBehaviour = {},
    ): (name: Name) => void {
      const prefix = path.join(project.root, `go-on-${halls}`);
      const file = (name: Name) => `${prefix}-${name}`;
      const waiting = names.map((name) => [name, project.seat(name, { ...behaviour, until: file(name) })] as const);
      shared.useNewHall({ agents: { ...AGENTS, ...Object.fromEntries(waiting) }, ...config });
      return (name) => fs.writeFileSync(file(name), '');
    },
    /** The same with one, "waiting". */
    useWaitingAgent(config: Record<string, unknown> = {}, behaviour: SeatBehaviour = {}): () => void {
      const goOn = shared.useWaitingAgents(['waiting'], config, behaviour);
      return () => goOn('waiting');
    },
    call: async (...args: string[]) => await project.call(args, { env }),
    start: (...args: string[]) => project.start(args, { env }),
    /** The hall in this process. */
    async hall(): Promise<Hall> {
      const last = opened.at(-1);
      if (last?.loaded.config.store.hall === `hall-${halls}`) return last;
      const hall = await openHall({ cwd: project.folder, home: project.root, env: { ...project.env, ...env } });
      opened.push(hall);
      return hall;
    },
    async open(threadId: string, agent = 'quick', seats: Readonly<Record<string, string>> = {}) {
      const hall = await shared.hall();
      const { signal } = new AbortController();
      const panel = Object.fromEntries(SEATS.map((seat) => [seat, { agent: seats[seat] ?? agent }]));
      await openDebate(hall, { topic: 'Should we?', threadId, panel, seating: 'agents', signal });
      return hall;
    },
    /** Resolves when so many turns are in the ledger. */
    async whenSpoken(threadId: string, turns: number): Promise<void> {
      await shared.until(threadId, (log) => log.filter(({ type }) => type === 'turn-recorded').length >= turns);
    },
    async whenWritten(threadId: string, type: LedgerEvent['type']): Promise<void> {
      await shared.until(threadId, (log) => log.some((event) => event.type === type));
    },
    async until(threadId: string, isThere: (log: readonly LedgerEvent[]) => boolean): Promise<void> {
      const hall = await shared.hall();
      const notice = new ChangeNotice(hall.store, threadId);
      while (!isThere((await hall.engine.snapshot(threadId)).log)) await notice.next(new AbortController().signal);
      notice.close();
    },
    startWorker: async (...args: string[]): Promise<Running> => await shared.startWorkerWith({}, ...args),
    /** With more in its environment. */
    async startWorkerWith(more: Readonly<Record<string, string>>, ...args: string[]): Promise<Running> {
      const worker = project.start(['worker', '--grace', '0', ...args], { env: { ...env, ...more } });
      workers.add(worker);
      await worker.says('stderr', 'Agents: ');
      return worker;
    },
    /** A tab of its page, until the hall is closed. */
    async openPage(): Promise<Tab> {
      const hall = await shared.hall();
      const server = await startViewServer({
        hall,
        openWith: async () => hall,
        author: 'Ada',
        report: () => {},
        port: 0,
      });
      servers.push(server);
      return await openTab(server);
    },
    /** Every row of every table, as text. */
    async dump(): Promise<string> {
      const database = new Database(postgres);
      const tables = await database.query<{ name: string }>(
        `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
         where table_schema like 'debate_hall%' and table_type = 'BASE TABLE'`,
      );
      const texts: string[] = [];
      for (const { name } of tables) {
        const rows = await database.query<{ row: string }>(`select each::text as row from ${name} as each`);
        texts.push(...rows.map(({ row }) => row));
      }
      await database.close();
      return texts.join('\n');
    },
    async whenEnded(threadId: string): Promise<QueuedRun | undefined> {
      const hall = await shared.hall();
      return await (await hall.queue()).whenEnded(threadId, new AbortController().signal);
    },
    async read(threadId: string): Promise<{ readonly log: readonly LedgerEvent[] }> {
      return await (await shared.hall()).engine.snapshot(threadId);
    },
    async stopWorkers() {
      for (const { child } of workers) child.kill('SIGTERM');
      for (const { child } of workers) child.kill('SIGCONT');
      await Promise.all([...workers].map(async ({ finished }) => await finished));
      workers.clear();
      for (const server of servers.splice(0)) await server.close();
      for (const hall of opened.splice(0)) await hall.close();
    },
    async remove() {
      await shared.stopWorkers();
      project.dispose();
    },
  };
  shared.useNewHall();
  return shared;
}

export type SharedHall = Awaited<ReturnType<typeof createSharedHall>>;
