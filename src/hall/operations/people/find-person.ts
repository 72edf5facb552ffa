// Whom an ID or a name means among the people of a shared hall: one of them, with all names that records have had of them, or nobody.
import { HallError } from '../../../domain/failures/errors.ts';
import type { Audit, AuditReport } from '../../../platform/access/audit.ts';
import { isOwnName } from '../../../platform/access/principal.ts';
import type { AuditTrail } from '../../../platform/audit/trail.ts';
import type { KeyStore } from '../../../platform/auth/credentials.ts';
import type { NamedPerson, PersonTable } from '../../../platform/people/person-table.ts';

export interface PeopleDesk {
  readonly people: PersonTable;
  readonly keys: KeyStore;
  readonly trail: AuditTrail;
  readonly audit: Audit;
  /** Who asks. */
  readonly by: AuditReport['principal'];
}

export const unknownPerson = (idOrName: string) =>
  new HallError('not-found', `The hall has nothing of "${idOrName}".`, {
    hint: 'Pass the name as records show it, or an ID such as key:ana.',
  });

/** By none of these a person is known. Throws `bad-input`. */
function refuseShared(idOrName: string): void {
  if (idOrName.startsWith('local:')) {
    throw new HallError('bad-input', `"${idOrName}" is a login, under which several people may have worked.`, {
      hint: 'Pass a name that it gave: "debate-hall audit list" has them.',
    });
  }
  if (isOwnName(idOrName)) {
    throw new HallError('bad-input', `"${idOrName}" is a name that the hall uses itself, for anybody.`, {
      hint: 'Redact what the person said event by event.',
    });
  }
}

/** Somebody without key and sign-in has one name, and no ID. Throws `storage`, and `bad-input` for what could mean several. */
export async function findPerson({ people }: PeopleDesk, idOrName: string): Promise<NamedPerson> {
  refuseShared(idOrName);
  const [found = { id: idOrName, names: [idOrName] }, ...others] = await people.find(idOrName);
  if (others.length === 0) return found;
  const several = [found, ...others].map(({ id, names }) => `${id} (${names.join(', ')})`).join(', ');
  throw new HallError('bad-input', `"${idOrName}" can mean several people: ${several}.`, {
    hint: 'Pass the ID of one of them.',
  });
}

export const listNames = ({ id, names }: NamedPerson): readonly string[] => [...new Set([id, ...names])].sort();
