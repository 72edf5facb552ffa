// Everything that a shared hall has of one person, for them to read or to take along.
import type { LedgerEvent } from '../../../domain/events.ts';
import { type AuditEntry, isByPerson } from '../../../platform/audit/trail.ts';
import type { KeptKey } from '../../../platform/auth/credentials.ts';
import type { KnownPerson, UsedOnDay } from '../../../platform/people/person-table.ts';
import type { QueuedRun } from '../../../platform/queues/queue.ts';
import type { Hall } from '../hall.ts';
import { findPerson, listNames, type PeopleDesk, unknownPerson } from './find-person.ts';
import { eachMention, isAbout } from './read-ledgers.ts';

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

/** Throws `storage`, `bad-input` for a name of several, and `not-found` for somebody of whom the hall has nothing. */
export async function exportPerson(hall: Hall, desk: PeopleDesk, idOrName: string): Promise<ExportedPerson> {
  const { people, keys, trail, audit, by } = desk;
  const { hall: name } = hall.loaded.config.store;
  await audit.record({ principal: by, hall: name, operation: 'export-person', decision: 'allowed' });
  const names = listNames(await findPerson(desk, idOrName));
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
  for (const principal of names) {
    const found = await trail.list(name, { principal, most: EVERY_ENTRY });
    entries.push(...found.filter((entry) => isByPerson(entry, known)));
  }
  const found = {
    signedIn: (await people.list()).filter(({ id }) => known.has(id)),
    keys: (await keys.list(name)).filter((key) => known.has(`key:${key.name}`)).map(({ hash: _, ...key }) => key),
    usage: await people.listUsage(names),
    runs,
    debates,
    audit: [...new Map(entries.map((entry) => [entry.n, entry])).values()].sort((a, b) => a.n - b.n),
    unread,
  };
  if (Object.values(found).every(({ length }) => length === 0)) throw unknownPerson(idOrName);
  return { names, ...found };
}
