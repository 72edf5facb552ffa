// A database for servers of shared halls, with workers in the process of the tests.
import { once } from '../../src/domain/once.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { performRuns } from '../../src/hall/operations/queue/perform-run.ts';
import { openDatabase } from '../support/database.ts';
import { type Serve, type ServeSetUp, startServe } from './support.ts';

const STATE_KEY = 'k'.repeat(40);

/** Without `rowSecurity`: as a superuser, whom Postgres lets pass. */
export async function createServedDatabase({ rowSecurity = true } = {}) {
  const postgres = await openDatabase();
  const env = {
    DEBATE_HALL_DATABASE_URL: rowSecurity ? postgres.ordinaryUrl : postgres.url,
    DEBATE_HALL_STORE: 'postgres',
    DEBATE_HALL_QUEUE: 'postgres',
    DEBATE_HALL_STATE_KEY: STATE_KEY,
  };
  const opened: { close(): Promise<void> }[] = [];
  const served = {
    postgres,
    env,
    /** A server of a hall; its keys are added before it listens. */
    async serve(config: ServeSetUp['config'] = {}, folder?: string): Promise<Serve> {
      const serve = await startServe({ env, config, ...(folder === undefined ? {} : { folder }) });
      opened.push(serve);
      return serve;
    },
    /** A worker with agents of its own, of the same hall as this server. Gives what ends it before the others. */
    async startWorker({ folder }: Serve): Promise<() => Promise<void>> {
      const own = await openHall({ cwd: folder, home: folder, env: { ...env, DEBATE_HALL_TRUST: folder } });
      const worker = await (await own.queue()).work(
        { name: 'worker', concurrency: 4, agents: ['quick', 'rehearsal'] },
        { run: performRuns(async () => own), recheck: async () => {}, report: () => {} },
      );
      const close = once(async () => {
        await worker.close(0);
        await own.close();
      });
      opened.push({ close });
      return close;
    },
    async closeAll(): Promise<void> {
      for (const one of opened.splice(0).reverse()) await one.close();
    },
  };
  return served;
}

export type ServedDatabase = Awaited<ReturnType<typeof createServedDatabase>>;
