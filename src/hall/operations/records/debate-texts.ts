// What can be searched of debates, kept in memory: the second search reads no ledger that was not written since.
import { setImmediate } from 'node:timers/promises';
import {
  findInPlaces,
  foldCase,
  holdsWords,
  listPlaces,
  type Match,
  type SearchedText,
  splitWords,
} from '../../../domain/words/find-words.ts';
import type { Engine } from '../../../ledger/engine/engine.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';

/**
 * In characters, of all debates together: a few thousand debates of usual length. Those that are searched first, which changed
 * last, are kept; the texts of all others are read again by each search.
 */
const MOST_KEPT = 32 * 1024 * 1024;

export interface DebateText {
  readonly places: readonly SearchedText[];
  /** All of them, and the same as `foldCase` leaves them. */
  readonly written: string;
  readonly folded: string;
}

/** Whoever changes what this gives adds a step to the tables that empties `search_text`. */
export function readTexts(snapshot: Snapshot): DebateText {
  const places = listPlaces(toRecord(snapshot));
  const written = places
    .map(({ text }) => text)
    .join('\n')
    .normalize('NFC');
  return { places, written, folded: foldCase(written) };
}

type KeptText = Omit<DebateText, 'written'>;

/** As they are, and folded. */
const measureSize = ({ folded }: KeptText) => 2 * folded.length;

/** Where the words are in one debate; `undefined` where no line holds all of them. */
export type FindMatches = () => readonly Match[];

export class DebateTexts {
  readonly #engine: Engine;
  readonly #kept = new Map<string, KeptText & { readonly version: string }>();
  #characters = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Throws `not-found`, `ledger-damaged`. */
  async find(id: string, version: string | undefined, words: string): Promise<FindMatches | undefined> {
    const { places, folded } = await this.#readText(id, version);
    return holdsWords(folded, splitWords(words)) ? () => findInPlaces(places, words) : undefined;
  }

  /** Others were deleted. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const id of [...this.#kept.keys()]) if (!ids.has(id)) this.#drop(id);
  }

  async #readText(id: string, version: string | undefined): Promise<KeptText> {
    const kept = this.#kept.get(id);
    if (kept !== undefined && kept.version === version) return kept;
    this.#drop(id);
    // Or a search would let nothing else happen before it has read all of them.
    await setImmediate();
    const { written: _, ...text } = readTexts(await this.#engine.snapshot(id));
    if (version !== undefined && this.#characters + measureSize(text) <= MOST_KEPT) {
      this.#kept.set(id, { ...text, version });
      this.#characters += measureSize(text);
    }
    return text;
  }

  #drop(id: string): void {
    const kept = this.#kept.get(id);
    if (kept === undefined) return;
    this.#kept.delete(id);
    this.#characters -= measureSize(kept);
  }
}
