// Erases a person from a shared hall: their words are redacted, and another name takes the place of theirs, in debates, in the audit
// trail and in every other row. Whoever only knows the hall cannot tell who it was.
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { HallError, unlessRefused } from '../../../domain/failures/errors.ts';
import { listSealed, readSealed } from '../../../domain/sealed/sealed.ts';
import { FOLDER } from '../../../exchange/signatures/statement.ts';
import { PERSON_ERASED, renamePerson } from '../../../ledger/engine/rename-person.ts';
import type { Lease } from '../../../ledger/stores/store.ts';
import { listFamily } from '../debate/related/family.ts';
import type { Hall } from '../hall.ts';
import { saveWritten } from '../records/copies/export-debate.ts';
import { findPerson, listNames, type PeopleDesk, unknownPerson } from './find-person.ts';
import { type DebateOfPerson, eachMention, isAuthoredBy, mentions } from './read-ledgers.ts';

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
}

type Leave = (threadId: string, problem: string) => void;

const NAME_DIGITS = 8;
const REASON = 'Erased at the request of the person.';

const hasText = ({ data }: LedgerEvent) => listSealed(data).some(({ sealed }) => readSealed(sealed) !== undefined);

/** A refusal to change one debate keeps nobody from the others. */
async function leaveRefused(threadId: string, leave: Leave, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof HallError) || error.code === 'storage') throw error;
    leave(threadId, error.message);
  }
}

const findFork = (log: readonly LedgerEvent[]) => {
  const [opened] = log;
  const relation = opened !== undefined && isEvent(opened, 'debate-opened') ? opened.data.relation : undefined;
  return relation?.kind === 'fork' ? relation : undefined;
};

async function withClaim<T>(hall: Hall, threadId: string, work: (claim: Lease) => Promise<T>): Promise<T> {
  const claim = await hall.store.claimRun(threadId);
  if (claim === undefined) throw new HallError('already-running', 'It is running.');
  try {
    return await work(claim);
  } finally {
    await claim.release();
  }
}

/** `undefined` where nothing in it is theirs, which its `log` tells before anybody has to wait for it. */
async function eraseFromDebate(
  hall: Hall,
  { threadId, log: before }: DebateOfPerson,
  { names, to, by }: Erasure,
): Promise<ErasedDebate | undefined> {
  const known = new Set(names);
  const renaming = { names: known, to };
  if (renamePerson(before, renaming) === undefined) return undefined;
  return await withClaim(hall, threadId, async (claim) => {
    const { log } = await hall.engine.snapshot(threadId);
    const authored = log.filter((event) => isAuthoredBy(event, known) && hasText(event)).map(({ seq }) => seq);
    for (const target of authored) {
      await hall.engine.dispatch(threadId, { type: 'redact', target, reason: REASON, by }, claim);
    }
    const renamed = await hall.engine.renamePerson(threadId, renaming, claim);
    if (renamed === undefined) return undefined;
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

const isErasure = (event: LedgerEvent) => isEvent(event, 'note-recorded') && event.data.code === PERSON_ERASED;

/** A fork names an event of its parent by its hash, which an erasure has changed. */
async function repairFork(hall: Hall, { threadId, log }: DebateOfPerson, to: string): Promise<void> {
  const { of = '', head, event } = findFork(log) ?? {};
  if (head === undefined || event === undefined) return;
  const parent = await unlessRefused(async () => (await hall.engine.snapshot(of)).log, 'not-found');
  const now = parent?.some(isErasure) === true ? parent[event]?.hash : undefined;
  if (now === undefined || now === head) return;
  await withClaim(hall, threadId, async (claim) => {
    await hall.engine.renamePerson(threadId, { names: new Set(), to, head: [head, now] }, claim);
    await saveWritten(hall, threadId);
  });
}

/** Those of debates that this erasure changed, now or in an earlier call; a fork after its parent, which may be one itself. */
async function repairForks(hall: Hall, { to }: Erasure, leave: Leave): Promise<void> {
  const changed: string[] = [];
  for await (const { threadId } of eachMention(hall, [to], () => {})) changed.push(threadId);
  const family = await listFamily(hall, changed);
  const seen = new Set<string>();
  async function repair(threadId: string): Promise<void> {
    if (seen.has(threadId)) return;
    seen.add(threadId);
    await leaveRefused(threadId, leave, async () => {
      const { log } = await hall.engine.snapshot(threadId);
      const parent = findFork(log)?.of;
      if (parent !== undefined && family.has(parent)) await repair(parent);
      await repairFork(hall, { threadId, log }, to);
    });
  }
  for (const threadId of family) await repair(threadId);
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
  const fresh = `erased-${hall.random(NAME_DIGITS)}`;
  const to = await people.beginErasure(person, fresh);
  const erasure: Erasure = { names, to, by: by?.name ?? 'hall' };
  const debates: ErasedDebate[] = [];
  const problems = new Map<string, string>();
  const leave: Leave = (threadId, problem) => void problems.set(threadId, problem);
  for await (const debate of eachMention(hall, names, leave)) {
    await leaveRefused(debate.threadId, leave, async () => {
      const erased = await eraseFromDebate(hall, debate, erasure);
      if (erased !== undefined) debates.push(erased);
    });
  }
  await repairForks(hall, erasure, leave);
  const left = [...problems].map(([threadId, problem]) => ({ threadId, problem }));
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
  // What an earlier call has begun may leave nothing but forks to this one.
  if (to === fresh && debates.length + left.length + rows + audited === 0) throw unknownPerson(idOrName);
  return { names, name: to, debates, audited, left };
}
