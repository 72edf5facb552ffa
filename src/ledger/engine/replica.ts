// One debate in memory, kept in step with its ledger: takes what others wrote, folds what is about to be written.
import type { Provenance } from '../../domain/event-parts.ts';
import { type EventDraft, isEvent, type LedgerEvent } from '../../domain/events.ts';
import { HallError, problemToError } from '../../domain/failures/errors.ts';
import { groupBy } from '../../domain/group-by.ts';
import { isSealed, mapSealed, readSealed } from '../../domain/sealed/sealed.ts';
import type { Fields } from '../../domain/values/tree.ts';
import type { AnyFormat } from '../../formats/format.ts';
import { canonicalJson, toWellFormed } from '../../support/canonical.ts';
import type { Clock } from '../../support/clock.ts';
import { chainEnd, chainEvent, type Seal, toLine } from '../chain/chain.ts';
import { type Damage, LedgerReader } from '../chain/reader.ts';
import type { Chunk, Cursor } from '../stores/store.ts';
import type { Command } from './commands.ts';
import { createUpdateError, findUnknown } from './newer.ts';
import { withCompactTexts } from './record/kept-texts.ts';
import {
  applyEvent,
  createSnapshot,
  findRefusal,
  getConsequences,
  type Snapshot,
  sealConsequence,
} from './snapshot.ts';

/** Of an event or a command, as far as they have it. */
interface Contribution {
  readonly key?: string | undefined;
  readonly author?: string | undefined;
  readonly by?: string | Pick<Provenance, 'author'> | undefined;
}

/** Idempotency keys are scoped by author, so that nobody can block the keys of a run. */
function toAuthorKey({ key, author, by }: Contribution): string | undefined {
  const name = author ?? (typeof by === 'object' ? by.author : by);
  return key === undefined ? undefined : JSON.stringify([name ?? null, key]);
}

const toContribution = (command: Command): Contribution =>
  command.type !== 'record' && 'data' in command ? (command.data as Contribution) : (command as Contribution);

/** What a command must say again under its key; it may leave the act to the rules. What a question may use depends on when it is asked. */
const SAID = ['seat', 'act', 'content', 'seats', 'turnedOut', 'note'];

/** Whether the command says what the event says; of a redacted text nobody can tell any more, so it counts as the same. */
function isSameContribution({ type, data }: LedgerEvent, command: Command): boolean {
  if (type !== (command.type === 'record' ? 'turn-recorded' : command.type)) return false;
  const [said, again] = [data as Fields, toContribution(command) as Fields];
  return SAID.every((name) => {
    const [one, other] = [said[name], again[name]];
    if (name === 'act' && other === undefined) return true;
    const text = isSealed(one) ? (readSealed(one) ?? other) : one;
    return canonicalJson(toWellFormed(text ?? null)) === canonicalJson(toWellFormed(other ?? null));
  });
}

/** What pure rules cannot give an event: its time, and the salts of its texts. */
export interface Pen {
  readonly clock: Clock;
  readonly seal: Seal;
}

export const readTime = ({ clock }: Pen): string => new Date(clock.now()).toISOString();

export class Replica {
  readonly threadId: string;
  readonly #keep: (event: LedgerEvent) => LedgerEvent;
  readonly #reader = new LedgerReader();
  readonly #log: LedgerEvent[] = [];
  readonly #keys = new Map<string, LedgerEvent>();
  /** With the log that grows, which nobody else gets. */
  #folded: Snapshot | undefined;
  #cursor: Cursor | undefined;
  /** What this version does not know in it: from there on only its chain is read. */
  #unknown: string | undefined;
  /** When the last event from here was written, by its own time and by the clock that never goes back. */
  #wrote: { readonly at: number; readonly elapsed: number } | undefined;
  #staged: { readonly event: LedgerEvent; readonly line: string }[] = [];

  /** `keep` says what of an event stays in the log. */
  constructor(threadId: string, keep: (event: LedgerEvent) => LedgerEvent = withCompactTexts) {
    this.threadId = threadId;
    this.#keep = keep;
  }

  /** `undefined` before anything was read. */
  get cursor(): Cursor | undefined {
    return this.#cursor;
  }

  /** Where the ledger ends as far as it was read. */
  get end(): Cursor {
    if (this.#cursor === undefined) throw new TypeError('A ledger was written before it was read.');
    return this.#cursor;
  }

  /** `undefined` until the first event was read. */
  get format(): AnyFormat | undefined {
    return this.#folded?.format;
  }

  /** Stays as it is, whatever is folded later. Throws `ledger-damaged` for an empty ledger and for one of another debate. */
  get snapshot(): Snapshot {
    return { ...this.#checked, log: [...this.#log] };
  }

  get #checked(): Snapshot {
    if (this.#folded === undefined) {
      throw new HallError('ledger-damaged', `The ledger of "${this.threadId}" is empty.`, {
        hint: 'Restore the file from a backup, or remove it.',
      });
    }
    const { threadId } = this.#folded;
    if (threadId === this.threadId) return this.#folded;
    throw new HallError('ledger-damaged', `The ledger of "${this.threadId}" belongs to debate "${threadId}".`, {
      hint: `Where "${threadId}" has a ledger, this is a copy: remove it. Else rename it to ${threadId}.jsonl.`,
    });
  }

  get hasUnfinishedRedactions(): boolean {
    return this.#reader.unfinishedRedactions().length > 0;
  }

  /** Takes new lines. Throws `ledger-damaged`, and `needs-update` once all is read; after that the replica must not be used further. */
  applyChunk(chunk: Chunk, format: AnyFormat | undefined): void {
    for (let from = 0, to = chunk.text.indexOf('\n'); to !== -1; from = to + 1, to = chunk.text.indexOf('\n', from)) {
      const read = this.#reader.push(chunk.text.slice(from, to));
      if (!read.ok && read.event === undefined) throw this.#createDamageError(read.damage);
      if (this.#unknown !== undefined) continue;
      if (read.ok) this.#fold(read.event, format);
      else this.#unknown = read.damage.message;
    }
    this.#cursor = chunk.cursor;
    if (chunk.more) return;
    // Only at the end is it certain that no later event names a text that is gone.
    const [forged] = this.#reader.forgedRedactions();
    if (forged !== undefined) throw this.#createDamageError(forged);
    if (this.#unknown !== undefined) throw createUpdateError(this.threadId, this.#unknown);
    if (this.hasUnfinishedRedactions) this.#dropRedactedTexts();
  }

  /** The event that this command gave the first time. Throws `key-conflict` when the key was used for something else. */
  findRepeated(command: Command): LedgerEvent | undefined {
    const contribution = toContribution(command);
    const key = toAuthorKey(contribution);
    const earlier = key === undefined ? undefined : this.#keys.get(key);
    if (earlier === undefined || isSameContribution(earlier, command)) return earlier;
    const message = `The key "${contribution.key}" was already used for event ${earlier.seq}, with different content.`;
    throw new HallError('key-conflict', message, { hint: 'Use a new key for a new contribution.' });
  }

  /** Folds one event that is to be written, and what the rules demand after it. Throws what the rules refuse. */
  stage(draft: EventDraft, pen: Pen): void {
    this.#stageEvent(draft, pen);
    this.stageConsequences(pen);
  }

  /** Folds what the rules demand right now; more than nothing only after a write that was interrupted. */
  stageConsequences(pen: Pen): void {
    for (let [due] = getConsequences(this.#checked); due !== undefined; [due] = getConsequences(this.#checked)) {
      this.#stageEvent(sealConsequence(due, pen.seal), pen);
    }
  }

  /** What was folded and not written, as lines; empty when there is nothing. */
  get stagedLines(): string {
    return this.#staged.map(({ line }) => line).join('');
  }

  /** What was folded is on disk now, up to `cursor`. */
  confirmStaged(cursor: Cursor): readonly LedgerEvent[] {
    const staged = this.#staged;
    this.#cursor = cursor;
    this.#staged = [];
    for (const { event } of staged) this.#indexKey(event);
    return staged.map(({ event }) => event);
  }

  /** The ledger's text without what recorded redactions name. */
  textWithoutRedacted(): string {
    this.#dropRedactedTexts();
    return this.#log.map(toLine).join('');
  }

  /** Time that passed since an event from here counts, also where the clock was set back meanwhile. */
  #nextTime(pen: Pen): string {
    const now = readTime(pen);
    if (this.#wrote === undefined) return now;
    const byElapsed = new Date(this.#wrote.at + pen.clock.elapsed() - this.#wrote.elapsed).toISOString();
    return now > byElapsed ? now : byElapsed;
  }

  #stageEvent(draft: EventDraft, pen: Pen): void {
    const problem = findRefusal(this.#checked, draft);
    if (problem !== undefined) throw problemToError(problem);
    const next = chainEvent(draft, chainEnd(this.#log.at(-1) as LedgerEvent), this.#nextTime(pen));
    this.#wrote = { at: Date.parse(next.at), elapsed: pen.clock.elapsed() };
    const line = toLine(next);
    // What cannot be read back must never be written.
    const read = this.#reader.push(line.slice(0, -1));
    if (!read.ok) throw new HallError('bad-input', `This cannot be recorded: ${read.damage.message}`);
    const event = this.#keep(read.event);
    this.#log.push(event);
    this.#staged.push({ event, line });
    this.#folded = applyEvent(this.#checked, read.event);
  }

  #fold(event: LedgerEvent, format: AnyFormat | undefined): void {
    if (isEvent(event, 'debate-opened')) this.#unknown = findUnknown(event.data, format);
    if (this.#unknown !== undefined) return;
    const kept = this.#keep(event);
    this.#log.push(kept);
    this.#folded = this.#folded === undefined ? this.#createSnapshot(event, format) : applyEvent(this.#folded, event);
    this.#indexKey(kept);
  }

  #createSnapshot(event: LedgerEvent, format: AnyFormat | undefined): Snapshot {
    if (format === undefined || !isEvent(event, 'debate-opened')) {
      throw new TypeError('A ledger was read before its format was loaded.');
    }
    const problem = format.admitOpening?.(event.data);
    if (problem === undefined) return createSnapshot(event, format, this.#log);
    const { message } = problem;
    throw this.#createDamageError({ code: 'rule-broken', line: 1, seq: 0, field: '/data/options', message });
  }

  #indexKey(event: LedgerEvent): void {
    const key = toAuthorKey(event.data as Contribution);
    if (key !== undefined) this.#keys.set(key, event);
  }

  /** Takes out of memory what recorded redactions name and the file may still hold. */
  #dropRedactedTexts(): void {
    for (const [seq, redactions] of groupBy(this.#reader.unfinishedRedactions(), (each) => each.seq)) {
      const fields = new Set(redactions.map(({ field }) => field));
      const event = this.#log[seq] as LedgerEvent;
      const data = mapSealed(event.data, (sealed, path) => (fields.has(path) ? { sha256: sealed.sha256 } : sealed));
      this.#log[seq] = { ...event, data } as LedgerEvent;
    }
    const [opening, ...rest] = this.#log as [LedgerEvent, ...LedgerEvent[]];
    this.#folded = rest.reduce(applyEvent, createSnapshot(opening, this.#checked.format, this.#log));
  }

  #createDamageError(damage: Damage): HallError {
    return new HallError('ledger-damaged', `The ledger of "${this.threadId}" is damaged. ${damage.message}`, {
      hint: `Nothing was changed. See the details with "debate-hall verify ${this.threadId}", and repair the file or restore it from a backup.`,
      details: { ...damage },
    });
  }
}
