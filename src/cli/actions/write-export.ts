// Writes an export to where it was asked for, whole or not at all, and over nothing that nobody gave away.
import { access, constants, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HallError } from '../../domain/errors.ts';
import type { ExportedFile } from '../../exporters/exporter.ts';

function refuse(output: string, cause: NodeJS.ErrnoException): never {
  if (cause.code === 'EEXIST') {
    throw new HallError('already-exists', `${output} already exists.`, { hint: 'Use --force to overwrite it.' });
  }
  throw new HallError('storage', `${output} cannot be written (${cause.code}).`, {
    hint: 'Check the path and its permissions.',
    cause,
  });
}

/** Before anything is opened or spent whose outcome would then have no place. Throws `storage`. */
export async function checkWritable(output: string): Promise<void> {
  try {
    await (await open(output, 'r+')).close();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') refuse(output, cause as NodeJS.ErrnoException);
    await access(dirname(output), constants.W_OK).catch((inner: NodeJS.ErrnoException) => refuse(output, inner));
  }
}

/** Throws `already-exists`, `storage`. */
export async function writeDocument(output: string, text: string, force: boolean): Promise<void> {
  await writeFile(output, text, { flag: force ? 'w' : 'wx' }).catch(async (cause: NodeJS.ErrnoException) => {
    // Half a document must not pass for a whole one; what was there before is not ours to take away.
    if (cause.code !== 'EEXIST' && !force) await rm(output, { force: true });
    refuse(output, cause);
  });
}

/** With `force` files are written into a folder that is there, and others in it are left alone. */
export async function writeFolder(output: string, files: readonly ExportedFile[], force: boolean): Promise<void> {
  await mkdir(output, { recursive: force }).catch((cause: NodeJS.ErrnoException) => refuse(output, cause));
  try {
    for (const { path, text } of files) {
      await mkdir(dirname(join(output, path)), { recursive: true });
      await writeFile(join(output, path), text);
    }
  } catch (cause) {
    if (!force) await rm(output, { recursive: true, force: true });
    refuse(output, cause as NodeJS.ErrnoException);
  }
}
