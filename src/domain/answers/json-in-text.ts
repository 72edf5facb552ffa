// Finds the JSON objects and lists in what an agent wrote: alone, in code fences, between words.
import { readJson, type UnreadJson } from './lenient-json.ts';

export interface FoundJson {
  readonly value: unknown;
  /** Where it begins in the text. */
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
  /** What had to be done to read it; empty when the text is this value and nothing else. */
  readonly repairs: readonly string[];
}

export interface BrokenJson {
  readonly start: number;
  /** Up to where nothing was looked for any more, as it may belong to it. */
  readonly end: number;
  /** The text ends before it does. */
  readonly cutOff: boolean;
  readonly at: number;
  readonly problem: string;
}

export interface JsonInText {
  readonly values: readonly FoundJson[];
  readonly broken: readonly BrokenJson[];
}

/** The repair of an answer that stands in the middle of a text, without a code fence. */
export const OUT_OF_WORDS = 'taken out of the words around it';

const OPENING = /[{[]/g;
const BRACKET = /[{}[\]]/g;
/** A key as other languages write it: braces before it are more than prose. */
const FOREIGN_KEY = /(?:['‘“”„«][^'"’”“»\r\n]{0,80}['"’”“»]|[\w$-]{1,80})\s{0,80}:/y;
const FENCE = /^[ \t]*(?:`{3,}[^`\r\n]*|~{3,}[^\r\n]*)$/gm;
/** What somebody else said. */
const QUOTED = /^[ \t]{0,3}>.*$/gm;
/** Nothing, or numbers: between words this is code or a footnote. */
const HOLLOW = /^(?:\{\}|\[[\d,.-]*\])$/;
const LONGEST_HOLLOW = 200;

/** Takes time in proportion to the length of the text. */
export function findJson(text: string): JsonInText {
  const values: FoundJson[] = [];
  const broken: BrokenJson[] = [];
  const places = findPlaces(text);
  let from = 0;
  for (;;) {
    const start = findNext(OPENING, text, from);
    if (start === undefined) return { values, broken };
    const quoted = places.quoteAround(start);
    if (quoted !== undefined) {
      from = quoted;
      continue;
    }
    const read = readJson(text, start);
    if ('json' in read) {
      from = read.end;
      if (read.json.length < LONGEST_HOLLOW && HOLLOW.test(read.json) && !standsAlone(text, start, from)) continue;
      const repairs = [...places.of(start, from), ...read.repairs];
      values.push({ value: JSON.parse(read.json), start, end: from, repairs });
    } else if (read.at < text.length && !read.begun && !isForeignKey(text, read.at)) {
      // Prose, and what comes after it may be anything.
      from = read.at;
    } else {
      const { at, problem } = read;
      const cutOff = at >= text.length;
      from = cutOff ? text.length : endOfBroken(text, read, places.fenceAfter(at));
      broken.push({ start, end: from, cutOff, at, problem });
    }
  }
}

export function whyBroken(text: string, { cutOff, at, problem }: BrokenJson): string {
  if (cutOff) return 'the JSON ends before it is complete';
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line += 1;
  return `the JSON cannot be read: in line ${line} ${problem}`;
}

function findNext(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index;
}

function isForeignKey(text: string, at: number): boolean {
  FOREIGN_KEY.lastIndex = at;
  return FOREIGN_KEY.test(text);
}

/** Nothing inside a broken value may pass for an answer, so the search continues after its last bracket. */
function endOfBroken(text: string, { at, depth }: UnreadJson, limit: number): number {
  let open = depth;
  for (let found = findNext(BRACKET, text, at); found !== undefined && found < limit; ) {
    open += text[found] === '{' || text[found] === '[' ? 1 : -1;
    if (open === 0) return found + 1;
    found = findNext(BRACKET, text, found + 1);
  }
  return limit;
}

function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_HOLLOW), start);
  const after = text.slice(end, end + LONGEST_HOLLOW);
  return /(?:^|\n)[^\S\n]*$/.test(before) && /^[^\S\n]*(?:$|\n)/.test(after);
}

/** Tells where values stand; asked from the beginning of the text to its end. */
function findPlaces(text: string) {
  const fences = [...text.matchAll(FENCE)].map(({ index }) => index);
  const quotes = [...text.matchAll(QUOTED)].map(({ index, 0: line }) => ({ start: index, end: index + line.length }));
  let quote = 0;
  const first = text.length - text.trimStart().length;
  const last = text.trimEnd().length;
  let passed = 0;
  const fenceAfter = (at: number): number => {
    while ((fences[passed] ?? text.length) < at) passed += 1;
    return fences[passed] ?? text.length;
  };
  return {
    fenceAfter,
    /** The end of the quoted line that this stands in. */
    quoteAround(at: number): number | undefined {
      while ((quotes[quote]?.end ?? text.length) < at) quote += 1;
      const line = quotes[quote];
      return line !== undefined && line.start < at ? line.end : undefined;
    },
    of(start: number, end: number): string[] {
      const mark = text.startsWith('\uFEFF') ? ['a byte order mark was dropped'] : [];
      if (start === first && end === last) return mark;
      fenceAfter(start);
      if (passed % 2 === 0) return [...mark, OUT_OF_WORDS];
      const unclosed = passed === fences.length ? ['a code fence that is never closed was closed'] : [];
      return [...mark, 'taken out of a code fence', ...unclosed];
    },
  };
}
