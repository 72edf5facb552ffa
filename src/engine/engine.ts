// The one way to write a ledger: under the store's lock read what is new, decide on exactly that, append, acknowledge.
import { HallError, problemToError } from '../domain/errors.ts';
import { type EventData, type EventDraft, isEvent, type LedgerEvent } from '../domain/events.ts';
import { checkThreadId } from '../domain/ids.ts';
import { mapSealed, textOf } from '../domain/sealed.ts';
import type { AnyFormat } from '../formats/format.ts';
import { chainEnd, EMPTY_CHAIN, link, toLine } from '../ledger/chain.ts';
import { type Damage, LedgerReader } from '../ledger/reader.ts';
import { type Seal, seal } from '../ledger/seal.ts';
import type { Chunk, Cursor, Store, Transaction } from '../stores/store.ts';
import type { Clock, RandomHex } from '../support/clock.ts';
import { type Command, decide } from './commands.ts';
import { type ForeignEvent, importedLines } from './import-events.ts';
import { admitEvent, advance, againstOpening, beginSnapshot, consequencesOf, type Snapshot } from './snapshot.ts';

export interface EnginePorts {
  readonly store: Store;
  readonly format: (id: string) => Promise<AnyFormat>;
  readonly clock: Clock;
  readonly random: RandomHex;
}

/** A debate in memory, kept in step with its ledger. */
interface Loaded {
  readonly reader: LedgerReader;
  readonly log: LedgerEvent[];
  readonly keys: Map<string, LedgerEvent>;
  snapshot: Snapshot | undefined;
  cursor: Cursor | undefined;
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

function damageError(threadId: string, damage: Damage): HallError {
  return new HallError('ledger-damaged', `The ledger of "${threadId}" is damaged. ${damage.message}`, {
    hint: `Nothing was changed. See all of it with "debate-hall verify ${threadId}", and restore the file from a copy.`,
    details: { ...damage },
  });
}

/** Keys belong to whoever uses them, so that nobody can take those that a run will need. */
function ownKey(author: string | undefined, key: string | undefined): string | undefined {
  return key === undefined ? undefined : JSON.stringify([author ?? null, key]);
}

function keyOf(event: LedgerEvent): string | undefined {
  if (event.type === 'turn-recorded') return ownKey(event.data.by.author, event.data.key);
  return event.type === 'interjection-added' ? ownKey(event.data.author, event.data.key) : undefined;
}

/** Whether the command says what the event says; of a redacted text nobody can tell any more, so it counts as the same. */
function saysTheSame(event: LedgerEvent, command: Extract<Command, { type: 'record' | 'interject' }>): boolean {
  const { data } = event;
  if (command.type === 'record') {
    if (event.type !== 'turn-recorded' || event.data.seat !== command.seat) return false;
    if (command.act !== undefined && command.act !== event.data.act) return false;
  } else if (event.type !== 'interjection-added') return false;
  const text = 'content' in data ? textOf(data.content) : undefined;
  return text === undefined || text === command.content.toWellFormed();
}

export class Engine {
  readonly #ports: EnginePorts;
  readonly #loaded = new Map<string, Loaded>();

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
    const event = link(draft, EMPTY_CHAIN, this.#now());
    const line = toLine(event);
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
      const loaded = this.#cached(threadId);
      const { cursor } = loaded;
      const chunk = await this.#ports.store.read(threadId, cursor);
      if (chunk === undefined) {
        this.#loaded.delete(threadId);
        throw new HallError('not-found', `There is no debate "${threadId}".`, {
          hint: 'List them with "debate-hall list".',
        });
      }
      const format = await this.#formatFor(loaded, chunk);
      // Someone in this process may have read on while this call waited: then the chunk is old.
      if (this.#loaded.get(threadId) !== loaded || loaded.cursor !== cursor) continue;
      const current = this.#take(threadId, loaded, chunk, format);
      if (!chunk.more) return this.#require(threadId, current);
    }
  }

  /**
   * Carries out one command on the newest state; on return its events are on disk.
   * A function is called under the lock with the state that the command will meet.
   * Throws what the rules refuse, `not-found`, `ledger-damaged`, `locked`, `storage`.
   */
  async dispatch(threadId: string, command: Command | ((snapshot: Snapshot) => Command)): Promise<Dispatched> {
    const format = this.#loaded.get(threadId)?.snapshot?.format ?? (await this.snapshot(threadId)).format;
    return await this.#ports.store.transaction(threadId, (transaction) => {
      let chunk: Chunk;
      let loaded = this.#cached(threadId);
      do {
        chunk = transaction.read(loaded.cursor);
        loaded = this.#take(threadId, loaded, chunk, format);
      } while (chunk.more);
      let snapshot = this.#require(threadId, loaded);
      const wanted = typeof command === 'function' ? command(snapshot) : command;

      const repeated = this.#repeated(loaded, wanted);
      if (repeated !== undefined) return { snapshot, events: [repeated], repeated: true };

      const pending: EventDraft[] = [];
      if (chunk.tornBytes > 0) {
        pending.push({
          type: 'note-recorded',
          data: {
            code: 'torn-tail-cut',
            message: `${chunk.tornBytes} bytes of an unfinished last line were found and cut off.`,
          },
        });
      }
      const written: LedgerEvent[] = [];
      let unwritten: LedgerEvent[] = [];
      let lines = '';
      const add = (draft: EventDraft): void => {
        const problem = admitEvent(snapshot, draft);
        if (problem !== undefined) throw problemToError(problem);
        const event = link(draft, chainEnd(loaded.log.at(-1) as LedgerEvent), this.#now());
        const line = toLine(event);
        const read = loaded.reader.push(line.slice(0, -1));
        if (!read.ok) throw new HallError('bad-input', `This cannot be recorded: ${read.damage.message}`);
        loaded.log.push(read.event);
        snapshot = advance(snapshot, read.event);
        unwritten.push(read.event);
        lines += line;
      };
      const settle = (): void => {
        for (let due = consequencesOf(snapshot)[0]; due !== undefined; due = consequencesOf(snapshot)[0]) add(due);
      };
      const write = (): void => {
        if (unwritten.length === 0) return;
        loaded.cursor = transaction.append(lines);
        loaded.snapshot = snapshot;
        for (const event of unwritten) this.#index(loaded, event);
        written.push(...unwritten);
        unwritten = [];
        lines = '';
      };
      try {
        settle();
        for (const draft of pending) add(draft);
        // What an interrupted write left out is made good even if the command is refused.
        write();
        const decision = decide(snapshot, wanted, this.#seal());
        if (!decision.ok) throw problemToError(decision.problem);
        for (const draft of decision.drafts) {
          add(draft);
          settle();
        }
        write();
      } catch (error) {
        // What was folded in memory is not on disk: take it out of the log, which earlier snapshots share, and read again.
        loaded.log.length -= unwritten.length;
        this.#loaded.delete(threadId);
        throw error;
      }
      const interrupted = loaded.reader.unfinishedRedactions().length > 0;
      const settled = interrupted ? this.#removeTexts(transaction, threadId, loaded) : loaded;
      return { snapshot: this.#require(threadId, settled), events: written, repeated: false };
    });
  }

  /** Takes out of memory what recorded redactions name and the file may still hold. */
  #forgetTexts(loaded: Loaded): void {
    const places = new Map<number, Set<string>>();
    for (const { seq, field } of loaded.reader.unfinishedRedactions()) {
      places.set(seq, (places.get(seq) ?? new Set()).add(field));
    }
    for (const [seq, fields] of places) {
      const event = loaded.log[seq] as LedgerEvent;
      const data = mapSealed(event.data, (sealed, path) => (fields.has(path) ? { sha256: sealed.sha256 } : sealed));
      loaded.log[seq] = { ...event, data } as LedgerEvent;
    }
    const [opening, ...rest] = loaded.log as [LedgerEvent, ...LedgerEvent[]];
    const { format } = loaded.snapshot as Snapshot;
    loaded.snapshot = rest.reduce(advance, beginSnapshot(opening, format, loaded.log));
  }

  /** Finishes recorded redactions: takes salt and text out of the events that they name. */
  #removeTexts(transaction: Transaction, threadId: string, loaded: Loaded): Loaded {
    this.#forgetTexts(loaded);
    const text = loaded.log.map(toLine).join('');
    const cursor = transaction.replace(text);
    const chunk = { text, cursor, restarted: false, more: false, tornBytes: 0 };
    return this.#take(threadId, this.#fresh(threadId), chunk, loaded.snapshot?.format);
  }

  #repeated(loaded: Loaded, command: Command): LedgerEvent | undefined {
    if (command.type !== 'record' && command.type !== 'interject') return undefined;
    const key = ownKey(command.type === 'record' ? command.by.author : command.author, command.key);
    const earlier = key === undefined ? undefined : loaded.keys.get(key);
    if (earlier === undefined) return undefined;
    if (saysTheSame(earlier, command)) return earlier;
    throw new HallError(
      'key-conflict',
      `The key "${command.key}" was already used for event ${earlier.seq}, which says something else.`,
      {
        hint: 'Use a new key for a new contribution.',
      },
    );
  }

  #cached(threadId: string): Loaded {
    const known = this.#loaded.get(threadId);
    if (known !== undefined) return known;
    checkThreadId(threadId);
    return this.#fresh(threadId);
  }

  #fresh(threadId: string): Loaded {
    const loaded: Loaded = {
      reader: new LedgerReader(),
      log: [],
      keys: new Map(),
      snapshot: undefined,
      cursor: undefined,
    };
    this.#loaded.set(threadId, loaded);
    return loaded;
  }

  /** Folds new lines into memory. */
  #take(threadId: string, known: Loaded, chunk: Chunk, format: AnyFormat | undefined): Loaded {
    const loaded = chunk.restarted ? this.#fresh(threadId) : known;
    let from = 0;
    for (let to = chunk.text.indexOf('\n', from); to !== -1; to = chunk.text.indexOf('\n', from)) {
      const read = loaded.reader.push(chunk.text.slice(from, to));
      from = to + 1;
      if (!read.ok) {
        this.#loaded.delete(threadId);
        throw damageError(threadId, read.damage);
      }
      loaded.log.push(read.event);
      if (loaded.snapshot === undefined) {
        if (format === undefined || !isEvent(read.event, 'debate-opened')) {
          throw new TypeError('A ledger was read before its format was loaded.');
        }
        const problem = againstOpening(read.event.data, format);
        if (problem !== undefined) {
          this.#loaded.delete(threadId);
          const { message } = problem;
          throw damageError(threadId, { code: 'rule-broken', line: 1, seq: 0, field: '/data/options', message });
        }
        loaded.snapshot = beginSnapshot(read.event, format, loaded.log);
      } else {
        loaded.snapshot = advance(loaded.snapshot, read.event);
      }
      this.#index(loaded, read.event);
    }
    const [forged] = loaded.reader.forgedRedactions();
    if (forged !== undefined) {
      this.#loaded.delete(threadId);
      throw damageError(threadId, forged);
    }
    loaded.cursor = chunk.cursor;
    if (loaded.reader.unfinishedRedactions().length > 0) this.#forgetTexts(loaded);
    return loaded;
  }

  #index(loaded: Loaded, event: LedgerEvent): void {
    const key = keyOf(event);
    if (key !== undefined) loaded.keys.set(key, event);
  }

  #require(threadId: string, loaded: Loaded): Snapshot {
    if (loaded.snapshot === undefined) {
      this.#loaded.delete(threadId);
      throw new HallError('ledger-damaged', `The ledger of "${threadId}" is empty.`, {
        hint: 'Restore the file from a copy, or remove it.',
      });
    }
    if (loaded.snapshot.threadId !== threadId) {
      this.#loaded.delete(threadId);
      throw new HallError(
        'ledger-damaged',
        `The ledger of "${threadId}" belongs to debate "${loaded.snapshot.threadId}".`,
        {
          hint: 'Give the file its own name back.',
        },
      );
    }
    return loaded.snapshot;
  }

  /** The format has to be known before events are folded; its name stands in the first line. */
  async #formatFor(loaded: Loaded, chunk: Chunk): Promise<AnyFormat | undefined> {
    if (loaded.snapshot !== undefined) return loaded.snapshot.format;
    const end = chunk.text.indexOf('\n');
    if (end === -1) return undefined;
    const first = new LedgerReader().push(chunk.text.slice(0, end));
    if (!first.ok || first.event.type !== 'debate-opened') return undefined;
    return await this.#ports.format(first.event.data.format);
  }

  #seal(): Seal {
    return (text) => seal(text, this.#ports.random(32));
  }

  #now(): string {
    return new Date(this.#ports.clock.now()).toISOString();
  }
}
