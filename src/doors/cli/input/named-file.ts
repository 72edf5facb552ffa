// Reads a file that a person names. A pipe or a device in its place is refused: the program would wait for it, deaf to Ctrl-C.
import { HallError } from '../../../domain/failures/errors.ts';
import { readBytes } from '../../../support/read-bytes.ts';

const NO_LIMIT = Number.POSITIVE_INFINITY;

/**
 * All of it. `what` begins the error, such as "The topic file".
 * @throws HallError `bad-input` for what is not there, cannot be read or is no regular file
 */
export async function readNamedFile(file: string, what: string): Promise<Buffer> {
  const refuse = (code: unknown, cause?: unknown) =>
    new HallError('bad-input', `${what} ${file} cannot be read (${code}).`, {
      hint: 'Pass a regular file, and check its path and permissions.',
      cause,
    });
  let bytes: Buffer | 'too-large' | undefined;
  try {
    bytes = await readBytes(file, NO_LIMIT);
  } catch (cause) {
    throw refuse((cause as NodeJS.ErrnoException).code, cause);
  }
  if (bytes === undefined || bytes === 'too-large') throw refuse('ENOENT');
  return bytes;
}
