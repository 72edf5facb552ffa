// Which past decisions resemble a question: BM25 over pieces of words, so that "migrating" finds "migration" in any language without
// a list of endings. Passes over every text once and keeps nothing but counts, since a hall has thousands of texts.
import {
  type ComparedText,
  FILTER_BITS,
  findPieces,
  isWordThere,
  listAsked,
  listPieces,
  listSharedWords,
  spaceWords,
  takeBeginnings,
} from './asked.ts';

/** What is compared: a question, its options and tags, and what was decided. */
export interface Comparable extends ComparedText {
  readonly decision: string;
  /** Other words for the matter, with blanks between them. */
  readonly terms: string;
}

export interface Ranked<T> {
  readonly item: T;
  /** From 0, nothing in common, to 1. */
  readonly score: number;
  /** It stands out from what decisions have in common with any question. */
  readonly clear: boolean;
}

/** How much the words of each part count; the topic comes first. */
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
/** What all related words together may add to a score. */
const MOST_RELATED = 0.15;
/** What it adds, beside 1 for words anywhere, that they are in the topic, which is short: words meet there by chance more seldom. */
const IN_TOPIC = 0.3;
/** What a name counts that no decision has: an alternative that nobody thought of then makes the question no other one. */
const UNKNOWN_NAME = 0.5;

interface Query {
  /** What each piece weighs; the pieces of a word share what the word weighs. */
  readonly weights: ReadonlyMap<number, number>;
  /** The pieces of words that were said. */
  readonly said: ReadonlySet<number>;
  readonly names: readonly string[];
}

function readQuery(question: ComparedText): Query {
  const weights = new Map<number, number>();
  const said = new Set<number>();
  const asked = listAsked(question);
  for (const { word, weight, isSaid } of asked) {
    const pieces = listPieces(word);
    for (const piece of pieces) {
      weights.set(piece, Math.max(weights.get(piece) ?? 0, weight / pieces.size));
      if (isSaid) said.add(piece);
    }
  }
  return { weights, said, names: asked.filter(({ isName }) => isName).map(({ word }) => word) };
}

/** All decisions, where those that are ranked are only those that an index found. */
export interface Corpus {
  readonly decisions: number;
  /** How many hold each text of `listBeginnings`. */
  readonly having: ReadonlyMap<string, number>;
}

/** How many of all decisions have a piece, at least. */
function countAtLeast(question: ComparedText, { having }: Corpus): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { word } of listAsked(question)) {
    for (const text of takeBeginnings(word)) {
      const count = having.get(text) ?? 0;
      for (const piece of listPieces(text)) counts.set(piece, Math.max(counts.get(piece) ?? 0, count));
    }
  }
  return counts;
}

interface Counted {
  /** How often each piece of the query is there, by its number, weighted by field. */
  readonly counts: Map<number, number>;
  /** How many of these, from the first one on, are in the topic. */
  inTopic: number;
  /** In characters, weighted by field. */
  length: number;
}

function countPieces(decisions: readonly Comparable[], { weights }: Query): readonly Counted[] {
  const filter = new Uint8Array(FILTER_BITS + 1);
  for (const piece of weights.keys()) filter[piece & FILTER_BITS] = 1;
  const counted = decisions.map((): Counted => ({ counts: new Map(), inTopic: 0, length: 0 }));
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
      if (field === 'topic') each.inTopic = each.counts.size;
    });
  }
  return counted;
}

/** What each piece of the query is worth, by how few decisions have it. */
function weighPieces(
  { weights, names }: Query,
  counted: readonly Counted[],
  all: number,
  atLeast: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const rarity = new Map<number, number>();
  for (const { counts } of counted) for (const piece of counts.keys()) rarity.set(piece, (rarity.get(piece) ?? 0) + 1);
  const isKnown = (name: string) => counted.some(({ counts }) => isWordThere(name, (piece) => counts.has(piece)));
  const unknown = new Set(names.filter((name) => !isKnown(name)).flatMap((name) => [...listPieces(name)]));
  const weighPiece = ([piece, weight]: readonly [number, number]): [number, number] => {
    const having = Math.max(rarity.get(piece) ?? 0, atLeast.get(piece) ?? 0);
    const rare = Math.log(1 + (all + UNSEEN - having + 0.5) / (having + 0.5));
    return [piece, (unknown.has(piece) ? UNKNOWN_NAME : 1) * weight * rare];
  };
  return new Map([...weights].map(weighPiece));
}

/** Which of those that were ranked shows what chance gives; more than so many about one matter are rare. */
const BY_CHANCE = 5;
/** A small hall has too few to show it, and in one with many alike it shows no chance. */
const [LEAST_CHANCE, MOST_CHANCE] = [0.05, 0.2];
/**
 * So far above it is clear: the least with which 2 of the 94 unrelated questions of test/fixtures/other-words-tuning.json are shown
 * anything.
 */
const STANDS_OUT = 0.22;

/** Those that have anything in common with the question, the most alike first. `corpus`: where `decisions` are some of more. */
export function rankDecisions<T extends Comparable>(
  question: ComparedText,
  decisions: readonly T[],
  corpus: Corpus = { decisions: decisions.length, having: new Map() },
): readonly Ranked<T>[] {
  const query = readQuery(question);
  const counted = countPieces(decisions, query);
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, decisions.length);
  const worth = weighPieces(query, counted, corpus.decisions, countAtLeast(question, corpus));
  const most = [...query.said].reduce((sum, piece) => sum + (worth.get(piece) ?? 0), 0);
  if (most === 0) return [];
  const scored = counted.flatMap(({ counts, inTopic, length }, index) => {
    const item = decisions[index];
    if (counts.size === 0 || item === undefined) return [];
    const held = SATURATION * (1 - LENGTH + (LENGTH * length) / mean);
    let said = 0;
    let related = 0;
    let titled = 0;
    let at = 0;
    counts.forEach((count, piece) => {
      const whole = worth.get(piece) ?? 0;
      const here = (whole * count) / (count + held);
      at += 1;
      if (!query.said.has(piece)) related += here;
      else {
        said += here;
        if (at <= inTopic) titled += whole;
      }
    });
    const found = Math.min(1, (said + Math.min(related, MOST_RELATED * most)) / most);
    return [{ item, score: (found + (IN_TOPIC * titled) / most) / (1 + IN_TOPIC) }];
  });
  scored.sort((one, other) => other.score - one.score);
  const chance = Math.min(MOST_CHANCE, Math.max(LEAST_CHANCE, scored[BY_CHANCE]?.score ?? 0));
  return scored.map(({ item, score }) => ({ item, score, clear: score - chance >= STANDS_OUT }));
}

export const listWordsInCommon = (question: ComparedText, decision: Comparable): readonly string[] =>
  listSharedWords(
    question,
    FIELDS.map(([field]) => decision[field]),
  );
