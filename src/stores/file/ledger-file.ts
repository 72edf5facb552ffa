// One ledger as one append-only file. All calls are synchronous: a transaction is short and nothing comes between.
import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import type { Chunk, Cursor, Transaction } from '../store.ts';
import { writeAll } from './replace-file.ts';

/** Enough to hold `prev` and `seq` of the last line, which no two ledgers share. */
const TAIL_BYTES = 192;
/** Bytes per read, so that a long ledger is never in memory twice. */
const CHUNK_BYTES = 256 * 1024;
const LINE_END = 0x0a;

function readRange(fd: number, from: number, to: number): Buffer {
  const buffer = Buffer.allocUnsafe(to - from);
  let filled = 0;
  while (filled < buffer.length) {
    const got = fs.readSync(fd, buffer, filled, buffer.length - filled, from + filled);
    if (got === 0) break;
    filled += got;
  }
  return buffer.subarray(0, filled);
}

function cursorAt(fd: number, offset: number): Cursor {
  return { offset, tail: readRange(fd, Math.max(0, offset - TAIL_BYTES), offset).toString('latin1') };
}

/** The cursor behind `bytes`, which were just written or read up to `offset`. */
function cursorBehind(fd: number, bytes: Buffer, offset: number): Cursor {
  if (bytes.length < TAIL_BYTES) return cursorAt(fd, offset);
  return { offset, tail: bytes.toString('latin1', bytes.length - TAIL_BYTES) };
}

function stillFits(fd: number, cursor: Cursor, size: number): boolean {
  return cursor.offset <= size && cursorAt(fd, cursor.offset).tail === cursor.tail;
}

/** At least one line end, if there is one; what follows the last one is the beginning of a line. */
function readLines(fd: number, from: number, size: number): Buffer {
  for (let length = CHUNK_BYTES; ; length *= 2) {
    const bytes = readRange(fd, from, Math.min(size, from + length));
    if (from + length >= size || bytes.includes(LINE_END)) return bytes;
  }
}

/** A line that is not UTF-8 gets U+FFFD before it, or it could read the same as the line that it was made from. */
function decodeLines(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const lines: string[] = [];
  for (let from = 0, to = bytes.indexOf(LINE_END); to !== -1; from = to + 1, to = bytes.indexOf(LINE_END, from)) {
    const line = bytes.subarray(from, to + 1);
    lines.push(isUtf8(line) ? line.toString('utf8') : `\ufffd${line.toString('utf8')}`);
  }
  return lines.join('');
}

function readChunk(fd: number, cursor: Cursor | undefined): Chunk {
  const size = fs.fstatSync(fd).size;
  const continues = cursor !== undefined && stillFits(fd, cursor, size);
  const from = continues ? cursor.offset : 0;
  if (continues && from === size) return { text: '', cursor, restarted: false, more: false, tornBytes: 0 };
  const bytes = readLines(fd, from, size);
  const complete = bytes.lastIndexOf(LINE_END) + 1;
  const more = from + bytes.length < size;
  return {
    text: decodeLines(bytes.subarray(0, complete)),
    cursor: cursorBehind(fd, bytes.subarray(0, complete), from + complete),
    restarted: cursor !== undefined && !continues,
    more,
    tornBytes: more ? 0 : bytes.length - complete,
  };
}

/** Reads without a lock; `undefined` when the file does not exist. */
export function readLedgerFile(file: string, cursor?: Cursor): Chunk | undefined {
  let fd: number;
  try {
    fd = fs.openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return readChunk(fd, cursor);
  } finally {
    fs.closeSync(fd);
  }
}

/** At most so many bytes of any file, as text. */
export function readBeginning(file: string, most: number): string {
  const fd = fs.openSync(file, 'r');
  try {
    return readRange(fd, 0, most).toString('utf8');
  } finally {
    fs.closeSync(fd);
  }
}

export class LedgerFile implements Transaction {
  readonly #file: string;
  readonly #putInPlace: (text: string) => void;
  #fd: number;
  /** Where the last line ends, once it is known that nothing follows it; nobody else writes meanwhile. */
  #end: number | undefined;

  /** `putInPlace` replaces the whole file. */
  constructor(file: string, putInPlace: (text: string) => void) {
    this.#file = file;
    this.#putInPlace = putInPlace;
    this.#fd = fs.openSync(file, 'r+');
  }

  read(cursor?: Cursor): Chunk {
    const chunk = readChunk(this.#fd, cursor);
    this.#end = chunk.more || chunk.tornBytes > 0 ? undefined : chunk.cursor.offset;
    return chunk;
  }

  append(lines: string): Cursor {
    const bytes = Buffer.from(lines, 'utf8');
    const end = this.#end ?? this.#cutTornTail();
    this.#end = undefined;
    try {
      writeAll(this.#fd, bytes, end);
      fs.fsyncSync(this.#fd);
    } catch (error) {
      // What is half written was never acknowledged; what cannot be cut off now is a torn tail for the next append.
      try {
        fs.ftruncateSync(this.#fd, end);
      } catch {}
      throw error;
    }
    this.#end = end + bytes.length;
    return cursorBehind(this.#fd, bytes, this.#end);
  }

  replace(text: string): Cursor {
    this.#putInPlace(text);
    fs.closeSync(this.#fd);
    this.#fd = fs.openSync(this.#file, 'r+');
    this.#end = undefined;
    return cursorAt(this.#fd, Buffer.byteLength(text, 'utf8'));
  }

  close(): void {
    fs.closeSync(this.#fd);
  }

  #cutTornTail(): number {
    const size = fs.fstatSync(this.#fd).size;
    const end = this.#completeEnd(size);
    if (end < size) fs.ftruncateSync(this.#fd, end);
    return end;
  }

  /** Where the last complete line ends: nearly always at the end of the file. */
  #completeEnd(size: number): number {
    if (size > 0 && readRange(this.#fd, size - 1, size)[0] === LINE_END) return size;
    let to = size;
    while (to > 0) {
      const from = Math.max(0, to - 65_536);
      const at = readRange(this.#fd, from, to).lastIndexOf(LINE_END);
      if (at !== -1) return from + at + 1;
      to = from;
    }
    return 0;
  }
}
