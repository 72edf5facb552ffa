// Writes a document to a file that a person named: whole, or not at all.
import { rm, writeFile } from 'node:fs/promises';
import { HallError } from '../domain/errors.ts';

/** Throws `already-exists` unless `replace`, `storage`. */
export async function writeDocument(file: string, text: string, { replace }: { replace: boolean }): Promise<void> {
  await writeFile(file, text, { flag: replace ? 'w' : 'wx' }).catch(async (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EEXIST') {
      throw new HallError('already-exists', `${file} exists.`, { hint: 'Replace it with --force.' });
    }
    // Half a document must not pass for a whole one; what was there before is not ours to take away.
    if (!replace) await rm(file, { force: true });
    throw new HallError('storage', `${file} cannot be written (${cause.code}).`, {
      hint: 'Check the path and its permissions.',
      cause,
    });
  });
}
