// Whether ledgers can be trusted, and whether the record that people commit (`ID.oct.md`) says what the ledger next to it says.
import { defined } from '../../../domain/defined.ts';
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { HallError, unlessRefused } from '../../../domain/failures/errors.ts';
import { UNREADABLE } from '../../../domain/failures/unreadable.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { cutLine } from '../../../domain/words/cut-line.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { renderWhole, WRITTEN } from '../../../exchange/exporters/exporter.ts';
import { getOutcome, toRecord } from '../../../ledger/engine/record/record.ts';
import { type Snapshot, snapshotAt } from '../../../ledger/engine/snapshot.ts';
import { type Verification, verifyLedger } from '../../../ledger/engine/verify.ts';
import type { Chunk } from '../../../ledger/stores/store.ts';
import { eachChunk, eachId } from '../../../ledger/stores/walk.ts';
import type { Hall } from '../hall.ts';
import { RECORD_FORMAT, toWrittenRecord } from './copies/export-debate.ts';
import { describeLoneRecords, describeNone } from './lists/find-debate.ts';
import { isOfOther } from './own-files.ts';
import { checkSignatures, type SignatureReport, type SignersInput } from './signatures/check-signatures.ts';

interface CheckedRecord {
  /** The first line that is not what the ledger says. */
  readonly problem?: string;
  /** Why only what decides was compared, in a sentence. */
  readonly notCompared?: string;
}

const SHOWN_CHARACTERS = 100;

/** They are the same in every version, and no redaction changes them. */
const DECIDES = /^ {2}(?:THREAD_ID|FORMAT|STATUS|OUTCOME|ANSWER|CLOSED|LEDGER_EVENTS|LEDGER_HEAD)::/;
/** Only an export has it, as other ledgers decide what is there. */
const FORKS = /^ {2}FORKS::/;

const readLines = (text: string) => text.split(/\r?\n/).map((line, at) => ({ line, number: at + 1 }));

interface Difference {
  readonly number: number;
  readonly line: string;
}

function findDifference(written: string, due: string, counts: (line: string) => boolean): Difference | undefined {
  const expected = readLines(due).filter(({ line }) => counts(line));
  const found = readLines(written).filter(({ line }) => counts(line));
  const at = expected.findIndex(({ line }, index) => line !== found[index]?.line);
  if (at === -1) return found[expected.length];
  return found[at] ?? { number: readLines(written).length, line: '' };
}

/** Why the wording may be another one than this version gives what is left of the ledger. */
function whyNotCompared({ version }: Hall, past: readonly LedgerEvent[], later: readonly LedgerEvent[]) {
  if (later.some(({ type }) => type === 'texts-redacted')) return 'texts were redacted since it was written';
  const by = past.flatMap((event) =>
    isEvent(event, 'run-started') || isEvent(event, 'debate-opened') ? [event.data.hallVersion] : [],
  );
  const last = by.at(-1);
  return last === version ? undefined : `Debate Hall ${last} wrote it, and this is ${version}`;
}

/** Of a ledger that verifies. `head`: the hash that the record names; without one, it is compared with the whole ledger. */
async function checkRecord(hall: Hall, threadId: string, head: string | undefined): Promise<CheckedRecord> {
  const written = await hall.store.readDocument(threadId, WRITTEN.octave);
  if (written === undefined || (await isOfOther(hall, threadId, WRITTEN.octave))) return {};
  const now = await hall.engine.snapshot(threadId);
  const at = head === undefined ? undefined : now.log.find(({ hash }) => hash === head);
  const snapshot = at === undefined || at.hash === now.debate.head ? now : snapshotAt(now, at.seq);
  const why = whyNotCompared(hall, snapshot.log, now.log.slice(snapshot.log.length));
  const exporter = await hall.exporter(RECORD_FORMAT);
  const counts = (line: string) => (why === undefined ? !FORKS.test(line) : DECIDES.test(line));
  const compare = (record: DebateRecord) => findDifference(written, renderWhole(exporter, record), counts);
  const file = `${threadId}${WRITTEN.octave}`;
  const difference = compare(toWrittenRecord(snapshot));
  // A record that somebody exported has the paths of its sources, too.
  if (difference !== undefined && compare(toRecord(snapshot)) !== undefined) {
    const shown =
      difference.line === '' ? 'it ends there' : `it says "${cutLine(difference.line.trim(), SHOWN_CHARACTERS)}"`;
    const restore = `debate-hall export ${threadId} --format octave --output FILE`;
    return {
      problem: `${file} is not what the ledger says, first in line ${difference.number}: ${shown}. Restore it with git, or write it again: ${restore}`,
    };
  }
  if (why === undefined) return {};
  const count = countNoun(readLines(written).length, 'line');
  return { notCompared: `Of the ${count} of ${file} only what decides was compared: ${why}.` };
}

export interface VerifyOutput extends Omit<Verification, 'debate' | 'otherWarnings'> {
  readonly threadId: string;
  readonly status: DebateRecord['status'] | null;
  readonly outcome: DebateRecord['outcome'];
  /** Bytes of an unfinished last line; the next write cuts them off. */
  readonly tornBytes: number;
  /** Why only what decides was compared of the record next to it, in a sentence. */
  readonly recordNotCompared?: string;
  /** When they were asked for; `null` of a ledger that does not hold, whose signatures say nothing. */
  readonly signatures?: SignatureReport | null;
}

export interface VerifyInput {
  readonly threadId: string;
  /** A hash noted elsewhere that the chain must hold. That of the committed record is looked up without being asked for. */
  readonly head?: string;
  /** Also demand a signature by somebody whose key is known; `ok` then says whether there is one. */
  readonly signed?: SignersInput;
}

/** A hash that was shortened or mistyped would otherwise accuse the ledger. Throws `bad-input`. */
function readHead(head: string): string {
  if (/^[0-9a-f]{64}$/i.test(head)) return head.toLowerCase();
  throw new HallError('bad-input', 'The head is not the hash of an event.', {
    hint: 'Pass all 64 hexadecimal digits.',
  });
}

/** The same with what is wrong with the record next to the ledger. */
async function withRecord(hall: Hall, verified: VerifyOutput): Promise<VerifyOutput> {
  const { threadId, events: line, ok, otherRules } = verified;
  if (!ok || otherRules !== undefined) return verified;
  const { problem, notCompared } = await checkRecord(hall, threadId, (await recordedHead(hall, threadId))?.hash);
  if (problem === undefined) return { ...verified, ...defined({ recordNotCompared: notCompared }) };
  const damage = [{ code: 'record-differs', line, seq: line - 1, field: '', message: problem } as const];
  return { ...verified, ok: false, damage };
}

/** Throws `not-found`, `bad-input`, `storage`, and with `signed` also `signing-failed`. */
export async function verifyDebate(hall: Hall, input: VerifyInput): Promise<VerifyOutput> {
  const { threadId, head } = input;
  const known = head === undefined ? {} : { head: readHead(head) };
  const { otherWarnings: _, ...verification } = await verifyChain(hall, { threadId, ...known });
  const verified = await withRecord(hall, verification);
  if (input.signed === undefined) return verified;
  if (!verified.ok) return { ...verified, signatures: null };
  const signatures = await checkSignatures(hall, threadId, input.signed);
  return { ...verified, ok: signatures.ok, signatures };
}

/** A debate that cannot even be read, such as without permission, does not verify either. */
export type VerifiedDebate =
  | VerifyOutput
  | { readonly threadId: string; readonly ok: false; readonly error: ReturnType<HallError['toJSON']> };

/** Every debate of the hall, sorted by name; one that is wrong hides none of the others. Throws `not-found` where only records are. */
export async function verifyAll(
  hall: Hall,
  demand: Pick<VerifyInput, 'signed'> = {},
): Promise<readonly VerifiedDebate[]> {
  const results: VerifiedDebate[] = [];
  for await (const threadId of eachId(hall.store)) {
    try {
      results.push(await verifyDebate(hall, { threadId, ...demand }));
    } catch (error) {
      if (!(error instanceof HallError) || error.code === 'signing-failed') throw error;
      results.push({ threadId, ok: false, error: error.toJSON() });
    }
  }
  const lone = results.length === 0 ? await describeLoneRecords(hall) : [];
  if (lone.length === 0) return results;
  throw new HallError('not-found', [`${describeNone(hall)} So nothing was checked.`, ...lone].join(' '), {
    hint: 'Pass the folder that has the ledgers with --hall.',
  });
}

/** The log of the parent of a fork; one that cannot be read is not there, and its own check says why. */
async function findLog(hall: Hall, threadId: string): Promise<readonly LedgerEvent[] | undefined> {
  if (!(await hall.store.exists(threadId))) return undefined;
  return (await unlessRefused(() => hall.engine.snapshot(threadId), ...UNREADABLE))?.log;
}

/** In bytes; nearly always enough, and the whole document may be long. */
const HEAD_WITHIN = 64 * 1024;

function headIn(document: string | undefined): string | undefined {
  return /^\s*LEDGER_HEAD::"?([0-9a-f]{64})/m.exec(document ?? '')?.[1];
}

/** The head of the ledger that the record beside it was written from; `undefined` when there is no record. */
export async function recordedHead(hall: Hall, threadId: string): Promise<{ hash: string; file: string } | undefined> {
  const extension = WRITTEN.octave;
  const hash =
    headIn(await hall.store.readDocument(threadId, extension, HEAD_WITHIN)) ??
    headIn(await hall.store.readDocument(threadId, extension));
  return hash === undefined ? undefined : { hash, file: `${threadId}${extension}` };
}

/** `watch`: see `VerifyRequest`. */
export async function verifyChain(
  hall: Hall,
  { threadId, head }: VerifyInput,
  watch?: (snapshot: Snapshot) => Promise<boolean>,
): Promise<VerifyOutput & Pick<Verification, 'otherWarnings'>> {
  let tornBytes = 0;
  async function* chunks(): AsyncGenerator<Chunk> {
    for await (const chunk of eachChunk(hall.store, threadId)) {
      tornBytes = chunk.tornBytes;
      yield chunk;
    }
  }
  const recorded = await recordedHead(hall, threadId);
  const knownHeads = [
    ...(recorded === undefined ? [] : [{ hash: recorded.hash, from: recorded.file }]),
    ...(head === undefined ? [] : [{ hash: head, from: '--head' }]),
  ];
  const verification = await verifyLedger({
    ...{ threadId, chunks: chunks(), knownHeads, format: hall.format },
    findParent: async (parent) => await findLog(hall, parent),
    ...defined({ watch }),
  });
  const { debate, ...rest } = verification;
  return {
    threadId,
    ...rest,
    status: debate?.status ?? null,
    outcome: debate === undefined ? null : getOutcome(debate),
    tornBytes,
  };
}
