// Everything that a shared hall has of one person, for them to read or to take along.
import type { LedgerEvent } from '../../../domain/events.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { Audit, AuditReport } from '../../../platform/access/audit.ts';
import type { AuditEntry, AuditTrail } from '../../../platform/audit/trail.ts';
import type { KeptKey, KeyStore } from '../../../platform/auth/credentials.ts';
import type { KnownPerson, PersonTable, UsedOnDay } from '../../../platform/people/person-table.ts';
import type { QueuedRun } from '../../../platform/queues/queue.ts';
import type { Hall } from '../hall.ts';
import { eachMention, isAbout } from './read-ledgers.ts';

export interface PeopleDesk {
  readonly people: PersonTable;
  readonly keys: KeyStore;
  readonly trail: AuditTrail;
  readonly audit: Audit;
  /** Who asks. */
  readonly by: AuditReport['principal'];
}

export interface ExportedPerson {
  /** IDs and names under which the hall knows them. */
  readonly names: readonly string[];
  readonly signedIn: readonly KnownPerson[];
  readonly keys: readonly Omit<KeptKey, 'hash'>[];
  readonly usage: readonly UsedOnDay[];
  readonly runs: readonly QueuedRun[];
  /** Their events in debates, with the words that are not redacted. */
  readonly debates: readonly { readonly threadId: string; readonly events: readonly LedgerEvent[] }[];
  readonly audit: readonly AuditEntry[];
  /** Debates that could not be read. */
  readonly unread: readonly { readonly threadId: string; readonly problem: string }[];
}

const EVERY_ENTRY = 1_000_000;

export const unknownPerson = (idOrName: string) =>
  new HallError('not-found', `The hall has nothing of "${idOrName}".`, {
    hint: 'Pass the name as records show it, or an ID such as key:ana.',
  });

/** Throws `storage`, and `not-found` for somebody of whom the hall has nothing. */
export async function exportPerson(hall: Hall, desk: PeopleDesk, idOrName: string): Promise<ExportedPerson> {
  const { people, keys, trail, audit, by } = desk;
  const { hall: name } = hall.loaded.config.store;
  await audit.record({ principal: by, hall: name, operation: 'export-person', decision: 'allowed' });
  const names = await people.findNames(idOrName);
  const known = new Set(names);
  const unread: ExportedPerson['unread'][number][] = [];
  const debates: ExportedPerson['debates'][number][] = [];
  for await (const { threadId, log } of eachMention(hall, names, (id, problem) =>
    unread.push({ threadId: id, problem }),
  )) {
    const events = log.filter((event) => isAbout(event, known));
    if (events.length > 0) debates.push({ threadId, events });
  }
  const runs: QueuedRun[] = [];
  for (const owner of names) runs.push(...(await (await hall.queue()).list({ owner })));
  const entries: AuditEntry[] = [];
  for (const principal of names) entries.push(...(await trail.list(name, { principal, most: EVERY_ENTRY })));
  const found = {
    signedIn: (await people.list()).filter(({ id }) => known.has(id)),
    keys: (await keys.list(name)).filter((key) => known.has(key.name)).map(({ hash: _, ...key }) => key),
    usage: await people.listUsage(names),
    runs,
    debates,
    audit: [...new Map(entries.map((entry) => [entry.n, entry])).values()].sort((a, b) => a.n - b.n),
    unread,
  };
  if (Object.values(found).every(({ length }) => length === 0)) throw unknownPerson(idOrName);
  return { names, ...found };
}
