// The one way to write a ledger: under the store's lock read what is new, decide on exactly that, append, acknowledge.
import { HallError, problemToError } from '../domain/errors.ts';
import { type EventDraft, type EventOf, isEvent, type LedgerEvent } from '../domain/events.ts';
import { checkThreadId } from '../domain/ids.ts';
import type { AnyFormat } from '../formats/format.ts';
import { chainEvent, EMPTY_CHAIN, toLine } from '../ledger/chain.ts';
import { LedgerReader } from '../ledger/reader.ts';
import { type Seal, seal } from '../ledger/seal.ts';
import type { Chunk, Store, Transaction } from '../stores/store.ts';
import type { Clock, RandomHex } from '../support/clock.ts';
import type { Command } from './commands.ts';
import { decide } from './decide.ts';
import { buildImportedLedger, type ImportedEvent } from './import-events.ts';
import { withoutTexts } from './kept-texts.ts';
import { type OpenRequest, sealOpening } from './opening.ts';
import { Replica } from './replica.ts';
import { checkOpening, type Snapshot } from './snapshot.ts';

export interface EnginePorts {
  readonly store: Store;
  readonly format: (id: string) => Promise<AnyFormat>;
  readonly clock: Clock;
  readonly random: RandomHex;
}

export interface Dispatched {
  readonly snapshot: Snapshot;
  /** What was appended, consequences included; for a repeated idempotency key the event of the first time. */
  readonly events: readonly LedgerEvent[];
  /** True when the idempotency key had been used for the same thing before, so nothing was appended. */
  readonly repeated: boolean;
}

/** Debates that are kept in memory; others are read again when they are needed. */
const MAX_REPLICAS = 32;

function missing(threadId: string): HallError {
  return new HallError('not-found', `There is no debate "${threadId}".`, {
    hint: 'List them with "debate-hall list".',
  });
}

/** What an opening calls its format, whether or not the line is intact. */
function peekFormat(line: string): unknown {
  try {
    return (JSON.parse(line) as Partial<EventOf<'debate-opened'>> | null)?.data?.format;
  } catch {
    return undefined;
  }
}

function createTornTailNote(bytes: number): EventDraft {
  const message = `${bytes} bytes of an unfinished last line were found and cut off.`;
  return { type: 'note-recorded', data: { code: 'torn-tail-cut', message } };
}

export class Engine {
  readonly #ports: EnginePorts;
  /** Least recently used first. */
  readonly #replicas = new Map<string, Replica>();
  /** Those that debates were read by, by name. */
  readonly #formats = new Map<unknown, AnyFormat>();

  constructor(ports: EnginePorts) {
    this.#ports = ports;
  }

  get store(): Store {
    return this.#ports.store;
  }

  /** Opens a debate. Throws `already-exists`, `bad-input`, `storage`. */
  async open(request: OpenRequest): Promise<Snapshot> {
    const format = await this.#ports.format(request.format);
    const draft = { type: 'debate-opened', data: sealOpening(request, this.#seal()) } as const;
    const line = toLine(chainEvent(draft, EMPTY_CHAIN, this.#now()));
    const checked = new LedgerReader().push(line.slice(0, -1));
    if (!checked.ok) throw new HallError('bad-input', `The debate cannot be opened: ${checked.damage.message}`);
    const problem = checkOpening(draft.data, format);
    if (problem !== undefined) throw problemToError(problem);
    await this.#ports.store.create(request.threadId, line);
    return await this.snapshot(request.threadId);
  }

  /** Brings in a debate that was held elsewhere. Throws `already-exists`, `bad-input`, and what the rules refuse. */
  async importDebate(events: readonly ImportedEvent[]): Promise<Snapshot> {
    const opened = events[0]?.data as { threadId: string; format: string };
    const format = await this.#ports.format(opened.format);
    await this.#ports.store.create(opened.threadId, buildImportedLedger(events, format, this.#seal()));
    return await this.snapshot(opened.threadId);
  }

  /** The debate as it stands on disk. Throws `not-found`, `ledger-damaged`. */
  async snapshot(threadId: string): Promise<Snapshot> {
    for (;;) {
      const replica = this.#getReplica(threadId);
      const { cursor } = replica;
      const chunk = await this.#ports.store.read(threadId, cursor);
      if (chunk === undefined) {
        this.#replicas.delete(threadId);
        throw missing(threadId);
      }
      // A rewritten ledger may hold another debate with the same name.
      const known = chunk.restarted ? undefined : replica.format;
      const format = known ?? (await this.#readFormat(chunk));
      // Someone in this process may have read on while this call waited: then the chunk is old.
      if (this.#replicas.get(threadId) !== replica || replica.cursor !== cursor) continue;
      const current = this.#applyChunk(replica, chunk, format);
      if (!chunk.more) return current.snapshot;
    }
  }

  /**
   * The debate as it stands on disk, checked alike, but without its texts and kept nowhere: for whoever looks at many debates.
   * Throws `not-found`, `ledger-damaged`.
   */
  async outline(threadId: string): Promise<Snapshot> {
    const begin = () => new Replica(threadId, withoutTexts);
    for (let replica = begin(); ; ) {
      const chunk = await this.#ports.store.read(threadId, replica.cursor);
      if (chunk === undefined) throw missing(threadId);
      if (chunk.restarted) replica = begin();
      replica.applyChunk(chunk, replica.format ?? (await this.#readFormat(chunk)));
      if (!chunk.more) return replica.snapshot;
    }
  }

  /**
   * Carries out one command on the newest state; on return its events are on disk.
   * A function is called under the lock with the state that the command will meet.
   * Throws what the rules refuse, `not-found`, `ledger-damaged`, `locked`, `storage`.
   */
  async dispatch(threadId: string, command: Command | ((snapshot: Snapshot) => Command)): Promise<Dispatched> {
    const format = this.#replicas.get(threadId)?.format ?? (await this.snapshot(threadId)).format;
    return await this.#ports.store.transaction(threadId, (transaction) => {
      const { replica: found, tornBytes } = this.#catchUp(threadId, transaction, format);
      const replica = this.#finishRedactions(transaction, found);
      const resolved = typeof command === 'function' ? command(replica.snapshot) : command;
      const earlier = replica.findRepeated(resolved);
      if (earlier !== undefined) return { snapshot: replica.snapshot, events: [earlier], repeated: true };

      // What an interrupted write left out is made good even if the command is refused.
      const repairs = this.#write(transaction, replica, tornBytes === 0 ? [] : [createTornTailNote(tornBytes)]);
      const decision = decide(replica.snapshot, resolved, this.#seal());
      if (!decision.ok) throw problemToError(decision.problem);
      const events = [...repairs, ...this.#write(transaction, replica, decision.drafts)];
      return { snapshot: this.#finishRedactions(transaction, replica).snapshot, events, repeated: false };
    });
  }

  #write(transaction: Transaction, replica: Replica, drafts: readonly EventDraft[]): readonly LedgerEvent[] {
    try {
      const now = () => this.#now();
      replica.stageConsequences(now);
      for (const draft of drafts) replica.stage(draft, now);
      return replica.writeStaged(transaction);
    } catch (error) {
      if (replica.discardStaged()) this.#replicas.delete(replica.threadId);
      throw error;
    }
  }

  #catchUp(threadId: string, transaction: Transaction, format: AnyFormat): { replica: Replica; tornBytes: number } {
    for (let replica = this.#getReplica(threadId); ; ) {
      const chunk = transaction.read(replica.cursor);
      replica = this.#applyChunk(replica, chunk, format);
      if (!chunk.more) return { replica, tornBytes: chunk.tornBytes };
    }
  }

  /** Completes recorded redactions, also after a killed write: removes salt and text from the events that they name. */
  #finishRedactions(transaction: Transaction, replica: Replica): Replica {
    if (!replica.hasUnfinishedRedactions) return replica;
    const text = replica.textWithoutRedacted();
    const cursor = transaction.replace(text);
    const chunk = { text, cursor, restarted: true, more: false, tornBytes: 0 };
    return this.#applyChunk(replica, chunk, replica.format);
  }

  #getReplica(threadId: string): Replica {
    const known = this.#replicas.get(threadId);
    if (known === undefined) checkThreadId(threadId);
    return this.#cacheReplica(known ?? new Replica(threadId));
  }

  #cacheReplica(replica: Replica): Replica {
    this.#replicas.delete(replica.threadId);
    this.#replicas.set(replica.threadId, replica);
    const [oldest] = this.#replicas.keys();
    if (this.#replicas.size > MAX_REPLICAS && oldest !== undefined) this.#replicas.delete(oldest);
    return replica;
  }

  /** Applies new lines; a ledger that was rewritten is read from the start. */
  #applyChunk(known: Replica, chunk: Chunk, format: AnyFormat | undefined): Replica {
    const replica = chunk.restarted ? this.#cacheReplica(new Replica(known.threadId)) : known;
    try {
      replica.applyChunk(chunk, format);
      return replica;
    } catch (error) {
      this.#replicas.delete(replica.threadId);
      throw error;
    }
  }

  /** The format has to be known before events are folded; its name stands in the first line. */
  async #readFormat(chunk: Chunk): Promise<AnyFormat | undefined> {
    const end = chunk.text.indexOf('\n');
    if (end === -1) return undefined;
    const line = chunk.text.slice(0, end);
    // Whoever reads on checks the line; only a name that is new here has to be right.
    const known = this.#formats.get(peekFormat(line));
    if (known !== undefined) return known;
    const first = new LedgerReader().push(line);
    if (!first.ok || !isEvent(first.event, 'debate-opened')) return undefined;
    const format = await this.#ports.format(first.event.data.format);
    this.#formats.set(first.event.data.format, format);
    return format;
  }

  #seal(): Seal {
    return (text) => seal(text, this.#ports.random(32));
  }

  #now(): string {
    return new Date(this.#ports.clock.now()).toISOString();
  }
}
