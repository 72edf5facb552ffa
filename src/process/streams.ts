// Both output streams of one program: what is kept of them, and who hears of it.
import { join } from 'node:path';
import { openOutput, splitLines } from './output.ts';
import type { ProcessRequest, ProcessResult } from './process.ts';

const STDERR_TAIL = 65_536;

export interface Streams {
  /** File descriptors for the program. */
  readonly stdout: number;
  readonly stderr: number;
  /** Reads what is new and hands it out; returns whether anything came. Throws what a reader throws. */
  look(): boolean;
  /** Reads and hands out all that is left. */
  finish(): void;
  /** The stream on which more than the limit was written. */
  tooLarge(): 'stdout' | 'stderr' | undefined;
  /** What was kept so far. */
  kept(): Pick<ProcessResult, 'stdout' | 'stderrTail'>;
  close(): void;
}

/** The last characters of a text, not beginning with half a character. */
export function tailOf(text: string): string {
  const tail = text.slice(-STDERR_TAIL);
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
}

/** Opens what belongs to something that is open already, which does not stay open alone when that fails. */
export function openSecond<T>(first: { close(): void }, open: () => T): T {
  try {
    return open();
  } catch (error) {
    first.close();
    throw error;
  }
}

export function openStreams(folder: string, { limits, onLine }: Pick<ProcessRequest, 'limits' | 'onLine'>): Streams {
  const pieces: string[] = [];
  let errors = '';
  const lines = splitLines(onLine);

  const out = openOutput(join(folder, 'stdout'), limits.maxOutputBytes, (text) => {
    pieces.push(text);
    lines.push(text);
  });
  const err = openSecond(out, () =>
    openOutput(join(folder, 'stderr'), limits.maxOutputBytes, (text) => {
      errors = (errors.length > 4 * STDERR_TAIL ? tailOf(errors) : errors) + text;
    }),
  );

  return {
    stdout: out.fd,
    stderr: err.fd,
    look: () => out.look() + err.look() > 0,
    finish() {
      out.finish();
      err.finish();
      lines.end();
    },
    tooLarge: () => (out.tooLarge() ? 'stdout' : err.tooLarge() ? 'stderr' : undefined),
    kept: () => ({ stdout: pieces.join(''), stderrTail: tailOf(errors) }),
    close() {
      out.close();
      err.close();
    },
  };
}
