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
  /** Other words for the matter, with blanks between them. */
  readonly terms: string;
}

export interface Ranked<T> {
  readonly item: T;
  /** From 0, nothing in common, to 1. */
  readonly score: number;
}

/** How much the words of each part count. */
const FIELDS = [
  ['topic', 3],
  ['options', 2],
  ['tags', 2],
  ['terms', 2],
  ['decision', 1],
] as const satisfies readonly (readonly [keyof Comparable, number])[];

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
/** What all related words together may add to a score. */
const MOST_RELATED = 0.15;

const BLANK = 32;
/** Scripts without blanks begin here; of those, pairs of characters count. */
const UNSPACED = 0x3040;
/** All but letters, digits and, from "À" on, whatever is no punctuation. */
const SEPARATORS = /[^ 0-9a-z\xaa\xb2\xb3\xb5\xb9\xba\xbc-\xbe\xc0-\u1fff\u2070-\u2fff\u3040-\uffff]+/g;

/** Words as they are compared, with a blank around each. */
const spaceWords = (text: string): string => ` ${text.toLowerCase().replace(SEPARATORS, ' ')} `;

/** A small table of pieces, which tells that a piece is not wanted faster than a map does. */
const FILTER_BITS = 0xffff;
const EVERY_PIECE = new Uint8Array(FILTER_BITS + 1).fill(1);

/**
 * Where pieces end and their numbers, in turn: each is four characters in a row of a word, the blanks around it included. Of all texts
 * at once, as a single long loop is soon compiled, and without a call for each character.
 */
function findPieces(text: string, filter: Uint8Array): readonly number[] {
  const found: number[] = [];
  let a = BLANK;
  let b = BLANK;
  let c = BLANK;
  for (let index = 0; index < text.length; index += 1) {
    const next = text.charCodeAt(index);
    const isPair = next >= UNSPACED && c >= UNSPACED;
    const before = isPair ? c : Math.imul(Math.imul(a, 31) + b, 8_191) + c;
    const piece = (Math.imul(before, 131_071) + next) | 0;
    if (filter[piece & FILTER_BITS] === 1 && c !== BLANK && (isPair || b !== BLANK)) found.push(index, piece);
    a = b;
    b = c;
    c = next;
  }
  return found;
}

function piecesOf(word: string): ReadonlySet<number> {
  return new Set(findPieces(spaceWords(word), EVERY_PIECE).filter((_, index) => index % 2 === 1));
}

interface Query {
  /** What each piece weighs; the pieces of a word share what the word weighs. */
  readonly weights: ReadonlyMap<number, number>;
  /** The pieces of words that were said. */
  readonly said: ReadonlySet<number>;
}

type Question = Omit<Comparable, 'decision' | 'terms'>;

const listWords = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu));

interface Asked {
  readonly word: string;
  readonly weight: number;
  /** It stands in the question itself. */
  readonly isSaid: boolean;
}

function listAsked({ topic, options, tags }: Question): readonly Asked[] {
  const said = [...listWords(`${topic} ${options}`)].filter((word) => !FILLERS.has(word));
  const asked = said.flatMap((word): Asked[] => {
    const related = expandWord(word);
    const weight = RELATED / Math.sqrt(related.length / 10);
    return [{ word, weight: 1, isSaid: true }, ...related.map((other) => ({ word: other, weight, isSaid: false }))];
  });
  // A tag that both have speaks for a decision; one that it lacks, as all older ones do, does not speak against it.
  return [...asked, ...[...listWords(tags)].map((word) => ({ word, weight: 1, isSaid: false }))];
}

function readQuery(question: Question): Query {
  const weights = new Map<number, number>();
  const said = new Set<number>();
  for (const { word, weight, isSaid } of listAsked(question)) {
    const pieces = piecesOf(word);
    for (const piece of pieces) {
      weights.set(piece, Math.max(weights.get(piece) ?? 0, weight / pieces.size));
      if (isSaid) said.add(piece);
    }
  }
  return { weights, said };
}

/** Endings that differ: "migrating" and "migration" begin alike. */
const ENDINGS = [
  { from: 9, letters: 3 },
  { from: 7, letters: 2 },
  { from: 5, letters: 1 },
];

/** What a text has to hold for a word of the question, or one related to it, to be in it; of scripts without blanks each pair. */
function beginningsOf(word: string): readonly string[] {
  if ([...word].some((letter) => letter.charCodeAt(0) >= UNSPACED) && word.length > 2) {
    return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
  }
  const ending = ENDINGS.find(({ from }) => word.length >= from)?.letters ?? 0;
  return [word.slice(0, word.length - ending)];
}

/** For an index that finds decisions which might resemble the question. Each text once, with the most that it counts. */
export function listBeginnings(question: Question): readonly { readonly text: string; readonly weight: number }[] {
  const weights = new Map<string, number>();
  for (const { word, weight } of listAsked(question)) {
    for (const text of beginningsOf(word)) weights.set(text, Math.max(weights.get(text) ?? 0, weight));
  }
  return Array.from(weights, ([text, weight]) => ({ text, weight })).filter(({ text }) => text.length > 1);
}

/** All decisions, where those that are ranked are only those that an index found. */
export interface Corpus {
  readonly decisions: number;
  /** How many hold each text of `listBeginnings`. */
  readonly having: ReadonlyMap<string, number>;
}

/** How many of all decisions have a piece, at least. */
function countAtLeast(question: Question, { having }: Corpus): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { word } of listAsked(question)) {
    for (const text of beginningsOf(word)) {
      const count = having.get(text) ?? 0;
      for (const piece of piecesOf(text)) counts.set(piece, Math.max(counts.get(piece) ?? 0, count));
    }
  }
  return counts;
}

interface Counted {
  /** How often each piece of the query is there, by its number, weighted by field. */
  readonly counts: Map<number, number>;
  /** In characters, weighted by field. */
  length: number;
}

function countPieces(decisions: readonly Comparable[], { weights }: Query): readonly Counted[] {
  const filter = new Uint8Array(FILTER_BITS + 1);
  for (const piece of weights.keys()) filter[piece & FILTER_BITS] = 1;
  const counted = decisions.map((): Counted => ({ counts: new Map(), length: 0 }));
  for (const [field, weight] of FIELDS) {
    const texts = decisions.map((decision) => spaceWords(decision[field]));
    const found = findPieces(texts.join(''), filter);
    let at = 0;
    let end = 0;
    counted.forEach((each, index) => {
      const { length } = texts[index] ?? '';
      each.length += weight * length;
      end += length;
      for (; (found[at] ?? end) < end; at += 2) {
        const piece = found[at + 1] ?? 0;
        if (weights.has(piece)) each.counts.set(piece, (each.counts.get(piece) ?? 0) + weight);
      }
    });
  }
  return counted;
}

/** Those that have anything in common with the question, the most alike first. `corpus`: where `decisions` are some of more. */
export function rankDecisions<T extends Comparable>(
  question: Question,
  decisions: readonly T[],
  corpus: Corpus = { decisions: decisions.length, having: new Map() },
): readonly Ranked<T>[] {
  const query = readQuery(question);
  const counted = countPieces(decisions, query);
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, decisions.length);
  const rarity = new Map<number, number>();
  for (const { counts } of counted) for (const piece of counts.keys()) rarity.set(piece, (rarity.get(piece) ?? 0) + 1);
  const atLeast = countAtLeast(question, corpus);
  const worthOf = (piece: number) => {
    const having = Math.max(rarity.get(piece) ?? 0, atLeast.get(piece) ?? 0);
    const all = corpus.decisions + UNSEEN;
    return (query.weights.get(piece) ?? 0) * Math.log(1 + (all - having + 0.5) / (having + 0.5));
  };
  const worth = new Map([...query.weights.keys()].map((piece) => [piece, worthOf(piece)]));
  const most = [...query.said].reduce((sum, piece) => sum + (worth.get(piece) ?? 0), 0);
  return counted
    .flatMap(({ counts, length }, index): Ranked<T>[] => {
      const item = decisions[index];
      if (counts.size === 0 || item === undefined) return [];
      const held = SATURATION * (1 - LENGTH + (LENGTH * length) / mean);
      let said = 0;
      let related = 0;
      counts.forEach((count, piece) => {
        const worthHere = ((worth.get(piece) ?? 0) * count) / (count + held);
        if (query.said.has(piece)) said += worthHere;
        else related += worthHere;
      });
      return [{ item, score: Math.min(1, (said + Math.min(related, MOST_RELATED * most)) / most) }];
    })
    .sort((one, other) => other.score - one.score);
}

/** Below it, questions have words in common and no matter; see docs/outcomes.md for what was measured. */
const RESEMBLES = 0.2;
/** From here on a single word in common is enough. */
const RESEMBLES_BY_A_WORD = 0.4;

/** Whether a decision is worth showing to somebody who did not look for any. */
export const doesResemble = ({
  score,
  words,
}: {
  readonly score: number;
  readonly words: readonly string[];
}): boolean => score >= RESEMBLES && (words.length > 1 || score >= RESEMBLES_BY_A_WORD);

/** The part of the pieces of a word that have to be in a text for the word to be there, in one form or another. */
const ENOUGH = 0.6;

/** The words of a question that a decision has as well, or in another word for it: "rust", "porting (rewrite)"; in the order of the question. */
export function listSharedWords(question: Question, decision: Comparable): readonly string[] {
  const text = FIELDS.map(([field]) => spaceWords(decision[field])).join('');
  const there = new Set(findPieces(text, EVERY_PIECE).filter((_, index) => index % 2 === 1));
  const isThere = (word: string, enough: number) => {
    const pieces = [...piecesOf(word)];
    return pieces.length > 0 && pieces.filter((piece) => there.has(piece)).length >= enough * pieces.length;
  };
  return listAsked(question).flatMap(({ word, isSaid }) => {
    if (!isSaid) return [];
    if (isThere(word, ENOUGH)) return [word];
    const related = expandWord(word).find((other) => isThere(other, 1));
    return related === undefined ? [] : [`${word} (${related})`];
  });
}
