// Opens the queue of a hall, and what counts the calls of its agents: in this process, or in the database of a shared hall.
import { HallError } from '../../domain/failures/errors.ts';
import type { UsageCounter } from '../../platform/access/quotas.ts';
import type { Permits } from '../../platform/permits/permits.ts';
import type { PerformRun, RunQueue } from '../../platform/queues/queue.ts';
import type { Clock, RandomHex } from '../../support/clock.ts';
import type { Environment } from '../../support/environment.ts';
import { packageFile } from '../../support/package-root.ts';
import type { Config } from '../config/config.ts';
import { openDatabase } from './store.ts';

interface Ports {
  readonly config: Config;
  readonly env: Environment;
  readonly clock: Clock;
  readonly random: RandomHex;
}

/** How a queue calls the process that runs debates by itself. */
const THIS_PROCESS = 'this process';

/** Throws `config-invalid`. */
export async function openQueue({ config, env, clock }: Ports, run: PerformRun): Promise<RunQueue> {
  if (config.queue.kind === 'inline') {
    const { openInlineQueue } = await import('../../platform/queues/inline/index.ts');
    return openInlineQueue({ worker: THIS_PROCESS, run, now: () => clock.now() });
  }
  if (config.store.kind !== 'postgres') {
    throw new HallError('config-invalid', 'A queue in Postgres needs debates in Postgres, too.', {
      hint: `Set "store": {"kind": "postgres"}, or DEBATE_HALL_STORE=postgres: see ${packageFile('docs/team-hall.md')}.`,
    });
  }
  const { openPgBossQueue } = await import('../../platform/queues/pgboss/index.ts');
  return openPgBossQueue(await openDatabase(config, env, config.store.hall));
}

/** Those of a hall in a database are shared by every process that uses it. Throws `config-invalid`. */
export async function openPermits({ config, env, clock, random }: Ports): Promise<Permits> {
  if (config.store.kind === 'folder') {
    const { openProcessPermits } = await import('../../platform/permits/process/index.ts');
    return openProcessPermits(clock);
  }
  const { openPostgresPermits } = await import('../../platform/permits/postgres/index.ts');
  const database = await openDatabase(config, env, config.store.hall);
  return openPostgresPermits({ database, random, clock });
}

/** Only a hall in a database is shared by several people. Throws `config-invalid`. */
export async function openUsage(config: Config, env: Ports['env']): Promise<UsageCounter> {
  const database = await openDatabase(config, env, config.store.hall);
  const { openUsageTable } = await import('../../platform/people/usage-table.ts');
  return openUsageTable(database);
}
