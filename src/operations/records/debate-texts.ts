// What can be searched of debates, kept in memory: the second search reads no ledger that was not written since.
import {
  findInPlaces,
  foldCase,
  holdsWords,
  listPlaces,
  type Match,
  type Place,
} from '../../domain/words/find-words.ts';
import type { Engine } from '../../engine/engine.ts';
import { toRecord } from '../../engine/record.ts';
import { KeptByVersion } from './kept-by-version.ts';

/**
 * In characters, of all debates together: a few thousand debates of usual length. Those that are searched first, which changed
 * last, are kept; the texts of all others are read again by each search.
 */
const MOST_KEPT = 32 * 1024 * 1024;

interface DebateText {
  readonly places: readonly Place[];
  /** All of them as `foldCase` leaves them. */
  readonly folded: string;
}

/** Where the words are in one debate; `undefined` where no line holds all of them. */
export type Finding = () => readonly Match[];

export class DebateTexts {
  readonly #engine: Engine;
  readonly #kept: KeptByVersion<DebateText>;

  constructor(engine: Engine, most = MOST_KEPT) {
    this.#engine = engine;
    // The texts as they are, and folded.
    this.#kept = new KeptByVersion({ sizeOf: ({ folded }) => 2 * folded.length, most });
  }

  /** Throws `not-found`, `ledger-damaged`. */
  async find(id: string, version: string | undefined, words: string): Promise<Finding | undefined> {
    const { places, folded } = await this.#kept.get(id, version, async () => await this.#read(id));
    const wanted = foldCase(words)
      .split(/\s+/)
      .filter((word) => word !== '');
    return holdsWords(folded, wanted) ? () => findInPlaces(places, words) : undefined;
  }

  forget(isThere: (id: string) => boolean): void {
    this.#kept.forget(isThere);
  }

  async #read(id: string): Promise<DebateText> {
    const places = listPlaces(toRecord(await this.#engine.snapshot(id)));
    return { places, folded: foldCase(places.map(({ text }) => text).join('\n')) };
  }
}
