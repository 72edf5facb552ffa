// What was asked for, as rows beside the jobs of pg-boss: by whom, for which agents, in what order, and what became of it.
import { sha256Hex } from '../../../support/canonical.ts';
import { toNotifySql } from '../../database/channels.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { QueuedRun, RunFilter, RunOrder } from '../queue.ts';
import { BOSS_SCHEMA } from './boss.ts';
import { COLUMNS, IS_SILENT, JOB, type RunRow, toQueuedRun } from './run-rows.ts';

/** Turns fit between two bands of a 32-bit number. */
const BAND_WIDTH = 2 ** 29;
const MOST_LISTED = 1_000;
/** Whoever records a turn queues the run again at once; after this they were killed. */
const SAID_WITHIN_MS = 2_000;

export const toPriority = ({ band, turn }: { band: number; turn: number }) => band * BAND_WIDTH - turn;

const digestText = (text: string) => sha256Hex(text).slice(0, 16);

/** Runs of one person that need the same agents; a worker takes from those that it can serve. */
export function nameQueue(hall: string, { owner, agents }: Pick<RunOrder, 'owner' | 'agents'>): string {
  return [hall, owner === undefined ? 'nobody' : digestText(owner), digestText([...agents].sort().join('\n'))].join(
    '/',
  );
}

/** What became of a run whose job is over. */
export interface RunEnding extends Pick<QueuedRun, 'problem' | 'code'> {
  readonly paused?: boolean;
}

export type Orders = ReturnType<typeof openOrders>;

export function openOrders(database: Database) {
  const { hall } = database;
  let last: Promise<unknown> = Promise.resolve();
  return {
    list: async ({ threadId, owner, states, most = MOST_LISTED }: RunFilter): Promise<readonly QueuedRun[]> => {
      const rows = await database.query<RunRow>(
        `select * from (select ${COLUMNS} from debate_hall.run ${JOB} where run.hall = $1) as listed
         where ($2::text is null or id = $2) and ($3::text is null or owner = $3) and ($4::text[] is null or state = any($4))
         order by asked desc, id limit $5`,
        [hall, threadId ?? null, owner ?? null, states ?? null, Math.min(most, MOST_LISTED)],
      );
      return rows.map(toQueuedRun);
    },
    /** Runs that were over before that time; one that waits for a person is not. */
    listOver: async (before: Date, client?: Transaction): Promise<readonly RunRow[]> => {
      const text = `select * from (select ${COLUMNS} from debate_hall.run ${JOB} where run.hall = $1) as listed
         where state in ('done', 'failed', 'cancelled') and coalesce(ended, asked) < $2`;
      if (client === undefined) return await database.query<RunRow>(text, [hall, before]);
      return (await client.query<RunRow>(text, [hall, before])).rows;
    },
    remove: async (client: Transaction, rows: readonly Pick<RunRow, 'id'>[]) => {
      await client.query('delete from debate_hall.run where hall = $1 and id = any($2)', [
        hall,
        rows.map(({ id }) => id),
      ]);
    },
    /**
     * One change of the orders of a hall at a time, so that turns are given out in order. Those of this process wait here: each that
     * waits in the database holds a connection, which the one that has its turn may need.
     */
    change: async <T>(work: (client: Transaction) => Promise<T>): Promise<T> => {
      const change = last.then(
        async () =>
          await database.change(async (client) => {
            await client.query("select pg_advisory_xact_lock(hashtext('debate_hall.run ' || $1))", [hall]);
            return await work(client);
          }),
      );
      last = change.catch(() => {});
      return await change;
    },
    find: async (client: Transaction, id: string) => {
      const { rows } = await client.query<RunRow>(
        `select ${COLUMNS} from debate_hall.run ${JOB} where run.hall = $1 and run.id = $2`,
        [hall, id],
      );
      return rows[0];
    },
    /**
     * The turn of a person's next run: after their last one, and not before those that have started. So people take turns, however
     * many runs one of them asks for, and nobody saves up turns.
     */
    nextTurn: async (client: Transaction, { owner }: Pick<RunOrder, 'owner'>, band: number) => {
      const { rows } = await client.query<{ turn: string }>(
        `select greatest(
           coalesce(max(turn) filter (where started is not null), 0),
           coalesce(max(turn) filter (where owner is not distinct from $3) + 1, 0)) as turn
         from debate_hall.run where hall = $1 and band = $2`,
        [hall, band, owner ?? null],
      );
      return Number(rows[0]?.turn ?? 0);
    },
    /** How many runs of a person wait or run. */
    countLive: async (client: Transaction, { owner }: Pick<RunOrder, 'owner'>) => {
      const { rows } = await client.query<{ count: string }>(
        `select count(*) from debate_hall.run join ${BOSS_SCHEMA}.job on job.name = run.queue and job.id = run.job
         where run.hall = $1 and run.owner is not distinct from $2 and job.state <= 'active'`,
        [hall, owner ?? null],
      );
      return Number(rows[0]?.count ?? 0);
    },
    put: async (
      client: Transaction,
      { threadId, owner, agents }: RunOrder,
      place: { readonly band: number; readonly turn: number; readonly queue: string; readonly job: string },
    ) => {
      await client.query(
        `insert into debate_hall.run (hall, id, owner, agents, band, turn, queue, job) values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (hall, id) do update set owner = excluded.owner, agents = excluded.agents, band = excluded.band,
           turn = excluded.turn, queue = excluded.queue, job = excluded.job, asked = clock_timestamp(), worker = null,
           started = null, ended = null, attempts = 0, paused = false, problem = null, code = null`,
        [hall, threadId, owner ?? null, agents, place.band, place.turn, place.queue, place.job],
      );
    },
    /** Tells every worker, and whoever waits for the run. */
    tell: async (id: string, client: Transaction) => {
      await client.query(`select ${toNotifySql('runs', '$2')}`, [hall, id]);
    },
    /**
     * The queue whose turn it is among those that a worker can serve, those with runs whose worker is silent, and runs that ended for a
     * person who has spoken since: whoever took the turn down was killed before it could say so.
     */
    look: async (worker: { readonly agents: readonly string[]; readonly owner?: string | undefined }) => {
      const rows = await database.query<{ kind: 'next' | 'silent' | 'spoken'; name: string }>(
        `(select 'next' as kind, run.queue as name from debate_hall.run join ${BOSS_SCHEMA}.job on job.name = run.queue and job.id = run.job
          where run.hall = $1 and job.state < 'active' and job.start_after <= now()
            and run.agents <@ $2::text[] and ($3::text is null or run.owner = $3)
          order by job.priority desc, job.created_on limit 1)
         union all
         (select distinct 'silent', run.queue from debate_hall.run join ${BOSS_SCHEMA}.job on job.name = run.queue and job.id = run.job
          where run.hall = $1 and ${IS_SILENT})
         union all
         (select 'spoken', run.id from debate_hall.run join debate_hall.debate on debate.hall = run.hall and debate.id = run.id
          where run.hall = $1 and run.paused and debate.written > run.ended
            and debate.written < clock_timestamp() - $4 * interval '1 millisecond')`,
        [hall, worker.agents, worker.owner ?? null, SAID_WITHIN_MS],
      );
      const list = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ name }) => name);
      return { next: list('next')[0], silent: list('silent'), spoken: list('spoken') };
    },
    /** `undefined` for a debate that was deleted. */
    begin: async (job: string, worker: string) => {
      const rows = await database.query<RunRow>(
        `update debate_hall.run set worker = $3, started = coalesce(started, clock_timestamp()), attempts = attempts + 1,
           problem = null, code = null
         where hall = $1 and job = $2
         returning id, owner, agents, band, turn, asked, queue, job, worker, started, ended, attempts, problem, code,
           'running' as state`,
        [hall, job, worker],
      );
      return rows[0];
    },
    end: async (client: Transaction, job: string, { paused = false, problem, code }: RunEnding) => {
      await client.query(
        `update debate_hall.run set ended = clock_timestamp(), paused = $3, problem = $4, code = $5
         where hall = $1 and job = $2`,
        [hall, job, paused, problem ?? null, code ?? null],
      );
    },
    /** Waits for whoever is writing to the ledger just now, so that what comes later is later than the end of the run. */
    hasMore: async (client: Transaction, id: string, events: number) => {
      const { rows } = await client.query<{ lines: string }>(
        'select lines from debate_hall.debate where hall = $1 and id = $2 for share',
        [hall, id],
      );
      return Number(rows[0]?.lines ?? 0) > events;
    },
  };
}
