// Checks a ledger from its first byte to its last, offline: the chain, every digest, and every transition by the rules.
import type { Debate } from '../../domain/debate.ts';
import { defined } from '../../domain/defined.ts';
import { type EventOf, isEvent, type LedgerEvent } from '../../domain/events.ts';
import { HallError, type Problem } from '../../domain/failures/errors.ts';
import { isImportProblem } from '../../domain/failures/import-damage.ts';
import { findOtherRules, type OtherRules } from '../../domain/outcomes.ts';
import { mapSealed, readSealed, type Sealed } from '../../domain/sealed/sealed.ts';
import type { AnyFormat, Consequence } from '../../formats/format.ts';
import { canonicalJson } from '../../support/canonical.ts';
import { type ChainEnd, chainEnd, EMPTY_CHAIN } from '../chain/chain.ts';
import { type Damage, type DamageCode, LedgerReader, type ReadLine, type TextPlace } from '../chain/reader.ts';
import type { Chunk } from '../stores/store.ts';
import {
  beginCopyCheck,
  type CheckedCopies,
  type CopyCheck,
  checkCopy,
  type FindParent,
  toCheckedCopies,
} from './forks/copies.ts';
import { createUpdateError, findKnownFormat, findUnknown } from './newer.ts';
import { applyEvent, checkAdmission, createSnapshot, getConsequences, type Snapshot } from './snapshot.ts';

type LedgerText = Pick<Chunk, 'text' | 'restarted'>;

export interface VerifyRequest {
  readonly threadId: string;
  /** The whole ledger in complete lines; after `restarted` it starts from the first line again. */
  readonly chunks: AsyncIterable<LedgerText> | Iterable<LedgerText>;
  /** Hashes noted elsewhere that the chain must hold, with where they were noted. */
  readonly knownHeads: readonly { readonly hash: string; readonly from: string }[];
  readonly format: (id: string) => Promise<AnyFormat>;
  /** The log of the parent that a fork names, if it is there. */
  readonly findParent?: FindParent;
  /** Is given the debate after each event that holds, and is waited for; `false` ends the reading there. */
  readonly watch?: (snapshot: Snapshot) => Promise<boolean>;
}

export interface Verification {
  readonly ok: boolean;
  readonly events: number;
  readonly head: string | null;
  /** In order; the first is where trust ends. */
  readonly damage: readonly Damage[];
  /** Redactions that were interrupted; the next write completes them. */
  readonly unfinishedRedactions: readonly TextPlace[];
  /** Problems that the imported file had before there was this ledger; no damage of the ledger. */
  readonly importProblems: number;
  /** Turns of which the rules warn otherwise now than then; no damage, since nothing depends on the words of a warning. */
  readonly otherWarnings: readonly number[];
  /** What in it this version does not know: the chain and the texts hold, and what it says was not checked, so it is not `ok`. */
  readonly needsUpdate?: string;
  /** Other rules made the debate, so the chain and the texts were checked and no rule. */
  readonly otherRules?: OtherRules;
  /** Absent for a debate that is no fork. */
  readonly fork?: CheckedCopies;
  /** Where the debate stood after the last good event. */
  readonly debate: Debate | undefined;
}

/** Why it is not `ok`. */
export function findVerifyError(
  threadId: string,
  { damage: [first], needsUpdate }: Pick<Verification, 'damage' | 'needsUpdate'>,
): HallError | undefined {
  if (first === undefined) return needsUpdate === undefined ? undefined : createUpdateError(threadId, needsUpdate);
  return new HallError('ledger-damaged', `The ledger of "${threadId}" does not verify: ${first.message}`, {
    hint: `See the details with "debate-hall verify ${threadId}".`,
  });
}

function damageAt(code: DamageCode, event: LedgerEvent, field: string, message: string): Damage {
  return { code, line: event.seq + 1, seq: event.seq, field, message };
}

/** What is known of a ledger up to its last good event; the events themselves are forgotten, which keeps this small. */
interface Progress {
  readonly reader: LedgerReader;
  /** Where it ends as far as it holds. */
  end: ChainEnd;
  unknown: string | undefined;
  /** Those of the noted hashes that the chain holds. */
  readonly noted: Set<string>;
  /** Its log stays empty where nobody watches. */
  snapshot: Snapshot | undefined;
  readonly log: LedgerEvent[];
  readonly otherWarnings: number[];
  /** Of a fork. */
  copies: CopyCheck | undefined;
}

const startProgress = (): Progress => ({
  ...{ reader: new LedgerReader(), end: EMPTY_CHAIN, unknown: undefined, noted: new Set(), snapshot: undefined },
  ...{ log: [], otherWarnings: [], copies: undefined },
});

/** Whether the event is what the rules demand; of a note whose words were redacted the rest counts. */
function isConsequence(due: Consequence, { type, data }: LedgerEvent): boolean {
  const words = mapSealed<unknown>(data, (sealed) => readSealed(sealed) ?? ('message' in due.data && due.data.message));
  return canonicalJson(due) === canonicalJson({ type, data: words });
}

/** Whether they say this; nobody can tell of those that were redacted. */
function areWarnings(recorded: readonly Sealed[], warnings: readonly string[]): boolean {
  const isSame = (sealed: Sealed, at: number) => (readSealed(sealed) ?? warnings[at]) === warnings[at];
  return recorded.length === warnings.length && recorded.every(isSame);
}

/** What the rules hold against an event that the chain already vouches for. */
function checkRules({ snapshot, reader, otherWarnings }: Progress, event: LedgerEvent): Damage | undefined {
  if (snapshot === undefined || findOtherRules(snapshot.debate.opened) !== undefined) return undefined;
  const [due] = getConsequences(snapshot);
  if (due !== undefined && !isConsequence(due, event)) {
    const message = `Event ${event.seq} is where the rules require "${due.type}".`;
    return damageAt('missing-consequence', event, '/type', message);
  }
  const admission = checkAdmission(snapshot, event);
  if (!admission.ok) {
    return damageAt('rule-broken', event, '/data', `Event ${event.seq} was not legal: ${admission.problem.message}`);
  }
  if (!isEvent(event, 'turn-recorded') || readSealed(event.data.content) === undefined) return undefined;
  if (reader.textsMissing && snapshot.format.readsEarlierTexts === true) return undefined;
  if (!areWarnings(event.data.warnings, admission.warnings)) otherWarnings.push(event.seq);
  if (canonicalJson(admission.data) === canonicalJson(event.data.data)) return undefined;
  return damageAt('rule-broken', event, '/data/data', `Event ${event.seq} records data that does not match its text.`);
}

/** Takes the next line; returns its event, known or not, or what is wrong with it. Synchronous, since waiting costs as much as half of the checks. */
function checkLine(progress: Progress, line: string, threadId: string): ReadLine {
  const read = progress.reader.push(line);
  if (read.event === undefined) return read;
  const { event } = read;
  if (isEvent(event, 'debate-opened') && event.data.threadId !== threadId) {
    const message = `This is the ledger of "${event.data.threadId}", not of "${threadId}".`;
    return { ok: false, damage: damageAt('wrong-debate', event, '/data/threadId', message) };
  }
  if (!read.ok && progress.unknown === undefined) {
    progress.unknown = read.damage.message;
    progress.snapshot = undefined;
    progress.copies = undefined;
  }
  const found = progress.unknown === undefined ? checkRules(progress, event) : undefined;
  return found === undefined ? { ok: true, event } : { ok: false, damage: found };
}

/** Gives the debate its rules, if they are known here. */
async function takeOpening(
  progress: Progress,
  event: EventOf<'debate-opened'>,
  { format, findParent }: VerifyRequest,
): Promise<Problem | undefined> {
  const rules = await findKnownFormat(format, event.data.format);
  progress.unknown = findUnknown(event.data, rules);
  if (progress.unknown !== undefined || rules === undefined) return undefined;
  const problem = rules.admitOpening?.(event.data);
  if (problem !== undefined) return problem;
  progress.snapshot = createSnapshot(event, rules, progress.log);
  progress.copies = await beginCopyCheck(event.data, findParent);
  return undefined;
}

/** The first damage ends the reading, since nothing after it can be trusted. */
export async function verifyLedger(request: VerifyRequest): Promise<Verification> {
  const noted = new Set(request.knownHeads.map(({ hash }) => hash));
  let progress = startProgress();
  const damage: Damage[] = [];
  let importProblems = 0;
  let stopped = false;
  for await (const { text, restarted } of request.chunks) {
    if (restarted) {
      progress = startProgress();
      importProblems = 0;
    }
    for (let from = 0, to = text.indexOf('\n'); to !== -1; from = to + 1, to = text.indexOf('\n', from)) {
      const taken = checkLine(progress, text.slice(from, to), request.threadId);
      if (!taken.ok) {
        damage.push(taken.damage);
        break;
      }
      const { event } = taken;
      if (isImportProblem(event)) importProblems += 1;
      if (noted.has(event.hash)) progress.noted.add(event.hash);
      if (progress.snapshot === undefined && progress.unknown === undefined) {
        const problem = await takeOpening(progress, event as EventOf<'debate-opened'>, request);
        if (problem !== undefined) {
          damage.push(damageAt('rule-broken', event, '/data/options', problem.message));
          break;
        }
      } else if (progress.snapshot !== undefined) progress.snapshot = applyEvent(progress.snapshot, event);
      progress.end = chainEnd(event);
      if (progress.unknown !== undefined) continue;
      const difference = progress.copies && checkCopy(progress.copies, event);
      if (difference !== undefined) {
        damage.push(damageAt('copy-differs', event, difference.field, difference.message));
        break;
      }
      if (request.watch === undefined || progress.snapshot === undefined) continue;
      progress.log.push(event);
      stopped = !(await request.watch(progress.snapshot));
      if (stopped) break;
    }
    if (damage.length > 0 || stopped) break;
  }

  const { reader, end, unknown, snapshot, copies, otherWarnings } = progress;
  const events = end.nextSeq;
  if (damage.length === 0 && !stopped) {
    damage.push(...reader.forgedRedactions());
    const at = { line: events, seq: Math.max(0, events - 1), field: '/hash' };
    if (events === 0) damage.push({ ...at, code: 'no-events', field: '', message: 'The ledger has no events.' });
    for (const { hash, from } of request.knownHeads) {
      if (progress.noted.has(hash)) continue;
      const message = `The chain does not hold ${hash.slice(0, 16)}…, noted in ${from}: events were cut off or replaced.`;
      damage.push({ ...at, code: 'head-missing', message });
    }
  }
  return {
    ok: damage.length === 0 && unknown === undefined,
    events,
    head: end.head,
    damage,
    unfinishedRedactions: reader.unfinishedRedactions(),
    importProblems,
    otherWarnings,
    ...defined({
      needsUpdate: damage.length === 0 ? unknown : undefined,
      otherRules: snapshot && findOtherRules(snapshot.debate.opened),
    }),
    ...(copies === undefined ? {} : { fork: toCheckedCopies(copies) }),
    debate: snapshot?.debate,
  };
}
