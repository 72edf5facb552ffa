// The contract of a store: keeps ledgers as text, appends only to what the writer knows, and knows nothing of what is in them.

/** How far a reader got; opaque to everyone but the store that made it. */
export interface Cursor {
  /** How much was read so far. */
  readonly offset: number;
  /** What stands before `offset`, by which a ledger that was rewritten meanwhile is recognised. */
  readonly tail: string;
  /** Of a file: which one it is, and when it was changed, by which an edit is recognised that leaves size and end as they were. */
  readonly stamp?: string;
}

export interface Chunk {
  /** Complete lines, each with its line end, of a long ledger only the next few megabytes; one that is not UTF-8 begins with U+FFFD. */
  readonly text: string;
  readonly cursor: Cursor;
  /** True when `text` starts at the beginning because the ledger was rewritten since the given cursor. */
  readonly restarted: boolean;
  /** True when there are further lines: read again from `cursor`. */
  readonly more: boolean;
  /** Bytes after the last line end: a write that still runs or was cut off. With the last chunk only. */
  readonly tornBytes: number;
}

export interface StoredLedger {
  readonly id: string;
  /** Another one after every write; by it a caller knows that what it kept of the ledger still holds. */
  readonly version: string;
  /** Whether somebody ran it then, where the store knows that without being asked for each. */
  readonly running?: boolean;
}

/** Which part of a list is wanted. */
export interface PageRequest {
  /** `next` of the page before; the first page without it. */
  readonly after?: string;
  /** At most so many items; by default as many as suit the store. */
  readonly most?: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; absent when there is none. Opaque to everyone but the store that made it. */
  readonly next?: string;
}

/** Of as many items as were asked for, and one more where there are others. */
export function cutPage<Item>(
  all: readonly Item[],
  most: number | undefined,
  placeOf: (item: Item) => string,
): Page<Item> {
  const items = all.slice(0, most);
  const last = items.at(-1);
  return last === undefined || items.length === all.length ? { items } : { items, next: placeOf(last) };
}

/** A write to the ledger that `after` says all of. */
interface Change {
  /** Where the writer's knowledge ends. */
  readonly after: Cursor;
  /** Bytes of a write that was cut off, which the writer knows of; they are removed. */
  readonly cut?: number;
  /** Of the claim that the write rests on; without one it rests on none. */
  readonly fence?: number | undefined;
}

export type Written =
  /** It is on disk. */
  | { readonly kind: 'written'; readonly cursor: Cursor }
  /** The ledger is no longer what the writer knows: read on, and decide again. */
  | { readonly kind: 'conflict' }
  /** So many bytes of a write that was cut off stand in the way: give them as `cut`. */
  | { readonly kind: 'torn'; readonly bytes: number }
  /** Somebody else has the claim by now. */
  | { readonly kind: 'claim-lost' };

/** Lines that a run writes for watchers; never authoritative, and gone when the run ends. */
export interface Feed {
  write(line: string): void;
  /** On return everything is written. */
  close(): Promise<void>;
}

/** The sole right to do something with a debate, until it is released, its process ends, or it is lost. */
export interface Lease {
  /** What writes give that rest on the claim, so that they are refused once it is lost. */
  readonly fence: number;
  /** Aborted once somebody else may have the claim; with the error of the store, if that is why. */
  readonly lost: AbortSignal;
  /** Asks whether nobody else has the claim, before what no fence can refuse; `lost` comes late to a process that stood still. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

export interface Watch {
  /** How long a listener may trust in hearing of every change before it looks by itself, in milliseconds. */
  readonly trustMs: number;
  close(): void;
}

/** What was made of a ledger as it stood in one version. */
export interface SearchText {
  /** What can be found, line by line, in one case. */
  readonly folded: string;
  /** The same lines as they were written. */
  readonly written: string;
  /** What the lines belong to; given back as it is. */
  readonly places: string;
  /** What a list shows of the debate; given back as it is. */
  readonly memo: string | undefined;
  /** Absent where nothing was decided that a later question can resemble. */
  readonly decided?: Decided | undefined;
}

export interface Decided {
  /** What questions are compared with. */
  readonly compared: string;
  /** What was decided; given back as it is. */
  readonly glance: string;
  /** The debate that it names as the one that it continues. */
  readonly relatedTo: string | undefined;
}

export interface FoundLines {
  readonly places: string;
  /** How many lines hold all of the words, each once. */
  readonly total: number;
  /** The first of them, with their numbers from 1. */
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

export interface Alike {
  /** How many decisions the hall has. */
  readonly total: number;
  /** How many of them hold each word; none where all decisions are given. */
  readonly having: readonly number[];
  /** Of those that share most with the question, that follow one of them, or that `except` is related to; with the version they are of. */
  readonly glances: readonly { readonly glance: string; readonly version: string }[];
}

interface Hits {
  readonly total: number;
  /** The one that was written last first. */
  readonly ledgers: readonly StoredLedger[];
}

/** What a store keeps of ledgers for searches, made by whoever reads them. */
export interface SearchIndex {
  /** Ledgers that were written since their text was put, those that are not being run first; at most so many. */
  listStale(options: { readonly most: number; readonly running: boolean }): Promise<readonly StoredLedger[]>;
  /** Puts nothing where the ledger is no longer what it was in this version. */
  put(ledger: StoredLedger, text: SearchText): Promise<void>;
  /** Those of which one line holds all of the words, which are folded as the texts are. */
  find(words: readonly string[], page: { readonly from: number; readonly most: number | undefined }): Promise<Hits>;
  /** Where the words are in these debates, by ID; at most so many lines of each. */
  readLines(
    ids: readonly string[],
    words: readonly string[],
    most: number | undefined,
  ): Promise<ReadonlyMap<string, FoundLines>>;
  /** Decisions that share words with a question, given by their beginnings and what each counts: all up to `most`, else those that share most. */
  findAlike(
    words: readonly { readonly text: string; readonly weight: number }[],
    options: { readonly except: string | undefined; readonly most: number },
  ): Promise<Alike>;
  /** Of those whose text is that of this version, by ID. */
  readMemos(ledgers: readonly StoredLedger[]): Promise<ReadonlyMap<string, string>>;
  /** Those whose memo holds this, and those of which no memo with this start is kept; the one that was written last first. */
  listByMemo(wanted: { readonly start: string; readonly holds: string }): Promise<readonly StoredLedger[]>;
}

/** Every method throws `bad-input` for a string that cannot be the ID of a debate. */
export interface Store {
  /** Where it is, as people know it; never a secret. */
  readonly place: string;
  /** Where the store keeps one; a folder keeps no second copy of any text. */
  readonly searchIndex?: SearchIndex;
  /** Names of ledgers, sorted; `walk.ts` goes through all of them. */
  list(page?: PageRequest): Promise<Page<string>>;
  /** The one that was written last first; `walk.ts` goes through all of them. */
  newest(page?: PageRequest): Promise<Page<StoredLedger>>;
  /** Those of them that are there, in any order. */
  find(ids: readonly string[]): Promise<readonly StoredLedger[]>;
  /** How many ledgers there are. */
  count(): Promise<number>;
  exists(id: string): Promise<boolean>;
  /** The ID of the ledger that keeps others from this name, as some places of ledgers ignore case; it may be the same. */
  findTaken(id: string): Promise<string | undefined>;
  /** Reads without a lock; `undefined` without such a ledger. */
  read(id: string, cursor?: Cursor): Promise<Chunk | undefined>;
  /** What was kept of a ledger by `keepMemo`; `undefined` once the ledger was written again, and wherever the store keeps nothing. */
  readMemo(ledger: StoredLedger): Promise<string | undefined>;
  /**
   * Keeps what was made of the ledger as it stood in this version, so that it need not be made again. `replace` and `remove` leave
   * nothing of it. What cannot be kept is not, which is no error.
   */
  keepMemo(ledger: StoredLedger, memo: string): Promise<void>;
  /** What was kept of ledgers by `keepVector`, by ID; of one that was written again since, nothing. */
  readVectors(ledgers: readonly StoredLedger[]): Promise<ReadonlyMap<string, string>>;
  /** Keeps the vector of what the ledger decided as `keepMemo` keeps a memo. */
  keepVector(ledger: StoredLedger, vector: string): Promise<void>;
  /** Makes a new ledger of these lines; `copied` from another hall. Throws `already-exists`, also where the name of another differs only in case. */
  create(id: string, lines: string, how?: { readonly copied?: boolean }): Promise<void>;
  /** Adds complete lines after the last one. Throws `not-found`, `locked`, `storage`. */
  append(id: string, change: Change & { readonly lines: string }): Promise<Written>;
  /** Replaces everything with `text`, atomically, and leaves no copy of the old text. Throws as `append`. */
  replace(id: string, change: Change & { readonly text: string }): Promise<Written>;
  /**
   * Writes a document, whole or in pieces, beside the ledger, atomically, and returns where it is; an extension with "/" leads
   * into a folder there. Throws `not-found` without a ledger.
   */
  writeDocument(id: string, extension: string, text: string | Iterable<string>): Promise<string>;
  /** Where a document is, or would be, in words for people. */
  documentPlace(id: string, extension: string): string;
  /** Its text, or at most so many bytes from its beginning. */
  readDocument(id: string, extension: string, most?: number): Promise<string | undefined>;
  /** Names of the documents in a folder beside the ledger, sorted. */
  listDocuments(id: string, folder: string): Promise<readonly string[]>;
  /**
   * Removes the ledger for good, its live feed, its documents of these extensions, and every copy that a killed write left; before
   * that `removeRest` removes what others keep of it, while nobody can run it. What is cut off can be repeated. Throws `not-found`, and
   * `already-running` while a run has the claim.
   */
  remove(id: string, extensions: readonly string[], removeRest?: () => Promise<void>): Promise<void>;
  /** Throws `no-locks` where this machine cannot write to it safely. */
  checkLocks(): Promise<void>;
  /** Where texts are that killed writes left, or a ledger that was removed by other means, by their places in the hall. */
  leftovers(): Promise<readonly string[]>;
  removeLeftovers(): Promise<void>;
  /** `undefined` when another process, or another run in this one, has the claim. */
  claimRun(id: string): Promise<Lease | undefined>;
  isRunning(id: string): Promise<boolean>;
  /** The sole right to write about a debate to the outside; `undefined` when someone else has it. */
  claimPosting(id: string): Promise<Lease | undefined>;
  /** It takes in nothing more once somebody else has the claim. */
  openFeed(id: string, claim?: Pick<Lease, 'fence'>): Feed;
  /** Removes the feed so far, as a redaction requires; a current run continues in a new one. */
  clearFeed(id: string): Promise<void>;
  /** Lines of the feed from its beginning, then as they come, until the run that writes it has ended. */
  followFeed(id: string, signal: AbortSignal): AsyncIterable<string>;
  /** Tells of each ledger that any process makes or writes, as far as the system tells us; of `undefined` when nobody knows what was missed. */
  watch(listener: (id: string | undefined) => void): Watch;
  /** Ends connections; a claim that is still held is lost. */
  close(): Promise<void>;
}
