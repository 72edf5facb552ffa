// Which past decisions resemble a question: BM25 over pieces of words, so that "migrating" finds "migration" in any language without
// a list of endings. Passes over every text once and keeps nothing but counts, since a hall has thousands of texts.
import { expandWord, FILLERS } from './related-words.ts';

/** What is compared: a question, its options and tags, and what was decided. */
export interface Comparable {
  readonly topic: string;
  readonly options: string;
  /** With blanks between them. */
  readonly tags: string;
  readonly decision: string;
}

export interface Ranked<T> {
  readonly item: T;
  /** From 0, nothing in common, to 1. */
  readonly score: number;
}

/** How much the words of each part count. */
const WEIGHTS = { topic: 3, options: 2, tags: 2, decision: 1 } as const satisfies Record<keyof Comparable, number>;

/**
 * How soon more of the same stops to count, and how much a long text is held against it: k1 and b of Robertson and Zaragoza, "The
 * Probabilistic Relevance Framework: BM25 and Beyond" (2009), whose section 3.6 adds up weighted fields first, as here (BM25F).
 */
const SATURATION = 1.2;
const LENGTH = 0.6;
/** Decisions about other matters that a hall would have if it were larger, so that in a small one words are not all common. */
const UNSEEN = 50;
/** What a related word counts beside the word that was said, for a group of ten. */
const RELATED = 0.4;

const BLANK = 32;
/** Scripts without blanks begin here; of those, pairs of characters count. */
const UNSPACED = 0x3040;
/** In small letters: of what stands below À letters and digits, of the rest all but punctuation. */
const WORDS = /[0-9a-z\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u00bc-\u00be\u00c0-\u1fff\u2070-\u2fff\u3040-\uffff]+/g;

const splitWords = (text: string): readonly string[] => text.toLowerCase().match(WORDS) ?? [];

/** A number for each four characters in a row, the blanks around the word included. */
function listPieces(word: string): number[] {
  const pieces: number[] = [];
  let a = BLANK;
  let b = BLANK;
  let c = BLANK;
  for (let index = 0; index <= word.length; index += 1) {
    const next = index === word.length ? BLANK : word.charCodeAt(index);
    if (next >= UNSPACED && c >= UNSPACED) pieces.push((Math.imul(c, 131_071) + next) | 0);
    else if (b !== BLANK) {
      pieces.push((Math.imul(Math.imul(Math.imul(a, 31) + b, 8_191) + c, 131_071) + next) | 0);
    }
    a = b;
    b = c;
    c = next;
  }
  return pieces;
}

interface Query {
  /** Where each piece stands in the lists below. */
  readonly places: ReadonlyMap<number, number>;
  /** What each piece weighs; the pieces of a word share what the word weighs. */
  readonly weights: readonly number[];
  /** The places of pieces of words that were said. */
  readonly said: ReadonlySet<number>;
}

type Question = Omit<Comparable, 'decision'>;

const listWords = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu));

function readQuery({ topic, options, tags }: Question): Query {
  const places = new Map<number, number>();
  const weights: number[] = [];
  const said = new Set<number>();
  const add = (word: string, weight: number) =>
    [...new Set(splitWords(word).flatMap(listPieces))].map((piece, _, pieces) => {
      const place = places.get(piece) ?? places.size;
      places.set(piece, place);
      weights[place] = Math.max(weights[place] ?? 0, weight / pieces.length);
      return place;
    });
  for (const word of listWords(`${topic} ${options}`)) {
    if (FILLERS.has(word)) continue;
    for (const place of add(word, 1)) said.add(place);
    const related = expandWord(word);
    for (const other of related) add(other, RELATED / Math.sqrt(related.length / 10));
  }
  // A tag that both have speaks for a decision; one that it lacks, as all older ones do, does not speak against it.
  for (const word of listWords(tags)) add(word, 1);
  return { places, weights, said };
}

interface Word {
  /** Places of those of its pieces that the query has. */
  readonly places: readonly number[];
  /** All of its pieces. */
  readonly length: number;
}

/** How often each piece of the query is in a text, weighted by field. */
class Count {
  readonly found: number[] = [];
  readonly counts: number[] = [];
  length = 0;

  add({ places, length }: Word, weight: number): void {
    this.length += weight * length;
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index] as number;
      const at = this.found.indexOf(place);
      if (at === -1) {
        this.found.push(place);
        this.counts.push(weight);
      } else this.counts[at] = (this.counts[at] as number) + weight;
    }
  }
}

/** Texts repeat their words, so that most of them are taken apart once. */
class Words {
  readonly #places: ReadonlyMap<number, number>;
  readonly #known = new Map<string, Word>();

  constructor({ places }: Query) {
    this.#places = places;
  }

  count(text: Comparable): Count {
    const count = new Count();
    this.#add(count, text.topic, WEIGHTS.topic);
    this.#add(count, text.options, WEIGHTS.options);
    this.#add(count, text.tags, WEIGHTS.tags);
    this.#add(count, text.decision, WEIGHTS.decision);
    return count;
  }

  #add(count: Count, text: string, weight: number): void {
    const words = splitWords(text);
    for (let at = 0; at < words.length; at += 1) count.add(this.#read(words[at] as string), weight);
  }

  #read(word: string): Word {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const pieces = listPieces(word);
    const read = { places: pieces.flatMap((piece) => this.#places.get(piece) ?? []), length: pieces.length };
    this.#known.set(word, read);
    return read;
  }
}

/** What each piece of the query says of a decision that has it: the less, the more decisions do. */
function weighPieces({ weights }: Query, counted: readonly Count[]): readonly number[] {
  const having = weights.map(() => 0);
  for (const { found } of counted) for (const place of found) having[place] = (having[place] ?? 0) + 1;
  const all = counted.length + UNSEEN;
  return weights.map((weight, place) => {
    const those = having[place] ?? 0;
    return weight * Math.log(1 + (all - those + 0.5) / (those + 0.5));
  });
}

/** `mean`: how long texts are. */
function addUp({ found, counts, length }: Count, worth: readonly number[], mean: number): number {
  const held = SATURATION * (1 - LENGTH + (LENGTH * length) / mean);
  let sum = 0;
  for (let at = 0; at < found.length; at += 1) {
    const count = counts[at] as number;
    sum += ((worth[found[at] as number] as number) * count) / (count + held);
  }
  return sum;
}

/** Those that have anything in common with the question, the most alike first. */
export function rankDecisions<T extends Comparable>(question: Question, decisions: readonly T[]): readonly Ranked<T>[] {
  const query = readQuery(question);
  const words = new Words(query);
  const counted = decisions.map((decision) => words.count(decision));
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, decisions.length);
  const worth = weighPieces(query, counted);
  const most = [...query.said].reduce((sum, place) => sum + (worth[place] ?? 0), 0);
  const ranked: Ranked<T>[] = [];
  for (const [index, item] of decisions.entries()) {
    const count = counted[index];
    if (count === undefined || count.found.length === 0) continue;
    ranked.push({ item, score: Math.min(1, addUp(count, worth, mean) / most) });
  }
  return ranked.sort((one, other) => other.score - one.score);
}
