// The one way to write a ledger: read what is new, decide on exactly that, append if nothing came between, acknowledge.
import { defined } from '../../domain/defined.ts';
import type { EventDraft, LedgerEvent } from '../../domain/events.ts';
import { type ErrorCode, HallError, problemToError } from '../../domain/failures/errors.ts';
import type { AnyFormat } from '../../formats/format.ts';
import type { Clock, RandomHex } from '../../support/clock.ts';
import { type Seal, seal } from '../chain/chain.ts';
import type { Store, Written } from '../stores/store.ts';
import type { Command } from './commands.ts';
import { decide } from './decide.ts';
import { buildImportedLedger, type ImportedEvent } from './import-events.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { type OpenRequest, writeOpening } from './opening.ts';
import { withoutTexts } from './record/kept-texts.ts';
import { type Renamed, type Renaming, renamePerson, writeRenamed } from './rename-person.ts';
import type { Pen, Replica } from './replica.ts';
import { Replicas } from './replicas.ts';
import type { Snapshot } from './snapshot.ts';

export interface EnginePorts {
  readonly store: Store;
  readonly format: (id: string) => Promise<AnyFormat>;
  readonly clock: Clock;
  readonly random: RandomHex;
  /** Hears of what this engine has appended; must not throw. */
  readonly onWritten?: ((threadId: string, events: readonly LedgerEvent[]) => void) | undefined;
}

/** A command, or what makes one of the state that it will meet. */
type CommandOnState = Command | ((snapshot: Snapshot) => Command);

export interface Dispatched {
  readonly snapshot: Snapshot;
  /** What was appended, consequences included; for a repeated idempotency key the event of the first time. */
  readonly events: readonly LedgerEvent[];
  /** True when the idempotency key had been used for the same thing before, so nothing was appended. */
  readonly repeated: boolean;
}

/** What a write rests on, if it does on a claim. */
interface Rights {
  readonly fence: number | undefined;
}
const NO_CLAIM: Rights = { fence: undefined };

/** Texts are gone, and this is the state without them. */
type Redacted =
  | { readonly kind: 'written'; readonly replica: Replica }
  | Exclude<Written, { kind: 'written' | 'claim-lost' }>;

function checkClaim(threadId: string, written: Written): Exclude<Written, { kind: 'claim-lost' }> {
  if (written.kind !== 'claim-lost') return written;
  throw new HallError('claim-lost', `Another process runs debate "${threadId}" now.`, {
    hint: `Follow it with "debate-hall watch ${threadId}".`,
  });
}

/** Refusals of a write that do not depend on how new the state was on which it was decided. */
const FINAL: ReadonlySet<ErrorCode> = new Set(['claim-lost', 'locked', 'storage']);

function createTornTailNote(bytes: number, seal: Seal): EventDraft {
  const message = `${bytes} bytes of an unfinished last line were found and cut off.`;
  return { type: 'note-recorded', data: { code: 'torn-tail-cut', message: seal(message) } };
}

export class Engine {
  readonly #ports: EnginePorts;
  readonly #replicas: Replicas;
  /** One at a time for each debate, since what is folded is not on disk before it is written. */
  readonly #queue = new KeyedQueue();

  constructor(ports: EnginePorts) {
    this.#ports = ports;
    this.#replicas = new Replicas(ports.store, ports.format);
  }

  get store(): Store {
    return this.#ports.store;
  }

  /** Opens a debate. Throws `already-exists`, `bad-input`, `storage`. */
  async open(request: OpenRequest): Promise<Snapshot> {
    const format = await this.#ports.format(request.format);
    await this.#ports.store.create(request.threadId, writeOpening(request, format, this.#pen()));
    return await this.snapshot(request.threadId);
  }

  /** Brings in a debate that was held elsewhere. Throws `already-exists`, `bad-input`, and what the rules refuse. */
  async importDebate(events: readonly ImportedEvent[]): Promise<Snapshot> {
    const opened = events[0]?.data as { threadId: string; format: string };
    const format = await this.#ports.format(opened.format);
    await this.#ports.store.create(opened.threadId, await buildImportedLedger(events, format, this.#seal()));
    return await this.snapshot(opened.threadId);
  }

  /** The debate as it stands on disk. Throws `not-found`, `ledger-damaged`. */
  async snapshot(threadId: string): Promise<Snapshot> {
    return await this.#queue.run(threadId, async () => (await this.#replicas.catchUp(threadId)).snapshot);
  }

  /**
   * The debate as it stands on disk, checked alike, but without its texts and kept nowhere: for whoever looks at many debates.
   * Throws `not-found`, `ledger-damaged`.
   */
  async outline(threadId: string): Promise<Snapshot> {
    return (await this.#replicas.readOnce(threadId, withoutTexts)).snapshot;
  }

  /** The same with its texts. */
  async readOnce(threadId: string): Promise<Snapshot> {
    return (await this.#replicas.readOnce(threadId, (event) => event)).snapshot;
  }

  /**
   * Carries out one command on the newest state; on return its events are on disk.
   * A function is called with the state that the command will meet, again if somebody else was faster.
   * Throws what the rules refuse, `not-found`, `ledger-damaged`, `claim-lost`, `locked`, `storage`.
   */
  async dispatch(threadId: string, command: CommandOnState, rights: Rights = NO_CLAIM): Promise<Dispatched> {
    return await this.#queue.run(threadId, async () => {
      const quick = await this.#dispatchOnKnown(threadId, command, rights);
      if (quick !== undefined) return quick;
      const repairs: LedgerEvent[] = [];
      for (let torn = 0; ; ) {
        const { replica, events: repaired } = await this.#repair(threadId, torn, rights);
        repairs.push(...repaired);
        const resolved = typeof command === 'function' ? command(replica.snapshot) : command;
        const earlier = replica.findRepeated(resolved);
        if (earlier !== undefined) return { snapshot: replica.snapshot, events: [earlier], repeated: true };
        const decision = decide(replica.snapshot, resolved, this.#seal());
        if (!decision.ok) throw problemToError(decision.problem);
        const written = await this.#write(replica, decision.drafts, rights);
        if (written.kind === 'written') {
          const events = [...repairs, ...written.events];
          this.#ports.onWritten?.(threadId, events);
          if (!replica.hasUnfinishedRedactions) return { snapshot: replica.snapshot, events, repeated: false };
          const { replica: finished } = await this.#repair(threadId, 0, rights);
          return { snapshot: finished.snapshot, events, repeated: false };
        }
        torn = written.kind === 'torn' ? written.bytes : 0;
      }
    });
  }

  /**
   * Replaces the name of a person and notes that, on a chain that begins anew where they are first named. `undefined` where nothing
   * names them. Throws `not-found`, `ledger-damaged`, `claim-lost`, `locked`, `storage`.
   */
  async renamePerson(threadId: string, renaming: Renaming, rights: Rights): Promise<Renamed | undefined> {
    return await this.#queue.run(threadId, async () => {
      for (let torn = 0; ; ) {
        const { replica } = await this.#repair(threadId, torn, rights);
        const renamed = renamePerson(await this.#replicas.readEvents(threadId), renaming);
        if (renamed === undefined) return undefined;
        const change = { after: replica.end, text: writeRenamed(renamed, this.#pen()), fence: rights.fence };
        const written = checkClaim(threadId, await this.#ports.store.replace(threadId, change));
        if (written.kind === 'written') {
          this.#replicas.drop(threadId);
          return renamed;
        }
        torn = written.kind === 'torn' ? written.bytes : 0;
      }
    });
  }

  /**
   * Carries out the command on what is in memory without reading first, since a store writes only to what the writer knows. Gives
   * `undefined` where only the newest state can tell: somebody else wrote, or the rules refuse.
   */
  async #dispatchOnKnown(threadId: string, command: CommandOnState, rights: Rights): Promise<Dispatched | undefined> {
    const replica = this.#replicas.get(threadId);
    if (replica === undefined || replica.hasUnfinishedRedactions) return undefined;
    try {
      const resolved = typeof command === 'function' ? command(replica.snapshot) : command;
      // What it removes is taken out of the ledger as well, which is written anew: from what stands in it, not from what is in memory.
      if (resolved.type === 'redact') this.#replicas.drop(threadId);
      if (resolved.type === 'redact' || replica.findRepeated(resolved) !== undefined) return undefined;
      const decision = decide(replica.snapshot, resolved, this.#seal());
      if (!decision.ok) return undefined;
      const written = await this.#write(replica, decision.drafts, rights);
      if (written.kind !== 'written') return undefined;
      this.#replicas.keep(replica);
      this.#ports.onWritten?.(threadId, written.events);
      return { snapshot: replica.snapshot, events: written.events, repeated: false };
    } catch (error) {
      if (error instanceof HallError && !FINAL.has(error.code)) return undefined;
      throw error;
    }
  }

  /** The newest state, when what an interrupted write left out is made good; `torn` are bytes that it left. */
  async #repair(
    threadId: string,
    torn: number,
    rights: Rights,
  ): Promise<{ replica: Replica; events: readonly LedgerEvent[] }> {
    const events: LedgerEvent[] = [];
    for (let cut = torn; ; ) {
      const replica = await this.#replicas.catchUp(threadId);
      const drafts = cut === 0 ? [] : [createTornTailNote(cut, this.#seal())];
      const noted = await this.#write(replica, drafts, { ...rights, cut });
      if (noted.kind === 'written') events.push(...noted.events);
      const written = noted.kind === 'written' ? await this.#removeRedacted(replica, rights) : noted;
      if (written.kind === 'written') return { replica: written.replica, events };
      cut = written.kind === 'torn' ? written.bytes : 0;
    }
  }

  /**
   * Folds and writes in one go what the rules demand and these drafts, if the ledger is still what the replica knows.
   * Throws what the rules refuse, `claim-lost`.
   */
  async #write(replica: Replica, drafts: readonly EventDraft[], { fence, cut }: Rights & { cut?: number }) {
    try {
      const pen = this.#pen();
      replica.stageConsequences(pen);
      for (const draft of drafts) replica.stage(draft, pen);
      const lines = replica.stagedLines;
      if (lines === '') return { kind: 'written', events: [] } as const;
      const change = { after: replica.end, lines, fence, ...defined({ cut }) };
      const written = checkClaim(replica.threadId, await this.#ports.store.append(replica.threadId, change));
      if (written.kind === 'written')
        return { kind: 'written', events: replica.confirmStaged(written.cursor) } as const;
      this.#replicas.drop(replica.threadId);
      return written;
    } catch (error) {
      this.#replicas.drop(replica.threadId);
      throw error;
    }
  }

  /** Completes recorded redactions, also after a killed write: removes salt and text from the events that they name. */
  async #removeRedacted(replica: Replica, { fence }: Rights): Promise<Redacted> {
    const { threadId, format, end: after } = replica;
    if (!replica.hasUnfinishedRedactions) return { kind: 'written', replica };
    const text = replica.textWithoutRedacted();
    const written = checkClaim(threadId, await this.#ports.store.replace(threadId, { after, text, fence }));
    if (written.kind !== 'written') return written;
    const chunk = { text, cursor: written.cursor, restarted: true, more: false, tornBytes: 0 };
    return { kind: 'written', replica: this.#replicas.applyChunk(replica, chunk, format) };
  }

  #seal(): Seal {
    return (text) => seal(text, this.#ports.random(32));
  }

  #pen(): Pen {
    return { clock: this.#ports.clock, seal: this.#seal() };
  }
}
