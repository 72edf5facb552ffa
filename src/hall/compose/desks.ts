// What stands behind the commands that look after a shared hall as a whole: its people, and what it keeps for how long.
import { HallError } from '../../domain/failures/errors.ts';
import type { AuditReport } from '../../platform/access/audit.ts';
import { openPersonTable } from '../../platform/people/person-table.ts';
import { openRetentionTable } from '../../platform/retention/retention-table.ts';
import { packageFile } from '../../support/package-root.ts';
import type { Hall } from '../operations/hall.ts';
import type { PeopleDesk } from '../operations/people/export-person.ts';
import type { UpkeepDesk } from '../operations/upkeep/prune-hall.ts';
import { openAudit, openKeys } from './access.ts';
import { openAuditTrail, openDatabase } from './store.ts';

type By = AuditReport['principal'];
type Open<Desk> = Desk & { close(): Promise<void> };

function requireDatabase({ loaded: { config } }: Hall): void {
  if (config.store.kind !== 'folder') return;
  throw new HallError('bad-input', 'This works only in a shared hall, whose debates are in a database.', {
    hint: `In a folder, redact and delete single debates. A shared hall: ${packageFile('docs/team-hall.md')}.`,
  });
}

async function openTrail({ loaded: { config, env }, clock }: Hall) {
  const trail = await openAuditTrail(config, env, clock);
  const { audit, close } = await openAudit(config, env, clock);
  return {
    trail,
    audit,
    closeTrail: async () => {
      await trail.close();
      await close();
    },
  };
}

/** Throws `bad-input`, `config-invalid`. */
export async function openUpkeep(hall: Hall, by: By): Promise<Open<UpkeepDesk>> {
  requireDatabase(hall);
  const { config, env } = hall.loaded;
  const { trail, audit, closeTrail } = await openTrail(hall);
  const { hall: name } = config.store;
  const retention = openRetentionTable(await openDatabase(config, env, name));
  const close = async () => {
    await retention.close();
    await closeTrail();
  };
  return { retention, trail, audit, by, close };
}

/** Throws `bad-input`, `config-invalid`. */
export async function openPeopleDesk(hall: Hall, by: By): Promise<Open<PeopleDesk>> {
  requireDatabase(hall);
  const { config, env } = hall.loaded;
  const { trail, audit, closeTrail } = await openTrail(hall);
  const keys = await openKeys(config, env);
  const { hall: name } = config.store;
  const people = openPersonTable(await openDatabase(config, env, name));
  const close = async () => {
    await people.close();
    await keys.close();
    await closeTrail();
  };
  return { people, keys, trail, audit, by, close };
}
