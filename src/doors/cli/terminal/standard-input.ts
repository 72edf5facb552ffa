// The one reader of standard input: it says at a terminal what it waits for, and Ctrl-C ends it with nothing done.
import { HallError } from '../../../domain/failures/errors.ts';
import { isTerminalGone } from '../../../process/terminals.ts';
import { wait, whenAborted } from '../../../support/wait.ts';
import { printMessage } from './io.ts';

/**
 * Ctrl-C ends a whole pipeline, so the end of the input may come just before the signal that caused it. Acting on what had
 * arrived would record half a text for good.
 */
const SIGNAL_MAY_FOLLOW_MS = 50;

/** Reads all of standard input as text; `what` names it for the person who has to type it: "the turn of wind". */
export type ReadInput = (what: string) => Promise<string>;

async function readToEnd(what: string, signal: AbortSignal): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) printMessage(`Type ${what}. Press Ctrl-D on an empty line to finish, Ctrl-C to cancel.`);
  const release = whenAborted(signal, () => stdin.destroy());
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stdin) chunks.push(chunk as Buffer);
    await wait(SIGNAL_MAY_FOLLOW_MS, signal);
  } catch (error) {
    // Destroying a stream that is read is an error of its own.
    if (!signal.aborted) throw error;
  } finally {
    release();
  }
  if (signal.aborted || isTerminalGone()) throw new HallError('cancelled', 'Cancelled: nothing was written.');
  return Buffer.concat(chunks).toString('utf8');
}

/** Standard input can be read once; later calls, such as the next debate of a batch, get the same text. */
export function createInputReader(signal: AbortSignal): ReadInput {
  let text: Promise<string> | undefined;
  return async (what) => {
    text ??= readToEnd(what, signal);
    return await text;
  };
}
