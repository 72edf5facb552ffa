// Reads a text that a person names, and looks for a folder that one names. A pipe or a device in its place is refused: the program would wait for it, deaf to Ctrl-C.
import { stat } from 'node:fs/promises';
import { HallError } from '../../../domain/failures/errors.ts';
import { escapeInvisible } from '../../../support/control-characters.ts';
import { readBytes } from '../../../support/read-bytes.ts';
import { isThere } from '../../../support/stat-if-there.ts';
import { decodeText } from '../../../support/text.ts';

const MEBIBYTE = 1024 * 1024;
/** Of what a person hands over: results of evaluations are long. Twice as much would not fit into a string of Node. */
export const MOST_BYTES = 256 * MEBIBYTE;

/** `what` begins the error. Throws `bad-input` for what is not text in UTF-8. */
export function readText(bytes: Buffer, what: string, hint = 'Save it as UTF-8.'): string {
  const text = decodeText(bytes);
  if (text !== undefined) return text.replace(/^\uFEFF/, '');
  throw new HallError('bad-input', `${what} is not text.`, { hint });
}

export const createLongError = (what: string, most: number): HallError =>
  new HallError('bad-input', `${what} is larger than ${most / MEBIBYTE} MiB.`, { hint: 'Pass a shorter text.' });

/** Throws `bad-input` for a file that has more than `most` bytes. */
export function refuseLong(bytes: Buffer | 'too-large' | undefined, what: string, most: number): Buffer | undefined {
  if (bytes !== 'too-large') return bytes;
  throw createLongError(what, most);
}

/**
 * All of it, without a byte order mark. `what` begins the error, such as "The topic file".
 * @throws HallError `bad-input` for what is not there, cannot be read, is no regular file or no text
 */
export async function readNamedFile(file: string, what: string): Promise<string> {
  const named = `${what} ${file}`;
  const refuse = (code: unknown, cause?: unknown) =>
    new HallError('bad-input', `${named} cannot be read (${code}).`, {
      hint: 'Pass a regular file, and check its path and permissions.',
      cause,
    });
  const read = await readBytes(file, MOST_BYTES).catch((cause: NodeJS.ErrnoException) => {
    throw refuse(cause.code, cause);
  });
  const bytes = refuseLong(read, named, MOST_BYTES);
  if (bytes === undefined) throw refuse('ENOENT');
  return readText(bytes, named);
}

const createMissingError = (folder: string) =>
  new HallError('bad-input', `There is no folder ${escapeInvisible(folder)}.`, { hint: 'Check the path.' });

/** Throws `bad-input` where there is none. */
export async function requireFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => undefined))?.isDirectory() !== true) throw createMissingError(folder);
}

/** Throws `bad-input` where nothing is. Of a folder that cannot be reached, the hall says what is wrong. */
export function requireHall(folder: string): void {
  let isMissing = false;
  try {
    isMissing = !isThere(folder);
  } catch {}
  if (isMissing) throw createMissingError(folder);
}
