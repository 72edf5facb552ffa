// What stands behind the commands that look after a shared hall as a whole: its people, and what it keeps for how long.
import { HallError } from '../../domain/failures/errors.ts';
import type { AuditReport } from '../../platform/access/audit.ts';
import { openRetentionTable } from '../../platform/database/retention-table.ts';
import { openPersonTable } from '../../platform/people/person-table.ts';
import { closeInOrder } from '../../support/close-all.ts';
import { packageFile } from '../../support/package-root.ts';
import type { Hall } from '../operations/hall.ts';
import type { PeopleDesk } from '../operations/people/find-person.ts';
import type { UpkeepDesk } from '../operations/upkeep/prune-hall.ts';
import { openKeys, toAudit } from './access.ts';
import { openAuditTrail, openDatabase } from './store.ts';

type By = AuditReport['principal'];
type Open<Desk> = Desk & { close(): Promise<void> };

/** The trail, and the rows of the hall. Throws `bad-input`, `config-invalid`. */
async function openShared({ loaded: { config, env }, clock }: Hall) {
  if (config.store.kind === 'folder') {
    throw new HallError('bad-input', 'This works only in a shared hall, whose debates are in a database.', {
      hint: `In a folder, redact and delete single debates. A shared hall: ${packageFile('docs/team-hall.md')}.`,
    });
  }
  const trail = await openAuditTrail(config, env, clock);
  return { trail, audit: toAudit(trail), database: await openDatabase(config, env, config.store.hall) };
}

/** Throws `bad-input`, `config-invalid`. */
export async function openUpkeep(hall: Hall, by: By): Promise<Open<UpkeepDesk>> {
  const { database, ...desk } = await openShared(hall);
  const retention = openRetentionTable(database);
  const close = async () => await closeInOrder([retention.close, desk.trail.close]);
  return { ...desk, retention, by, close };
}

/** Throws `bad-input`, `config-invalid`. */
export async function openPeopleDesk(hall: Hall, by: By): Promise<Open<PeopleDesk>> {
  const { database, ...desk } = await openShared(hall);
  const keys = await openKeys(hall);
  const people = openPersonTable(database);
  const close = async () => await closeInOrder([people.close, keys.close, desk.trail.close]);
  return { ...desk, people, keys, by, close };
}
