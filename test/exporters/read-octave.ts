// Reads OCTAVE transcripts back, as another program would: this project's own, and version 1 of the Python debate-hall-mcp.
import { HallError } from '../../src/domain/failures/errors.ts';

const LONG_FORMS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

type OctaveValue = string | number | boolean | null | OctaveList;

/** A list holds plain items, pairs, or both: `[PATHOS,ROUND::1]`. */
interface OctaveList {
  readonly items: readonly OctaveValue[];
  readonly pairs: Readonly<Record<string, OctaveValue>>;
}

/** What stands between the quotes, with every escape undone; an unknown escape stands for its own character. */
export function unquote(escaped: string): string {
  return escaped.replace(/\\(?:u\{([0-9A-Fa-f]{1,6})\}|([\s\S]))/g, (whole, code: string | undefined, char: string) => {
    if (code === undefined) return LONG_FORMS[char] ?? char;
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? whole : String.fromCodePoint(point);
  });
}

/** A transcript needs three levels. */
const MAX_DEPTH = 16;

/** Reads values out of one line. */
interface LineReader {
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
function readLine(line: string, number: number): LineReader {
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

interface TranscriptTurn {
  /** 1-based place among the turns. */
  readonly number: number;
  readonly role: string;
  readonly cognition?: string;
  /** `null` when the text was redacted. */
  readonly content: string | null;
  /** Everything else that the line says: SEAT, ACT, ROUND, SEQ, AT, AGENT, HASH, REDACTED; empty in version 1. */
  readonly attributes: Readonly<Record<string, OctaveValue>>;
}

export interface Transcript {
  readonly version: '1' | '2';
  readonly meta: Readonly<Record<string, OctaveValue>>;
  readonly participants: readonly string[];
  readonly turns: readonly TranscriptTurn[];
  /** Every other section of named lists, such as SEATS or NOTES, by the names of its lines. */
  readonly sections: Readonly<Record<string, Readonly<Record<string, OctaveValue>>>>;
  readonly synthesis: string | null;
}

const START = '===DEBATE_TRANSCRIPT===';
const END = '===END===';
// Version 1 puts free text before the bracket, so its lines are taken apart from both ends instead of from the left.
const V1_TURN = /^T(\d+)::(.{0,500}?)\[([^\]]{0,500})\]::"([^"\\]*(?:\\.[^"\\]*)*)",$/s;
const V1_NO_COGNITION = 'UNKNOWN';

interface Line {
  readonly text: string;
  readonly number: number;
}

function cannotRead({ number }: Line, wanted: string): HallError {
  return new HallError('bad-input', `The transcript cannot be read: line ${number}: ${wanted}.`);
}

function asList(line: Line, value: OctaveValue): OctaveList {
  if (typeof value !== 'object' || value === null) throw cannotRead(line, 'a list is expected');
  return value;
}

function asText(line: Line, value: OctaveValue): string | null {
  if (value !== null && typeof value !== 'string') throw cannotRead(line, 'a text must be quoted or null');
  return value;
}

/** The lines between the envelope marks, empty ones left out. */
function linesWithin(text: string): Line[] {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ text: line, number: index + 1 }))
    .filter((line) => line.text !== '');
  const first = lines[0] ?? { text: '', number: 1 };
  const last = lines.at(-1) ?? first;
  if (first.text !== START) throw cannotRead(first, `"${START}" is missing`);
  if (last.text !== END) throw cannotRead(last, `"${END}" is missing, so the file was cut or is not a transcript`);
  return lines.slice(1, -1);
}

function parseTurnV1(line: Line, number: number): TranscriptTurn {
  const [, index, role, cognition, content] = V1_TURN.exec(line.text.trimStart()) ?? [];
  if (content === undefined || role === undefined || Number(index) !== number) {
    throw cannotRead(line, `turn T${number} is expected`);
  }
  return {
    number,
    role,
    ...(cognition === undefined || cognition === V1_NO_COGNITION ? {} : { cognition }),
    content: unquote(content),
    attributes: {},
  };
}

function parseTurn(line: Line, number: number): TranscriptTurn {
  const reader = readLine(line.text, line.number);
  reader.expect(`  T${number}::`);
  const role = reader.word();
  const { items, pairs } = asList(line, reader.value());
  reader.expect('::');
  const content = reader.value();
  reader.expect(',');
  reader.end();
  const [cognition] = items;
  return {
    number,
    role,
    ...(typeof cognition === 'string' ? { cognition } : {}),
    content: asText(line, content),
    attributes: pairs,
  };
}

function parsePair(line: Line, indent: string, tail: string): [string, OctaveValue] {
  const reader = readLine(line.text, line.number);
  reader.expect(indent);
  const key = reader.word();
  reader.expect('::');
  const value = reader.value();
  reader.expect(tail);
  reader.end();
  return [key, value];
}

/**
 * The turns of a transcript, exactly as they were said, with everything else that it holds.
 *
 * @throws HallError `bad-input` for anything that is not a transcript, naming the line.
 */
export function parseOctave(text: string): Transcript {
  const lines = linesWithin(text);
  const meta: Record<string, OctaveValue> = Object.create(null);
  const sections: Record<string, Record<string, OctaveValue>> = Object.create(null);
  const turns: TranscriptTurn[] = [];
  let participants: string[] = [];
  let synthesis: string | null | undefined;
  let block: string | undefined;

  for (const line of lines) {
    const opened = /^([A-Z_]+)(?::|::\[)$/.exec(line.text)?.[1];
    if (opened !== undefined) {
      block = opened;
    } else if (line.text === ']') {
      block = undefined;
    } else if (block === 'META' && line.text.startsWith('  ')) {
      const [key, value] = parsePair(line, '  ', '');
      meta[key] = value;
    } else if (block === 'TURNS') {
      turns.push((meta['VERSION'] === '2' ? parseTurn : parseTurnV1)(line, turns.length + 1));
    } else if (block !== undefined && block !== 'META') {
      const [key, value] = parsePair(line, '  ', ',');
      sections[block] ??= Object.create(null);
      (sections[block] as Record<string, OctaveValue>)[key] = value;
    } else if (line.text.startsWith('PARTICIPANTS::[') && meta['VERSION'] !== '2') {
      const names = line.text.slice('PARTICIPANTS::['.length, -1);
      participants = names === '' ? [] : names.split(',');
    } else {
      block = undefined;
      const [key, value] = parsePair(line, '', '');
      if (key === 'SYNTHESIS') synthesis = asText(line, value);
      else if (key === 'PARTICIPANTS') participants = asList(line, value).items.map(String);
      else sections[key] = {};
    }
  }
  if (synthesis === undefined) throw new HallError('bad-input', 'The transcript has no SYNTHESIS.');
  return { version: meta['VERSION'] === '2' ? '2' : '1', meta, participants, turns, sections, synthesis };
}
