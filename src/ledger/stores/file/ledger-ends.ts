// The two ends of many ledgers, as bytes.
import fs from 'node:fs';
import path from 'node:path';
import type { Ends } from '../store.ts';
import { LINE_END, readLines, readRange } from './ledger-file.ts';
import { LEDGER } from './lists.ts';
import { openRegular } from './regular-file.ts';

/** As long as most ledgers are. The same memory each time, as new memory for each of a thousand ledgers costs more than reading. */
const BRIEF_BYTES = 64 * 1024;
let brief = Buffer.alloc(0);

/** A byte in each character, up to the last line end before `to`. */
function sliceLines(bytes: Buffer, from: number, to: number): string {
  const end = to === 0 ? 0 : bytes.lastIndexOf(LINE_END, to - 1) + 1;
  return bytes.toString('latin1', from, Math.max(from, end));
}

/** `bytes` begin at `offset`, and the file ends after `size`; the byte before the last lines says whether a line begins there. */
function sliceLastLines(bytes: Buffer, offset: number, size: number, most: number): string {
  if (size <= most) return sliceLines(bytes, 0, size - offset);
  const lineEnd = bytes.indexOf(LINE_END, size - most - 1 - offset);
  return lineEnd === -1 ? '' : sliceLines(bytes, lineEnd + 1, size - offset);
}

function readFirstLine(fd: number, size: number): string {
  const lines = readLines(fd, 0, size);
  return lines.toString('latin1', 0, lines.indexOf(LINE_END) + 1);
}

function readEnds(fd: number, most: number): Ends {
  const got = fs.readSync(fd, brief, 0, BRIEF_BYTES, 0);
  const lineEnd = brief.indexOf(LINE_END) + 1;
  const isWhole = lineEnd > 0 && lineEnd <= got;
  // Asking for the size costs as much as reading, and a ledger that ends before the memory does needs neither again.
  if (got < BRIEF_BYTES) {
    return { first: brief.toString('latin1', 0, isWhole ? lineEnd : 0), last: sliceLastLines(brief, 0, got, most) };
  }
  const { size } = fs.fstatSync(fd);
  const from = Math.max(0, size - most - 1);
  return {
    first: isWhole ? brief.toString('latin1', 0, lineEnd) : readFirstLine(fd, size),
    last: sliceLastLines(readRange(fd, from, size), from, size, most),
  };
}

/** Of those that can be read, without a lock. */
export function readLedgerEnds(folder: string, ids: readonly string[], most: number): ReadonlyMap<string, Ends> {
  if (brief.length === 0) brief = Buffer.allocUnsafeSlow(BRIEF_BYTES);
  const found = new Map<string, Ends>();
  for (const id of ids) {
    let fd: number | undefined;
    try {
      fd = openRegular(`${folder}${path.sep}${id}${LEDGER}`, 'r');
      found.set(id, readEnds(fd, most));
    } catch {
      // The others can be read all the same.
    } finally {
      if (fd !== undefined) fs.closeSync(fd);
    }
  }
  return found;
}
