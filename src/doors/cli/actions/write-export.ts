// Writes an export to where it was asked for, whole or not at all, and over nothing that nobody gave away.
import { constants } from 'node:fs';
import { access, chmod, chown, mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import type { ExportedFile } from '../../../exchange/exporters/exporter.ts';
import { gathered } from '../../../support/pieces.ts';

const HINTS: Readonly<Record<string, string>> = {
  ENOENT: 'Create its folder first.',
  EISDIR: 'It is a folder. Name a file.',
};

function refuse(output: string, cause: NodeJS.ErrnoException): never {
  if (cause.code === 'EEXIST') {
    throw new HallError('already-exists', `${output} already exists.`, { hint: 'Use --force to overwrite it.' });
  }
  throw new HallError('storage', `${output} cannot be written (${cause.code}).`, {
    hint: HINTS[cause.code ?? ''] ?? 'Check the path and its permissions.',
    cause,
  });
}

/** "-" is standard output to most programs, and would be a file of that name here. */
function refuseDash(output: string): void {
  if (output !== '-') return;
  throw new HallError('usage', '"-" is not a file name.', {
    hint: '"debate-hall export ID" prints to standard output; ./- is a file of that name.',
  });
}

/** Before anything is opened or spent whose outcome would then have no place. Throws `storage`, `usage`. */
export async function checkWritable(output: string): Promise<void> {
  refuseDash(output);
  try {
    await (await open(output, 'r+')).close();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') refuse(output, cause as NodeJS.ErrnoException);
    await access(dirname(output), constants.W_OK).catch((inner: NodeJS.ErrnoException) => refuse(output, inner));
  }
}

/** Writes a file that is not there yet; half a document must not pass for a whole one. */
async function writeNew(file: string, text: Iterable<string>): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    for (const piece of gathered(text)) await handle.writeFile(piece);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function takesDrafts(file: string): Promise<boolean> {
  return await access(dirname(await realpath(file)), constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Replaces the file with a draft with the same rights, so that nobody ever reads half of it. */
async function replace(file: string, text: Iterable<string>): Promise<void> {
  const target = await realpath(file);
  const { mode, uid, gid } = await stat(target);
  await access(target, constants.W_OK);
  const draft = `${target}.${process.pid}`;
  await writeNew(draft, text);
  try {
    await chmod(draft, mode & 0o7777);
    if (process.getuid?.() === 0) await chown(draft, uid, gid);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Throws `already-exists`, `storage`, `usage`. */
export async function writeDocument(output: string, text: Iterable<string>, force: boolean): Promise<void> {
  refuseDash(output);
  try {
    const before = force ? await stat(output).catch(() => undefined) : undefined;
    if (before === undefined) await writeNew(output, text);
    else if (before.isFile() && (await takesDrafts(output))) await replace(output, text);
    // A device or a pipe, such as /dev/stdout, takes what comes; so does a file in a folder that takes no others.
    else await writeFile(output, gathered(text));
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) refuse(output, error as NodeJS.ErrnoException);
    throw error;
  }
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
