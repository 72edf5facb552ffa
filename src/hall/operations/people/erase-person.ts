// Erases a person from a shared hall: their words are redacted, and another name takes the place of theirs, in debates, in the audit
// trail and in every other row. Whoever only knows the hall cannot tell who it was.
import type { LedgerEvent } from '../../../domain/events.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { listSealed, readSealed } from '../../../domain/sealed/sealed.ts';
import { FOLDER } from '../../../exchange/signatures/statement.ts';
import type { Lease } from '../../../ledger/stores/store.ts';
import type { Hall } from '../hall.ts';
import { saveWritten } from '../records/copies/export-debate.ts';
import { findPerson, listNames, type PeopleDesk, unknownPerson } from './find-person.ts';
import { eachMention, isAuthoredBy, mentions } from './read-ledgers.ts';

interface ErasedDebate {
  readonly threadId: string;
  /** Events whose words were removed. */
  readonly redacted: readonly number[];
  /** How many events named the person. */
  readonly renamed: number;
  /** It was signed, and its signatures are for the ledger as it was. */
  readonly wasSigned?: true;
  /** What others wrote still names the person. */
  readonly stillNamed?: true;
}

export interface ErasedPerson {
  readonly names: readonly string[];
  /** What stands in place of their names. */
  readonly name: string;
  readonly debates: readonly ErasedDebate[];
  /** Entries of the audit trail that named them. */
  readonly audited: number;
  /** Debates of which nothing was erased, such as those that run now: ask again for them. */
  readonly left: readonly { readonly threadId: string; readonly problem: string }[];
}

interface Erasure {
  readonly names: readonly string[];
  readonly to: string;
  readonly by: string;
  /** Which hash took the place of which, in all debates so far. */
  readonly hashes: Map<string, string>;
}

const NAME_DIGITS = 8;
const REASON = 'Erased at the request of the person.';

const hasText = ({ data }: LedgerEvent) => listSealed(data).some(({ sealed }) => readSealed(sealed) !== undefined);

async function withClaim<T>(hall: Hall, threadId: string, work: (claim: Lease) => Promise<T>): Promise<T> {
  const claim = await hall.store.claimRun(threadId);
  if (claim === undefined) throw new HallError('already-running', 'It is running.');
  try {
    return await work(claim);
  } finally {
    await claim.release();
  }
}

async function eraseFromDebate(
  hall: Hall,
  threadId: string,
  { names, to, by, hashes }: Erasure,
): Promise<ErasedDebate | undefined> {
  const known = new Set(names);
  return await withClaim(hall, threadId, async (claim) => {
    const { log } = await hall.engine.snapshot(threadId);
    const authored = log.filter((event) => isAuthoredBy(event, known) && hasText(event)).map(({ seq }) => seq);
    for (const target of authored) {
      await hall.engine.dispatch(threadId, { type: 'redact', target, reason: REASON, by }, claim);
    }
    const renamed = await hall.engine.renamePerson(threadId, { names: known, to, hashes }, claim);
    if (renamed === undefined) return undefined;
    for (const [before, after] of renamed.hashes) hashes.set(before, after);
    await saveWritten(hall, threadId);
    await hall.store.clearFeed(threadId);
    const wasSigned = (await hall.store.listDocuments(threadId, FOLDER)).length > 0;
    const stillNamed = await mentions(hall, threadId, names);
    return {
      threadId,
      redacted: authored,
      renamed: renamed.changed,
      ...(wasSigned ? { wasSigned } : {}),
      ...(stillNamed ? { stillNamed } : {}),
    };
  });
}

/** Forks name an event of their parent by its hash, and forks of forks one of theirs. */
async function repairForks(hall: Hall, erasure: Erasure): Promise<void> {
  for (;;) {
    const before = erasure.hashes.size;
    const heads = [...erasure.hashes.keys()];
    for await (const { threadId } of eachMention(hall, heads, () => {})) {
      await eraseFromDebate(hall, threadId, { ...erasure, names: [] }).catch((error: unknown) => {
        if (!(error instanceof HallError) || error.code === 'storage') throw error;
      });
    }
    if (erasure.hashes.size === before) return;
  }
}

/**
 * What cannot be erased now is named; the same call does the rest. Throws `storage`, `bad-input` for a name of several, and `not-found`
 * for somebody of whom the hall has nothing.
 */
export async function erasePerson(hall: Hall, desk: PeopleDesk, idOrName: string): Promise<ErasedPerson> {
  const { people, trail, audit, by } = desk;
  const { hall: hallName } = hall.loaded.config.store;
  const person = await findPerson(desk, idOrName);
  const names = listNames(person);
  const to = await people.beginErasure(person, `erased-${hall.random(NAME_DIGITS)}`);
  const erasure: Erasure = { names, to, by: by?.name ?? 'hall', hashes: new Map() };
  const debates: ErasedDebate[] = [];
  const left: ErasedPerson['left'][number][] = [];
  const leave = (threadId: string, problem: string) => void left.push({ threadId, problem });
  for await (const { threadId } of eachMention(hall, names, leave)) {
    try {
      const erased = await eraseFromDebate(hall, threadId, erasure);
      if (erased !== undefined) debates.push(erased);
    } catch (error) {
      if (!(error instanceof HallError) || error.code === 'storage') throw error;
      leave(threadId, error.message);
    }
  }
  await repairForks(hall, erasure);
  let rows = 0;
  const queue = await hall.queue();
  for (const schedule of await queue.schedules()) {
    if (schedule.owner === undefined || !names.includes(schedule.owner)) continue;
    await queue.setSchedule({ ...schedule, owner: to });
    rows += 1;
  }
  rows += await people.rename(names, to);
  const audited = await trail.rename(hallName, names, to);
  await audit.record({ principal: by, hall: hallName, operation: 'erase-person', decision: 'allowed' });
  if (left.length === 0) await people.endErasure(person);
  if (debates.length + left.length + rows + audited === 0) throw unknownPerson(idOrName);
  return { names, name: to, debates, audited, left };
}
