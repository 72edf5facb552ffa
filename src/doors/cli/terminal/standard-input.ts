// The one reader of standard input: it says at a terminal what it waits for, and Ctrl-C ends it with nothing done.
import { HallError } from '../../../domain/failures/errors.ts';
import { isTerminalGone } from '../../../process/terminals.ts';
import { wait, whenAborted } from '../../../support/wait.ts';
import { createLongError, MOST_BYTES, readText } from '../input/named-file.ts';
import { printMessage } from './io.ts';

/**
 * Ctrl-C ends a whole pipeline, so the end of the input may come just before the signal that caused it. Acting on what had
 * arrived would record half a text for good.
 */
const SIGNAL_MAY_FOLLOW_MS = 50;

const SOURCE = 'Standard input';

/** Reads all of standard input as text; `what` names it for the person who has to type it: "the turn of wind". */
export type ReadInput = (what: string) => Promise<string>;

async function readToEnd(what: string, signal: AbortSignal): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) printMessage(`Type ${what}. Press Ctrl-D on an empty line to finish, Ctrl-C to cancel.`);
  const release = whenAborted(signal, () => stdin.destroy());
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stdin) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > MOST_BYTES) break;
    }
    await wait(SIGNAL_MAY_FOLLOW_MS, signal);
  } catch (error) {
    // Destroying a stream that is read is an error of its own.
    if (!signal.aborted) throw error;
  } finally {
    release();
  }
  if (signal.aborted || isTerminalGone()) throw new HallError('cancelled', 'Cancelled: nothing was written.');
  if (size > MOST_BYTES) throw createLongError(SOURCE, MOST_BYTES);
  return readText(Buffer.concat(chunks), SOURCE, 'Convert it to UTF-8, for example with iconv.');
}

/** Standard input can be read once; later calls, such as the next debate of a batch, get the same text. */
export function createInputReader(signal: AbortSignal): ReadInput {
  let text: Promise<string> | undefined;
  return async (what) => {
    text ??= readToEnd(what, signal);
    return await text;
  };
}
