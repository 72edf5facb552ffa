// The words of a question by which decisions are looked for, and how much each counts.
import { expandWord, FILLERS } from './related-words.ts';

// Pieces of words, four characters each, by which texts are compared without a list of endings.

const BLANK = 32;
/** Scripts without blanks begin here; of those, pairs of characters count. */
const UNSPACED = 0x3040;
/** All but letters, digits and, from "À" on, whatever is no punctuation. */
const SEPARATORS = /[^ 0-9a-z\xaa\xb2\xb3\xb5\xb9\xba\xbc-\xbe\xc0-\u1fff\u2070-\u2fff\u3040-\uffff]+/g;

/** Words as they are compared, with a blank around each. */
export const spaceWords = (text: string): string => ` ${text.toLowerCase().replace(SEPARATORS, ' ')} `;

/** A small table of pieces, which tells that a piece is not wanted faster than a map does. */
export const FILTER_BITS = 0xffff;
const EVERY_PIECE = new Uint8Array(FILTER_BITS + 1).fill(1);

/**
 * Where pieces end and their numbers, in turn: each is four characters in a row of a word, the blanks around it included. Of all texts
 * at once, as a single long loop is soon compiled, and without a call for each character.
 */
export function findPieces(text: string, filter: Uint8Array): readonly number[] {
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

export function listPieces(word: string): ReadonlySet<number> {
  return new Set(findPieces(spaceWords(word), EVERY_PIECE).filter((_, index) => index % 2 === 1));
}

export interface ComparedText {
  readonly topic: string;
  readonly options: string;
  /** With blanks between them. */
  readonly tags: string;
}

/** What a related word counts beside the word that was said, for a group of ten. */
const RELATED = 0.4;
/** What a short word counts, by its letters: in languages without a list of fillers nearly all of these are fillers (Zipf 1949). */
const SHORT: ReadonlyMap<number, number> = new Map([
  [1, 0.25],
  [2, 0.25],
  [3, 0.5],
]);

export interface AskedWord {
  readonly word: string;
  readonly weight: number;
  /** It stands in the question itself. */
  readonly isSaid: boolean;
  /** It has a capital letter within a sentence: "Redis". */
  readonly isName: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const listWords = (text: string) => new Set(text.toLowerCase().match(WORD));

/** A capital within a sentence; in German every noun. */
const NAME = /(?<=[\p{Ll}\p{N},;:]\s+)\p{Lu}[\p{L}\p{N}\p{M}]*/gu;
/** "API", "S3". */
const ABBREVIATION = /(?<![\p{L}\p{N}])(?:\p{Lu}{2,}|(?=[\p{L}\p{N}]*\p{N})[\p{L}\p{N}]+)(?![\p{L}\p{N}])/gu;
const findWords = (text: string, pattern: RegExp) =>
  new Set((text.match(pattern) ?? []).map((word) => word.toLowerCase()));

export function listAsked({ topic, options, tags }: ComparedText): readonly AskedWord[] {
  const names = findWords(topic, NAME);
  const abbreviations = findWords(topic, ABBREVIATION);
  const offered = listWords(options);
  const weigh = (word: string) => {
    const isSure = offered.has(word) || names.has(word) || abbreviations.has(word) || word.charCodeAt(0) >= UNSPACED;
    return isSure ? 1 : (SHORT.get(word.length) ?? 1);
  };
  const said = [...new Set([...listWords(topic), ...offered])].filter((word) => !FILLERS.has(word));
  const asked = said.flatMap((word): AskedWord[] => {
    const related = expandWord(word);
    const weight = RELATED / Math.sqrt(related.length / 10);
    return [
      { word, weight: weigh(word), isSaid: true, isName: names.has(word) },
      ...related.map((other) => ({ word: other, weight, isSaid: false, isName: false })),
    ];
  });
  // A tag that both have speaks for a decision; one that it lacks, as all older ones do, does not speak against it.
  return [...asked, ...[...listWords(tags)].map((word) => ({ word, weight: 1, isSaid: false, isName: false }))];
}

/** Endings that differ: "migrating" and "migration" begin alike. */
const ENDINGS = [
  { from: 9, letters: 3 },
  { from: 7, letters: 2 },
  { from: 5, letters: 1 },
];

/** What a text has to hold for a word of the question, or one related to it, to be in it; of scripts without blanks each pair. */
export function takeBeginnings(word: string): readonly string[] {
  if ([...word].some((letter) => letter.charCodeAt(0) >= UNSPACED) && word.length > 2) {
    return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
  }
  const ending = ENDINGS.find(({ from }) => word.length >= from)?.letters ?? 0;
  return [word.slice(0, word.length - ending)];
}

/** For an index that finds decisions which might resemble the question. Each text once, with the most that it counts. */
export function listBeginnings(question: ComparedText): readonly { readonly text: string; readonly weight: number }[] {
  const weights = new Map<string, number>();
  for (const { word, weight } of listAsked(question)) {
    for (const text of takeBeginnings(word)) weights.set(text, Math.max(weights.get(text) ?? 0, weight));
  }
  return Array.from(weights, ([text, weight]) => ({ text, weight })).filter(({ text }) => text.length > 1);
}

/** The part of the pieces of a word that have to be in a text for the word to be there, in one form or another. */
const ENOUGH = 0.6;

/** Whether a word is among the pieces of a text; `enough`: the part of its own that has to be. */
export function isWordThere(word: string, isThere: (piece: number) => boolean, enough = ENOUGH): boolean {
  const pieces = [...listPieces(word)];
  return pieces.length > 0 && pieces.filter(isThere).length >= enough * pieces.length;
}

/** The words of a question that a text has as well, or another word for them: "rust", "porting (rewrite)"; in the order of the question. */
export function listSharedWords(question: ComparedText, texts: readonly string[]): readonly string[] {
  const there = new Set(texts.flatMap((text) => [...listPieces(text)]));
  const isThere = (piece: number) => there.has(piece);
  return listAsked(question).flatMap(({ word, isSaid }) => {
    if (!isSaid) return [];
    if (isWordThere(word, isThere)) return [word];
    const related = expandWord(word).find((other) => isWordThere(other, isThere, 1));
    return related === undefined ? [] : [`${word} (${related})`];
  });
}
