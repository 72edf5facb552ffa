// Reads one JSON object or list out of a text, from its opening bracket on. What has one meaning only is repaired and named;
// anything else ends the reading, above all the end of the text: nothing is ever closed that was left open.
import { parseJson } from '../parse-json.ts';

export interface ReadJson {
  /** The same value in plain JSON. */
  readonly json: string;
  /** The first offset after it. */
  readonly end: number;
  readonly repairs: ReadonlySet<string>;
}

export interface UnreadJson {
  /** Where reading stopped; the length of the text if that ended first. */
  readonly at: number;
  readonly problem: string;
  /** How many brackets were open. */
  readonly depth: number;
  /** Whether anything but opening brackets was read before; a comment may have swallowed it. */
  readonly begun: boolean;
}

interface Word {
  /** In plain JSON. */
  readonly json: string;
  readonly end: number;
  readonly repair?: string;
}

type Problem = Pick<UnreadJson, 'at' | 'problem'>;

interface Open {
  readonly close: '}' | ']';
  /** The keys so far, once there are any. */
  keys?: Set<string>;
}

/** Deeper than any answer; whoever walks through the value must not run out of stack. */
const MAX_DEPTH = 100;

const SPACE = /[\s\uFEFF]*/y;
const SLASH = 0x2f;
/** Without escapes and control characters, which leave nothing to check. */
const PLAIN_STRING = /"[^"\\\u0000-\u001f]*"/y;
const OPENING_OF_JSON = /[{[]\s*["“{[]/;
const LINE_COMMENT = /\/\/[^\r\n]*/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?=[\s\uFEFF,\]}/]|$)/y;
/** What Python and JavaScript write where JSON has another form, each with one meaning. */
const FOREIGN_SCALAR = /(?:\+(?:0|[1-9]\d*)(?:\.\d+)?|None|True|False)(?=[\s\uFEFF,\]}/]|$)/y;
const FOREIGN_WORDS: Readonly<Record<string, string>> = { None: 'null', True: 'true', False: 'false' };
const SINGLE_STRING = /'((?:[^'\\\r\n]|\\.)*)'(?=[\s\uFEFF]{0,80}(?:[:,\]}]|$))/y;
const BARE_KEY = /[A-Za-z_$][\w$]*(?=[\s\uFEFF]{0,80}:)/y;
const SCALAR_LEFT_OPEN = /[\w.+-]*$/y;
/** Without a quote of any kind inside, and where a string may end: then curly quotes can only be meant as straight ones. */
const CURLY_STRING = /[“”]([^"“”\r\n]*)[“”](?=[\s\uFEFF]{0,80}(?:[:,\]}]|$))/y;
const UNKNOWN_ESCAPE = 'a string has an escape that JSON does not allow';
const CONTROL = /[\u0000-\u001f]/g;

/** Takes time in proportion to what it reads. */
export function readJson(text: string, start: number): ReadJson | UnreadJson {
  const repairs = new Set<string>();
  const parts: string[] = [];
  const opened: Open[] = [];
  let at = start;
  let begun = false;
  let comma = false;
  /** Whether a value must come: after the colon of a key. */
  let owed = false;
  /** Whether a value or an end has just been read. */
  let full = false;

  const unread = ({ at, problem }: Problem): UnreadJson => ({ at, problem, depth: opened.length, begun });

  function put(word: string): void {
    if (comma) parts.push(',');
    comma = false;
    parts.push(word);
  }

  for (;;) {
    const gap = skipGap(text, at);
    if ('problem' in gap) return unread(gap);
    if (gap.comments) {
      repairs.add('comments were left out');
      begun = true;
    }
    at = gap.end;
    const sign = text[at];
    const inner = opened.at(-1);
    if (sign === undefined) return unread({ at, problem: 'it ends' });
    if (inner !== undefined && sign === inner.close && !owed) {
      if (comma) repairs.add('a trailing comma was dropped');
      comma = false;
      parts.push(sign);
      opened.pop();
      at += 1;
      if (opened.length === 0) return { json: parts.join(''), end: at, repairs };
      [begun, full] = [true, true];
    } else if (full) {
      if (sign !== ',') return unread({ at, problem: `a comma or "${inner?.close}" is missing` });
      [comma, full] = [true, false];
      at += 1;
    } else if (inner?.close === '}' && !owed) {
      const key = keyAt(text, at);
      if ('problem' in key) return unread(key);
      begun = true;
      const name = JSON.parse(key.json) as string;
      if (key.repair !== undefined && /[\r\n]/.test(name))
        return unread({ at, problem: 'a key has a line break in it' });
      inner.keys ??= new Set();
      if (inner.keys.has(name)) return unread({ at, problem: `the key "${name}" appears twice` });
      inner.keys.add(name);
      if (key.repair !== undefined) repairs.add(key.repair);
      const colon = skipGap(text, key.end);
      if ('problem' in colon) return unread(colon);
      if (text[colon.end] !== ':') return unread({ at: colon.end, problem: 'a colon is missing' });
      put(`${key.json}:`);
      owed = true;
      at = colon.end + 1;
    } else if (sign === '{' || sign === '[') {
      if (opened.length === MAX_DEPTH) return unread({ at, problem: 'it is nested too deeply' });
      put(sign);
      opened.push({ close: sign === '{' ? '}' : ']' });
      owed = false;
      at += 1;
    } else {
      const word = /["“”']/.test(sign) ? stringAt(text, at) : scalarAt(text, at);
      if ('problem' in word) return unread(word);
      if (word.repair !== undefined) repairs.add(word.repair);
      put(word.json);
      at = word.end;
      [begun, full, owed] = [true, true, false];
    }
  }
}

/** The first offset after what a sticky pattern matches. */
function endOfMatch(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Whether neither white space nor a comment begins here, asked without a pattern, since most gaps are empty. */
function isGapless(text: string, at: number): boolean {
  const sign = text.charCodeAt(at);
  return sign > 0x20 && sign < 0x7f && sign !== SLASH;
}

/** White space and comments. A comment that has JSON in it may be what was meant, or left out on purpose: who knows. */
function skipGap(text: string, from: number): { end: number; comments: boolean } | Problem {
  let end = from;
  let comments = false;
  for (;;) {
    if (isGapless(text, end)) return { end, comments };
    const start = endOfMatch(SPACE, text, end) ?? end;
    if (text.startsWith('/*', start)) {
      const close = text.indexOf('*/', start + 2);
      if (close === -1) return { at: text.length, problem: 'a comment is not closed' };
      end = close + 2;
    } else {
      const close = isGapless(text, start) ? undefined : endOfMatch(LINE_COMMENT, text, start);
      if (close === undefined) return { end: start, comments };
      end = close;
    }
    if (OPENING_OF_JSON.test(text.slice(start, end))) return { at: start, problem: 'a comment has JSON in it' };
    comments = true;
  }
}

function scalarAt(text: string, at: number): Word | Problem {
  const end = endOfMatch(SCALAR, text, at);
  if (end !== undefined) return { json: text.slice(at, end), end };
  const foreign = endOfMatch(FOREIGN_SCALAR, text, at);
  if (foreign !== undefined) {
    const written = text.slice(at, foreign);
    const json = FOREIGN_WORDS[written] ?? written.slice(1);
    return { json, end: foreign, repair: `${written} was read as ${json}` };
  }
  const leftOpen = endOfMatch(SCALAR_LEFT_OPEN, text, at) !== undefined;
  return { at: leftOpen ? text.length : at, problem: 'this is not a JSON value' };
}

function keyAt(text: string, at: number): Word | Problem {
  const end = endOfMatch(BARE_KEY, text, at);
  if (end === undefined) return stringAt(text, at);
  return { json: `"${text.slice(at, end)}"`, end, repair: 'keys without quotes were read as if they had them' };
}

function stringAt(text: string, at: number): Word | Problem {
  if (text[at] !== '"') return otherStringAt(text, at);
  const plain = endOfMatch(PLAIN_STRING, text, at);
  if (plain !== undefined) return { json: text.slice(at, plain), end: plain };
  let close = at + 1;
  while (close < text.length && text[close] !== '"') close += text[close] === '\\' ? 2 : 1;
  if (close >= text.length) return { at: text.length, problem: 'a string is not closed' };
  const end = close + 1;
  const raw = freeApostrophes(text.slice(at, end));
  const json = escapeControls(raw);
  if (!isJson(json)) return { at, problem: UNKNOWN_ESCAPE };
  return { json, end, ...(json === raw ? {} : { repair: 'a line break or tab inside a string was kept' }) };
}

/** In single quotes, as Python and JavaScript have them, or in curly ones, where it is clear where the string ends. */
function otherStringAt(text: string, at: number): Word | Problem {
  const isSingle = text[at] === "'";
  const end = endOfMatch(isSingle ? SINGLE_STRING : CURLY_STRING, text, at);
  if (end === undefined) return { at, problem: 'a string in double quotes is missing' };
  const inner = text.slice(at + 1, end - 1);
  const freed = freeApostrophes(inner).replace(/\\.|"/g, (sign) => (sign === '"' ? '\\"' : sign));
  const json = `"${escapeControls(isSingle ? freed : inner)}"`;
  if (!isJson(json)) return { at, problem: UNKNOWN_ESCAPE };
  const repair = isSingle ? 'single quotes were read as double ones' : 'curly quotes were read as straight ones';
  return { json, end, repair };
}

/** An apostrophe needs no escape in JSON, and may not have one. */
const freeApostrophes = (raw: string) => raw.replace(/\\./gs, (pair) => (pair === "\\'" ? "'" : pair));

function escapeControls(raw: string): string {
  return raw.replace(CONTROL, (sign) => JSON.stringify(sign).slice(1, -1));
}

const isJson = (text: string) => parseJson(text) !== undefined;
