// Both output streams of one program: what is kept of them, and who hears of it.
import { join } from 'node:path';
import type { Clock } from '../support/clock.ts';
import { openOutput, splitLines } from './output.ts';
import type { ProcessRequest } from './process.ts';

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
  kept(): { readonly stdout: string; readonly stderrTail: string; readonly firstOutputAt: number | undefined };
  close(): void;
}

/** The last characters of a text, not beginning with half a character. */
function tailOf(text: string): string {
  const tail = text.slice(-STDERR_TAIL);
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
}

export function openStreams(folder: string, request: ProcessRequest, clock: Clock): Streams {
  const { limits, onText, onLine, onErrorLine } = request;
  const pieces: string[] = [];
  let errors = '';
  let firstOutputAt: number | undefined;
  const lines = splitLines(onLine);
  const errorLines = splitLines(onErrorLine);

  const out = openOutput(join(folder, 'stdout'), limits.maxOutputBytes, (text) => {
    firstOutputAt ??= clock.elapsed();
    pieces.push(text);
    onText?.(text);
    lines.push(text);
  });
  const err = openOutput(join(folder, 'stderr'), limits.maxOutputBytes, (text) => {
    errors = (errors.length > 4 * STDERR_TAIL ? tailOf(errors) : errors) + text;
    errorLines.push(text);
  });

  return {
    stdout: out.fd,
    stderr: err.fd,
    look: () => out.look() + err.look() > 0,
    finish() {
      out.finish();
      err.finish();
      lines.end();
      errorLines.end();
    },
    tooLarge: () => (out.tooLarge() ? 'stdout' : err.tooLarge() ? 'stderr' : undefined),
    kept: () => ({ stdout: pieces.join(''), stderrTail: tailOf(errors), firstOutputAt }),
    close() {
      out.close();
      err.close();
    },
  };
}
