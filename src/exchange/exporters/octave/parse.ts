// Reads OCTAVE transcripts back: this project's own and version 1, which the Python debate-hall-mcp prints.
import { HallError } from '../../../domain/failures/errors.ts';
import { type OctaveList, type OctaveValue, readLine, unquote } from './notation.ts';

export interface TranscriptTurn {
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
