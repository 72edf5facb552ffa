// The small part of the OCTAVE notation that a transcript needs: words, quoted strings, lists and pairs.
import { HallError } from '../../../domain/failures/errors.ts';

export type OctaveValue = string | number | boolean | null | OctaveList;

/** A list holds plain items, pairs, or both: `[PATHOS,ROUND::1]`. */
export interface OctaveList {
  readonly items: readonly OctaveValue[];
  readonly pairs: Readonly<Record<string, OctaveValue>>;
}

const WORD = /^[A-Za-z_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_.])?$/;
const RESERVED = new Set(['true', 'false', 'null', 'vs']);

// Controls, direction overrides, line separators, byte order mark and lone surrogates: nothing that a file, a terminal
// or a reader of lines could take for more than text. A run of "===" is broken, so no string can hold an envelope.
const UNSAFE = /["\\]|[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}|=(?===)/gu;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
};
const LONG_FORMS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** A quoted string on one line; `unquote` gives the text back exactly. */
export function quote(text: string): string {
  const escaped = text.replace(
    UNSAFE,
    (char) => SHORT_ESCAPES[char] ?? `\\u{${char.charCodeAt(0).toString(16).toUpperCase()}}`,
  );
  return `"${escaped}"`;
}

/** What stands between the quotes, with every escape undone; an unknown escape stands for its own character. */
export function unquote(escaped: string): string {
  return escaped.replace(/\\(?:u\{([0-9A-Fa-f]{1,6})\}|([\s\S]))/g, (whole, code: string | undefined, char: string) => {
    if (code === undefined) return LONG_FORMS[char] ?? char;
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? whole : String.fromCodePoint(point);
  });
}

/** A bare word where the grammar allows one, else a quoted string. */
export function writeWord(text: string): string {
  return WORD.test(text) && !RESERVED.has(text) ? text : quote(text);
}

/** `[item,item]` */
export function list(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}

/** `KEY::value` for every value that is there. */
export function toPairs(values: Readonly<Record<string, string | number | undefined>>): string[] {
  return Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [`${key}::${value}`]));
}

/** A transcript needs three levels. */
const MAX_DEPTH = 16;

/** Reads values out of one line. */
export interface LineReader {
  /** Takes `text` if it stands here. */
  skip(text: string): boolean;
  expect(text: string): void;
  /** A bare word. */
  word(): string;
  value(): OctaveValue;
  /** Refuses anything that is left. */
  end(): void;
}

/** @throws HallError `bad-input`, from any of the reader's methods, naming the line and column. */
export function readLine(line: string, number: number): LineReader {
  let at = 0;
  const fail = (wanted: string): never => {
    throw new HallError('bad-input', `The transcript cannot be read: line ${number}, column ${at + 1}: ${wanted}.`);
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(line)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const skip = (text: string) => {
    const here = line.startsWith(text, at);
    if (here) at += text.length;
    return here;
  };
  const expect = (text: string) => {
    if (!skip(text)) fail(`"${text}" is missing`);
  };
  const bareWord = () => match(/[A-Za-z_][A-Za-z0-9_.-]*/y) ?? fail('a word is missing');
  const scalar = (): OctaveValue => {
    const quoted = match(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y);
    if (quoted !== undefined) return unquote(quoted.slice(1, -1));
    const number = match(/-?\d+(?![\w.])/y);
    if (number !== undefined) return Number(number);
    const bare = bareWord();
    if (bare === 'true' || bare === 'false') return bare === 'true';
    return bare === 'null' ? null : bare;
  };
  let depth = 0;
  const readList = (): OctaveList => {
    depth += 1;
    if (depth > MAX_DEPTH) fail('lists are nested too deeply');
    const items: OctaveValue[] = [];
    const found: Record<string, OctaveValue> = Object.create(null);
    expect('[');
    while (!skip(']')) {
      if (items.length + Object.keys(found).length > 0) expect(',');
      const item = value();
      if (typeof item === 'string' && skip('::')) found[item] = value();
      else items.push(item);
    }
    depth -= 1;
    return { items, pairs: found };
  };
  const value = (): OctaveValue => (line.startsWith('[', at) ? readList() : scalar());
  const end = () => {
    if (at < line.length) fail(`"${line.slice(at, at + 20)}" is more than the grammar allows`);
  };
  return { skip, expect, word: bareWord, value, end };
}
