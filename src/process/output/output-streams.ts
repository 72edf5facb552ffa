// Reads both output streams of one program, keeps what is needed and passes lines on.
import { join } from 'node:path';
import type { ProcessRequest, ProcessResult } from '../process.ts';
import { openOutputFile, splitLines } from './output-file.ts';

const STDERR_TAIL_CHARACTERS = 65_536;

export interface OutputStreams {
  /** File descriptors for the program. */
  readonly stdout: number;
  readonly stderr: number;
  /** Reads what is new and hands it out; returns whether anything came. Throws what a reader throws. */
  readNew(): boolean;
  /** Reads and hands out all that is left. */
  readRest(): void;
  /** The stream on which more than the limit was written. */
  findTooLarge(): 'stdout' | 'stderr' | undefined;
  /** What was kept so far. */
  collected(): Pick<ProcessResult, 'stdout' | 'stderrTail'>;
  close(): void;
}

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

export function openOutputStreams(
  folder: string,
  { limits, onLine }: Pick<ProcessRequest, 'limits' | 'onLine'>,
): OutputStreams {
  const pieces: string[] = [];
  let errors = '';
  const lines = splitLines(onLine);

  const out = openOutputFile(join(folder, 'stdout'), limits.maxOutputBytes, (text) => {
    pieces.push(text);
    lines.push(text);
  });
  const err = openOrClose(out, () =>
    openOutputFile(join(folder, 'stderr'), limits.maxOutputBytes, (text) => {
      errors = (errors.length > 4 * STDERR_TAIL_CHARACTERS ? takeTail(errors) : errors) + text;
    }),
  );

  return {
    stdout: out.fd,
    stderr: err.fd,
    readNew: () => out.readNew() + err.readNew() > 0,
    readRest() {
      out.readRest();
      err.readRest();
      lines.end();
    },
    findTooLarge: () => (out.isTooLarge() ? 'stdout' : err.isTooLarge() ? 'stderr' : undefined),
    collected: () => ({ stdout: pieces.join(''), stderrTail: takeTail(errors) }),
    close() {
      out.close();
      err.close();
    },
  };
}
