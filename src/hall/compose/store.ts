// Opens what a hall has in a folder or in a database: where its debates are kept, its queue, and what counts the calls of its agents.
import { HallError } from '../../domain/failures/errors.ts';
import { openFileStore } from '../../ledger/stores/file/index.ts';
import type { Store } from '../../ledger/stores/store.ts';
import type { UsageCounter } from '../../platform/access/quotas.ts';
import type { AuditTrail } from '../../platform/audit/trail.ts';
import type { Database } from '../../platform/database/database.ts';
import { EVERY_HALL } from '../../platform/database/every-hall.ts';
import type { SchemaFit } from '../../platform/database/migrate.ts';
import type { RowSecurity } from '../../platform/database/row-security.ts';
import type { Outbox } from '../../platform/outboxes/outbox.ts';
import type { Permits } from '../../platform/permits/permits.ts';
import type { QueueState } from '../../platform/queues/pgboss/boss.ts';
import type { PerformRun, RunQueue } from '../../platform/queues/queue.ts';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import type { Clock, RandomHex } from '../../support/clock.ts';
import type { Environment } from '../../support/environment.ts';
import { packageFile } from '../../support/package-root.ts';
import type { Config } from '../config/config.ts';
import type { LoadedConfig } from '../config/load.ts';
import { createNotTrustedError } from '../config/trust/trust.ts';

/** The address of the database. Throws `config-invalid` without one. */
function findDatabase({ store: { urlEnv } }: Pick<Config, 'store'>, env: Environment): string {
  const url = env[urlEnv];
  if (url !== undefined && url !== '') return url;
  throw new HallError('config-invalid', `${urlEnv} holds no database address.`, {
    hint: `Set ${urlEnv} to an address such as postgres://user:password@host:5432/name.`,
  });
}

/** For one part of the program, which sees this hall alone; all of them share its connections. Throws `config-invalid`. */
export async function openDatabase(
  config: Config,
  env: Environment,
  hall: string,
  metrics?: Metrics,
): Promise<Database> {
  const url = findDatabase(config, env);
  const { Database } = await import('../../platform/database/database.ts');
  const onStatement =
    metrics && ((milliseconds: number) => metrics.time('debate_hall_database_statement_seconds', milliseconds));
  return new Database({ url, hall, onStatement });
}

/** Another hall, in a folder. */
export const openFolder = (folder: string): Store => openFileStore({ folder });

/** The same of one that an option of a command names. */
export const openNamedFolder = (folder: string, namedBy: 'from' | 'to'): Store => openFileStore({ folder, namedBy });

/** That of a hall that nobody may use yet: each use is refused with the next step. `place`: where it would be. */
function withheldStore(place: string, refusal: Error): Store {
  const refuse = () => {
    throw refusal;
  };
  const refusing = Object.fromEntries(Object.keys(openFolder(place)).map((name) => [name, refuse]));
  // Nothing happens in it, which is not an error for a reader that waits for news.
  const watch = () => ({ trustMs: 2_000, close: () => {} });
  return { ...(refusing as unknown as Store), place, watch, close: async () => {} };
}

type Loaded = Pick<LoadedConfig, 'config' | 'env' | 'trust'>;

function findRefusal({ config, trust }: Loaded): HallError | undefined {
  if (config.store.kind === 'folder' && trust.unusableHall !== undefined) return trust.unusableHall;
  if (!trust.withheldHall || trust.request === undefined) return undefined;
  return createNotTrustedError(`The project keeps its debates in ${config.hall}`, trust.request);
}

/** For whatever lies in the hall beside its debates. Throws `not-trusted` where the project put the hall in a place that needs trust, `storage`. */
export function requireUsable(loaded: Loaded): void {
  const refusal = findRefusal(loaded);
  if (refusal !== undefined) throw refusal;
}

/** One that refuses everything where the project put the hall in a place that needs trust, or that cannot be looked at. Throws `config-invalid`. */
export async function openStore(
  loaded: Loaded,
  { random, metrics }: { readonly random: RandomHex; readonly metrics: Metrics },
): Promise<Store> {
  const { config, env } = loaded;
  const refusal = findRefusal(loaded);
  if (refusal !== undefined) return withheldStore(config.hall, refusal);
  if (config.store.kind === 'folder') return openFolder(config.hall);
  const database = await openDatabase(config, env, config.store.hall, metrics);
  const { openPostgresStore } = await import('../../ledger/stores/postgres/index.ts');
  return openPostgresStore({ database, random });
}

/** Where the hall keeps what goes to webhooks. Throws `config-invalid`, `not-trusted`. */
export async function openOutbox(loaded: Loaded, clock: Clock): Promise<Outbox> {
  requireUsable(loaded);
  const { config, env } = loaded;
  if (config.store.kind === 'folder') {
    const { openFolderOutbox } = await import('../../platform/outboxes/folder/index.ts');
    return openFolderOutbox({ folder: config.hall, clock });
  }
  const database = await openDatabase(config, env, config.store.hall);
  const { openPostgresOutbox } = await import('../../platform/outboxes/postgres/index.ts');
  return openPostgresOutbox(database);
}

/** Who did what in a shared hall. Throws `config-invalid`; `bad-input` for a folder, which keeps no trail. */
export async function openAuditTrail(config: Config, env: Environment, clock: Clock): Promise<AuditTrail> {
  if (config.store.kind === 'folder') {
    throw new HallError('bad-input', 'A hall in a folder keeps no audit trail.', {
      hint: `Only a shared hall has one; see ${packageFile('docs/team-hall.md')}.`,
    });
  }
  const database = await openDatabase(config, env, config.store.hall);
  const { openPostgresTrail } = await import('../../platform/audit/postgres-trail.ts');
  return openPostgresTrail(database, clock);
}

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
export async function openUsage(config: Config, env: Environment): Promise<UsageCounter> {
  const database = await openDatabase(config, env, config.store.hall);
  const { openUsageTable } = await import('../../platform/people/usage-table.ts');
  return openUsageTable(database);
}

export interface DatabaseState {
  readonly place: string;
  /** Steps that the tables have taken, and those that this version has, from 1. */
  readonly taken: readonly number[];
  readonly known: number;
  readonly fit: SchemaFit;
  /** Whether the database itself keeps halls apart, for the user of this address. */
  readonly rowSecurity: RowSecurity;
  readonly queue: QueueState;
}

async function withDatabase<T>(config: Config, env: Environment, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, env, EVERY_HALL);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function inspect(database: Database): Promise<DatabaseState> {
  const migrations = await import('../../platform/database/migrate.ts');
  const { inspectQueue } = await import('../../platform/queues/pgboss/boss.ts');
  const { inspectRowSecurity } = await import('../../platform/database/row-security.ts');
  return {
    place: database.place,
    taken: await migrations.listMigrations(database),
    known: migrations.KNOWN_STEPS,
    fit: await migrations.checkFit(database),
    rowSecurity: await inspectRowSecurity(database),
    queue: await inspectQueue(database),
  };
}

/** Makes the tables of a shared hall what this version needs. Throws `config-invalid`, `storage`. */
export async function migrateDatabase(config: Config, env: Environment): Promise<DatabaseState & { added: number }> {
  return await withDatabase(config, env, async (database) => {
    const { migrate } = await import('../../platform/database/migrate.ts');
    const { inspectQueue, migrateQueue } = await import('../../platform/queues/pgboss/boss.ts');
    const before = (await inspectQueue(database)).version;
    const added = await migrate(database);
    await migrateQueue(database);
    const state = await inspect(database);
    return { ...state, added: added.length + (state.queue.version === before ? 0 : 1) };
  });
}

/** Throws `config-invalid`, `storage`. */
export async function inspectDatabase(config: Config, env: Environment): Promise<DatabaseState> {
  return await withDatabase(config, env, inspect);
}

const MISFITS = {
  older: ['older than this version needs', 'Update them with "debate-hall db migrate".'],
  newer: ['too new for this version', 'Update Debate Hall on this machine.'],
} as const satisfies Record<Exclude<SchemaFit, 'fits'>, readonly [string, string]>;

/** For what runs on and on: better not at all than until some statement fails. Throws `config-invalid`, `storage`. */
export async function requireTables(config: Config, env: Environment): Promise<void> {
  if (config.store.kind === 'folder') return;
  const { fit, place } = await inspectDatabase(config, env);
  if (fit === 'fits') return;
  const [what, hint] = MISFITS[fit];
  throw new HallError('storage', `The tables of the database are ${what}.`, { place, hint });
}
