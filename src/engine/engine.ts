// The one way to write a ledger: under the store's lock read what is new, decide on exactly that, append, acknowledge.
import { HallError, problemToError } from '../domain/errors.ts';
import { type EventData, type EventDraft, isEvent, type LedgerEvent } from '../domain/events.ts';
import { checkThreadId } from '../domain/ids.ts';
import type { AnyFormat } from '../formats/format.ts';
import { EMPTY_CHAIN, link, toLine } from '../ledger/chain.ts';
import { LedgerReader } from '../ledger/reader.ts';
import { type Seal, seal } from '../ledger/seal.ts';
import type { Chunk, Store, Transaction } from '../stores/store.ts';
import type { Clock, RandomHex } from '../support/clock.ts';
import { type Command, decide } from './commands.ts';
import { type ForeignEvent, importedLines } from './import-events.ts';
import { withoutTexts } from './kept-texts.ts';
import { Replica } from './replica.ts';
import { againstOpening, type Snapshot } from './snapshot.ts';

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

/** Texts of the opening are given open and sealed here. */
export type OpenRequest = Omit<EventData<'debate-opened'>, 'topic' | 'context'> & {
  readonly topic: string;
  readonly context: readonly { readonly source: string; readonly bytes: number; readonly text: string }[];
};

/** Debates that are kept in memory; others are read again when they are needed. */
const KEPT = 32;

function missing(threadId: string): HallError {
  return new HallError('not-found', `There is no debate "${threadId}".`, {
    hint: 'List them with "debate-hall list".',
  });
}

function tornTailNote(bytes: number): EventDraft {
  const message = `${bytes} bytes of an unfinished last line were found and cut off.`;
  return { type: 'note-recorded', data: { code: 'torn-tail-cut', message } };
}

export class Engine {
  readonly #ports: EnginePorts;
  /** Least recently used first. */
  readonly #replicas = new Map<string, Replica>();

  constructor(ports: EnginePorts) {
    this.#ports = ports;
  }

  get store(): Store {
    return this.#ports.store;
  }

  /** Opens a debate. Throws `already-exists`, `bad-input`, `storage`. */
  async open(request: OpenRequest): Promise<Snapshot> {
    const format = await this.#ports.format(request.format);
    const seal = this.#seal();
    const draft: EventDraft<'debate-opened'> = {
      type: 'debate-opened',
      data: {
        ...request,
        topic: seal(request.topic),
        context: request.context.map(({ source, bytes, text }) => ({ source, bytes, content: seal(text) })),
      },
    };
    const line = toLine(link(draft, EMPTY_CHAIN, this.#now()));
    const checked = new LedgerReader().push(line.slice(0, -1));
    if (!checked.ok) throw new HallError('bad-input', `The debate cannot be opened: ${checked.damage.message}`);
    const problem = againstOpening(draft.data, format);
    if (problem !== undefined) throw problemToError(problem);
    await this.#ports.store.create(request.threadId, line);
    return await this.snapshot(request.threadId);
  }

  /** Brings in a debate that was held elsewhere. Throws `already-exists`, `bad-input`, and what the rules refuse. */
  async importDebate(events: readonly ForeignEvent[]): Promise<Snapshot> {
    const opened = events[0]?.data as { threadId: string; format: string };
    const format = await this.#ports.format(opened.format);
    await this.#ports.store.create(opened.threadId, importedLines(events, format, this.#seal()));
    return await this.snapshot(opened.threadId);
  }

  /** The debate as it stands on disk. Throws `not-found`, `ledger-damaged`. */
  async snapshot(threadId: string): Promise<Snapshot> {
    for (;;) {
      const replica = this.#replica(threadId);
      const { cursor } = replica;
      const chunk = await this.#ports.store.read(threadId, cursor);
      if (chunk === undefined) {
        this.#replicas.delete(threadId);
        throw missing(threadId);
      }
      // One that was begun anew may be another debate of the same name.
      const known = chunk.restarted ? undefined : replica.format;
      const format = known ?? (await this.#formatOf(chunk));
      // Someone in this process may have read on while this call waited: then the chunk is old.
      if (this.#replicas.get(threadId) !== replica || replica.cursor !== cursor) continue;
      const current = this.#take(replica, chunk, format);
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
      replica.take(chunk, replica.format ?? (await this.#formatOf(chunk)));
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
      const replica = this.#withoutRedacted(transaction, found);
      const wanted = typeof command === 'function' ? command(replica.snapshot) : command;
      const earlier = replica.recordedBefore(wanted);
      if (earlier !== undefined) return { snapshot: replica.snapshot, events: [earlier], repeated: true };

      // What an interrupted write left out is made good even if the command is refused.
      const madeGood = this.#write(transaction, replica, tornBytes === 0 ? [] : [tornTailNote(tornBytes)]);
      const decision = decide(replica.snapshot, wanted, this.#seal());
      if (!decision.ok) throw problemToError(decision.problem);
      const events = [...madeGood, ...this.#write(transaction, replica, decision.drafts)];
      return { snapshot: this.#withoutRedacted(transaction, replica).snapshot, events, repeated: false };
    });
  }

  #write(transaction: Transaction, replica: Replica, drafts: readonly EventDraft[]): readonly LedgerEvent[] {
    try {
      const now = () => this.#now();
      replica.settle(now);
      for (const draft of drafts) replica.fold(draft, now);
      return replica.flush(transaction);
    } catch (error) {
      if (replica.abandon()) this.#replicas.delete(replica.threadId);
      throw error;
    }
  }

  #catchUp(threadId: string, transaction: Transaction, format: AnyFormat): { replica: Replica; tornBytes: number } {
    for (let replica = this.#replica(threadId); ; ) {
      const chunk = transaction.read(replica.cursor);
      replica = this.#take(replica, chunk, format);
      if (!chunk.more) return { replica, tornBytes: chunk.tornBytes };
    }
  }

  /** Finishes recorded redactions, also those of a write that was killed: takes salt and text out of the events that they name. */
  #withoutRedacted(transaction: Transaction, replica: Replica): Replica {
    if (!replica.hasUnfinishedRedactions) return replica;
    const text = replica.textWithoutRedacted();
    const cursor = transaction.replace(text);
    const chunk = { text, cursor, restarted: true, more: false, tornBytes: 0 };
    return this.#take(replica, chunk, replica.format);
  }

  #replica(threadId: string): Replica {
    const known = this.#replicas.get(threadId);
    if (known === undefined) checkThreadId(threadId);
    return this.#keep(known ?? new Replica(threadId));
  }

  #keep(replica: Replica): Replica {
    this.#replicas.delete(replica.threadId);
    this.#replicas.set(replica.threadId, replica);
    const [oldest] = this.#replicas.keys();
    if (this.#replicas.size > KEPT && oldest !== undefined) this.#replicas.delete(oldest);
    return replica;
  }

  /** Folds new lines into memory; a ledger that was rewritten meanwhile is begun anew. */
  #take(known: Replica, chunk: Chunk, format: AnyFormat | undefined): Replica {
    const replica = chunk.restarted ? this.#keep(new Replica(known.threadId)) : known;
    try {
      replica.take(chunk, format);
      return replica;
    } catch (error) {
      this.#replicas.delete(replica.threadId);
      throw error;
    }
  }

  /** The format has to be known before events are folded; its name stands in the first line. */
  async #formatOf(chunk: Chunk): Promise<AnyFormat | undefined> {
    const end = chunk.text.indexOf('\n');
    if (end === -1) return undefined;
    const first = new LedgerReader().push(chunk.text.slice(0, end));
    if (!first.ok || !isEvent(first.event, 'debate-opened')) return undefined;
    return await this.#ports.format(first.event.data.format);
  }

  #seal(): Seal {
    return (text) => seal(text, this.#ports.random(32));
  }

  #now(): string {
    return new Date(this.#ports.clock.now()).toISOString();
  }
}
