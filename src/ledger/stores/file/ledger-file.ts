// One ledger as one append-only file. All calls are synchronous: a write is short and nothing comes between.
import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import { HallError } from '../../../domain/failures/errors.ts';
import { writeAll } from '../../../support/replace-file.ts';
import { isThere } from '../../../support/stat-if-there.ts';
import type { Chunk, Cursor, Written } from '../store.ts';
import { openRegular } from './regular-file.ts';

/** Enough to hold `prev` and `seq` of the last line, which no two ledgers share. */
const TAIL_BYTES = 192;
/** Of ledgers and records alike: they hold the same words, and git keeps no such mode of what is committed. */
export const MODE = 0o600;
/** Bytes per read, so that a long ledger is never in memory twice. */
const CHUNK_BYTES = 256 * 1024;
const LINE_END = 0x0a;
const MEBIBYTE = 1024 * 1024;
/** No event is as long. A line without an end is no ledger, and would fill the memory. */
const MOST_LINE_BYTES = 256 * MEBIBYTE;

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

interface FileState {
  readonly size: number;
  readonly stamp: string;
}

function readState(fd: number): FileState {
  const { size, ino, mtimeNs, ctimeNs } = fs.fstatSync(fd, { bigint: true });
  return { size: Number(size), stamp: [ino, mtimeNs, ctimeNs].join(':') };
}

const readTail = (fd: number, offset: number): string =>
  readRange(fd, Math.max(0, offset - TAIL_BYTES), offset).toString('latin1');

/** The cursor behind `bytes`, which were just written or read up to `offset`. */
function cursorBehind(fd: number, bytes: Buffer, offset: number, { stamp }: FileState): Cursor {
  const tail = bytes.length < TAIL_BYTES ? readTail(fd, offset) : bytes.toString('latin1', bytes.length - TAIL_BYTES);
  return { offset, tail, stamp };
}

function stillFits(fd: number, { offset, tail }: Cursor, { size }: FileState): boolean {
  return offset <= size && readTail(fd, offset) === tail;
}

/** Whoever reads looks closer than whoever writes: some file systems give another stamp at each look, and a write must come to an end. */
const isUntouched = ({ offset, stamp }: Cursor, state: FileState): boolean =>
  offset < state.size || stamp === state.stamp;

/** At least one line end, if there is one; what follows the last one is the beginning of a line. Throws `ledger-damaged`. */
function readLines(fd: number, from: number, size: number): Buffer {
  for (let length = CHUNK_BYTES; ; length *= 2) {
    const bytes = readRange(fd, from, Math.min(size, from + length));
    if (from + length >= size || bytes.includes(LINE_END)) return bytes;
    if (length < MOST_LINE_BYTES) continue;
    throw new HallError('ledger-damaged', `A line of the ledger is longer than ${MOST_LINE_BYTES / MEBIBYTE} MiB.`, {
      hint: 'Restore the ledger, or move it out of the folder of the debates.',
    });
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
  // Before anything is read: what is changed later has another stamp.
  const state = readState(fd);
  const { size } = state;
  const continues = cursor !== undefined && isUntouched(cursor, state) && stillFits(fd, cursor, state);
  const from = continues ? cursor.offset : 0;
  if (continues && from === size) return { text: '', cursor, restarted: false, more: false, tornBytes: 0 };
  const bytes = readLines(fd, from, size);
  const complete = bytes.lastIndexOf(LINE_END) + 1;
  const more = from + bytes.length < size;
  return {
    text: decodeLines(bytes.subarray(0, complete)),
    cursor: cursorBehind(fd, bytes.subarray(0, complete), from + complete, state),
    restarted: cursor !== undefined && !continues,
    more,
    tornBytes: more ? 0 : bytes.length - complete,
  };
}

/** `undefined` when the file does not exist. */
function withFile<T>(file: string, work: (fd: number) => T): T | undefined {
  let fd: number;
  try {
    fd = openRegular(file, 'r');
  } catch (error) {
    if (isThere(file)) throw error;
    return undefined;
  }
  try {
    return work(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** Reads without a lock; `undefined` when the file does not exist. */
export function readLedgerFile(file: string, cursor?: Cursor): Chunk | undefined {
  return withFile(file, (fd) => readChunk(fd, cursor));
}

/** At most so many bytes of any file, as text. */
export function readFirstText(file: string, most: number): string {
  const fd = openRegular(file, 'r');
  try {
    return readRange(fd, 0, most).toString('utf8');
  } finally {
    fs.closeSync(fd);
  }
}

/** What stands in the way of a write after `cursor`; `undefined` for nothing. */
function findObstacle(fd: number, cursor: Cursor, cut: number): Written | undefined {
  const state = readState(fd);
  const { size } = state;
  if (!stillFits(fd, cursor, state)) return { kind: 'conflict' };
  if (size === cursor.offset) return undefined;
  if (readRange(fd, cursor.offset, size).includes(LINE_END)) return { kind: 'conflict' };
  const bytes = size - cursor.offset;
  return bytes === cut ? undefined : { kind: 'torn', bytes };
}

function writeAfter(fd: number, { offset }: Cursor, bytes: Buffer): Cursor {
  try {
    writeAll(fd, bytes, offset);
    fs.fsyncSync(fd);
  } catch (error) {
    // What is half written was never acknowledged; what cannot be cut off now is a torn tail for the next append.
    try {
      fs.ftruncateSync(fd, offset);
    } catch {}
    throw error;
  }
  return cursorBehind(fd, bytes, offset + bytes.length, readState(fd));
}

/** The caller has the lock of the ledger. */
export function appendLines(file: string, after: Cursor, { lines, cut }: { lines: string; cut: number }): Written {
  const fd = openRegular(file, 'r+');
  try {
    const obstacle = findObstacle(fd, after, cut);
    if (obstacle !== undefined) return obstacle;
    if (cut > 0) fs.ftruncateSync(fd, after.offset);
    return { kind: 'written', cursor: writeAfter(fd, after, Buffer.from(lines, 'utf8')) };
  } finally {
    fs.closeSync(fd);
  }
}

/** `putInPlace` replaces the whole file; the caller has the lock of the ledger. */
export function replaceLines(
  file: string,
  after: Cursor,
  { text, cut }: { text: string; cut: number },
  putInPlace: (text: string) => void,
): Written {
  const fd = openRegular(file, 'r');
  try {
    const obstacle = findObstacle(fd, after, cut);
    if (obstacle !== undefined) return obstacle;
  } finally {
    fs.closeSync(fd);
  }
  putInPlace(text);
  const bytes = Buffer.from(text, 'utf8');
  const cursor = withFile(file, (placed) => cursorBehind(placed, bytes, bytes.length, readState(placed)));
  return cursor === undefined ? { kind: 'conflict' } : { kind: 'written', cursor };
}
