// The output of a program: two files that it writes and that are read while they grow, what is kept of them, and their lines.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessRequest } from './process.ts';

const CHUNK_BYTES = 64 * 1024;
/** What one look reads at most, so that a flood does not keep the hall from everything else. */
const MAX_READ_BYTES = 8 * 1024 * 1024;

/** By the byte order mark; without one it is UTF-8. */
function createDecoder([first, second]: Buffer): TextDecoder {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  return new TextDecoder(first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8');
}

function openOutputFile(path: string, maxBytes: number, asBytes: true | undefined, onText: (text: string) => void) {
  const fd = openSync(path, 'ax+', 0o600);
  const limit = maxBytes > 0 ? maxBytes : Number.POSITIVE_INFINITY;
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let decoder: TextDecoder | undefined;
  let position = 0;
  let total = 0;
  let isOverLimit = false;

  function emit(text: string): void {
    if (text !== '') onText(text);
  }

  /** Reads what is new, up to a few MiB; returns how many bytes came. */
  function readNew(): number {
    const { size } = fstatSync(fd);
    // A program that reopens /dev/stdout empties the file; what it writes then is new.
    if (size < position) position = 0;
    isOverLimit = size - position > limit - total;
    let wanted = Math.min(size - position, limit - total, MAX_READ_BYTES);
    let bytesRead = 0;
    while (wanted > 0) {
      const count = readSync(fd, chunk, 0, Math.min(wanted, CHUNK_BYTES), position);
      if (count === 0) break;
      position += count;
      total += count;
      bytesRead += count;
      wanted -= count;
      const bytes = chunk.subarray(0, count);
      if (asBytes) emit(bytes.toString('latin1'));
      else {
        decoder ??= createDecoder(bytes);
        emit(decoder.decode(bytes, { stream: true }));
      }
    }
    return bytesRead;
  }

  return {
    /** For the program to write to. */
    fd,
    readNew,
    /** Reads all that is there now and flushes the decoder. */
    readRest() {
      // Something that left the group may still be writing, so the end is fixed here.
      const { size } = fstatSync(fd);
      while (position < size && readNew() > 0);
      emit(decoder?.decode() ?? '');
    },
    /** More than the limit was written; what is beyond it is never read. */
    isTooLarge: () => isOverLimit,
    close: () => closeSync(fd),
  };
}

/** Cuts text into lines; `end` hands out the last one when no line end follows it. Costs nothing when nobody listens. */
export function splitLines(onLine: ((line: string) => void) | undefined): { push(text: string): void; end(): void } {
  if (onLine === undefined) return { push() {}, end() {} };
  let rest = '';
  const emit = (line: string) => onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  return {
    push(text) {
      const pieces = text.split('\n');
      for (const piece of pieces.slice(0, -1)) {
        emit(rest + piece);
        rest = '';
      }
      rest += pieces.at(-1) ?? '';
    },
    end() {
      if (rest !== '') emit(rest);
      rest = '';
    },
  };
}

const STDERR_TAIL_CHARACTERS = 65_536;

/** The last characters of a text, not beginning with half a character. */
export function takeTail(text: string): string {
  const tail = text.slice(-STDERR_TAIL_CHARACTERS);
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
}

/** Opens a second resource; closes the first one when that fails. */
export function openOrClose<T>(opened: { close(): void }, open: () => T): T {
  try {
    return open();
  } catch (error) {
    opened.close();
    throw error;
  }
}

export type OutputStreams = ReturnType<typeof openOutputStreams>;

export function openOutputStreams(
  folder: string,
  { limits, onLine, asBytes }: Pick<ProcessRequest, 'limits' | 'onLine' | 'asBytes'>,
) {
  const pieces: string[] = [];
  let errors = '';
  const lines = splitLines(onLine);

  const out = openOutputFile(join(folder, 'stdout'), limits.maxOutputBytes, asBytes, (text) => {
    pieces.push(text);
    lines.push(text);
  });
  const err = openOrClose(out, () =>
    openOutputFile(join(folder, 'stderr'), limits.maxOutputBytes, undefined, (text) => {
      errors = (errors.length > 4 * STDERR_TAIL_CHARACTERS ? takeTail(errors) : errors) + text;
    }),
  );

  return {
    /** File descriptors for the program. */
    stdout: out.fd,
    stderr: err.fd,
    /** Reads what is new and hands it out; returns whether anything came. Throws what a reader throws. */
    readNew: () => out.readNew() + err.readNew() > 0,
    /** Reads and hands out all that is left. */
    readRest() {
      out.readRest();
      err.readRest();
      lines.end();
    },
    /** The stream on which more than the limit was written. */
    findTooLarge: () => (out.isTooLarge() ? 'stdout' : err.isTooLarge() ? 'stderr' : undefined),
    /** What was kept so far. */
    collected: () => ({ stdout: pieces.join(''), stderrTail: takeTail(errors) }),
    close() {
      out.close();
      err.close();
    },
  };
}
