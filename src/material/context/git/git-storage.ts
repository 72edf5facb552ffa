// Where git writes: what it is given of the hall's own in the folder for temporary files, and what the disk refuses it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageError } from '../../../domain/failures/storage-error.ts';
import { cleanName } from '../../../support/text.ts';

/** Throws `storage`, which names the folder, for what the file system says. */
export async function inTemporary<T>(make: () => T): Promise<Awaited<T>> {
  try {
    return await make();
  } catch (error) {
    throw storageError(error, `write to ${tmpdir()}`, 'temporary');
  }
}

/** Calls `use` with the path of an index of its own, which nobody has written yet. Throws also `storage`. */
export const withIndexFile = async <T>(use: (indexFile: string) => Promise<T>): Promise<T> =>
  await inTemporary(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'debate-hall-index-'));
    try {
      return await use(join(folder, 'index'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

/** How git names what the system says, in its one language. */
const SYSTEM_WORDS: readonly (readonly [words: RegExp, code: string])[] = [
  [/No space left on device/, 'ENOSPC'],
  [/Disk quota exceeded/, 'EDQUOT'],
  [/Read-only file system/, 'EROFS'],
  [/Permission denied|insufficient permission/, 'EACCES'],
];

/** Why git could not write, which its words say and a code does not. */
export function refuseUnwritable(stderr: string, root: string): void {
  const [, code] = SYSTEM_WORDS.find(([words]) => words.test(stderr)) ?? [];
  if (code === undefined) return;
  if (stderr.includes(tmpdir())) throw storageError({ code }, `write to ${tmpdir()}`, 'temporary');
  throw storageError({ code }, `write to the repository in ${cleanName(root)}`, 'repository');
}
