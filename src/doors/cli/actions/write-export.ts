// Writes an export to where it was asked for, whole or not at all, and over nothing that nobody gave away.
import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import { placeError } from '../../../domain/failures/storage-error.ts';
import type { ExportedFile } from '../../../exchange/exporters/exporter.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { refuseOwnPlace } from '../../../hall/operations/records/own-files.ts';
import { makeFolder } from '../../../support/make-folder.ts';
import { gathered } from '../../../support/pieces.ts';
import { findRealPlace } from '../../../support/real-place.ts';
import { replaceFile } from '../../../support/replace-file.ts';

/** What is written, which may go to any place but those of the hall and of other debates. */
interface Owner {
  readonly hall: Hall;
  /** The debate that it is about; undefined where it has no ID yet, or is about none. */
  readonly threadId?: string | undefined;
}

/** Like what a shell makes. */
const PUBLIC = 0o777;
const PUBLIC_FILE = 0o666;

const HINTS: Readonly<Record<string, string>> = {
  ENOENT: 'Create its folder first.',
  EISDIR: 'It is a folder. Name a file.',
};

function refuse(output: string, cause: NodeJS.ErrnoException): never {
  if (cause.code === 'EEXIST') {
    throw new HallError('already-exists', `${output} already exists.`, { hint: 'Use --force to overwrite it.' });
  }
  const hint = HINTS[cause.code ?? ''];
  if (hint === undefined) throw placeError(cause, `write ${output}`, 'file');
  throw new HallError('storage', `${output} cannot be written (${cause.code}).`, { hint, cause });
}

/** "-" is standard output to most programs, and would be a file of that name here. */
function refuseNoName(output: string): void {
  if (output !== '-') return;
  throw new HallError('bad-input', `"${output}" is not a file name.`, {
    hint: '"debate-hall export ID" prints to standard output; ./- is a file of that name.',
  });
}

/** Undefined where nothing is, or a link to nothing. */
async function look(output: string) {
  return await stat(output).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') refuse(output, cause);
  });
}

/** A device or a pipe, such as /dev/stdout, takes what comes, and each text follows the one before. */
export const isStream = async (output: string): Promise<boolean> => (await look(output))?.isFile() === false;

/** Leaves devices and pipes where they are. */
export async function removeFile(output: string): Promise<void> {
  if ((await look(output))?.isFile() === true) await rm(await findRealPlace(output));
}

/** A file that a shell has opened for the program; another one in its place would leave the shell with the old one. */
const OPENED_BY_SHELL = /^\/dev\/(?:std(?:in|out|err)|fd\/\d+)$|^\/proc\/[^/]+\/fd\/\d+$/;
export const isOpenedByShell = (output: string): boolean => OPENED_BY_SHELL.test(resolve(output));

/**
 * Before anything is opened or spent whose outcome would then have no place. `isOurs`: whether a file with this text may be replaced.
 * Throws `storage`, `bad-input`, `usage`, and `already-exists` for a file that somebody else wrote.
 */
export async function checkWritable(
  { hall, threadId }: Owner,
  output: string,
  isOurs: (text: string) => boolean,
): Promise<void> {
  refuseNoName(output);
  await refuseOwnPlace(hall, output, threadId);
  const found = await look(output);
  if (found?.isFile() === true && isOpenedByShell(output)) {
    throw new HallError('usage', `${output} leads to a file here.`, { hint: 'Name that file instead.' });
  }
  try {
    if (found === undefined) await access(dirname(await findRealPlace(output)), constants.W_OK);
    else if (found.isFile() || found.isDirectory()) await (await open(output, 'r+')).close();
    // A pipe that is opened and closed again is at its end for whoever reads it.
    else await access(output, constants.W_OK);
  } catch (cause) {
    refuse(output, cause as NodeJS.ErrnoException);
  }
  if (found?.isFile() !== true || found.size === 0) return;
  // What is too long for a text is none of ours.
  const text = await readFile(output, 'utf8').catch(() => '');
  if (isOurs(text)) return;
  throw new HallError('already-exists', `${output} exists, and Debate Hall did not write it.`, {
    hint: 'Name another file, or remove this one.',
  });
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

async function takesDrafts(place: string): Promise<boolean> {
  return await access(dirname(place), constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Puts a draft in place, with the rights of the file that was there, so that nobody ever reads half of it. */
async function replace(place: string, text: Iterable<string>): Promise<void> {
  const before = await look(place);
  if (before !== undefined) await access(place, constants.W_OK);
  replaceFile({ draft: `${place}.${process.pid}`, file: place, text, mode: PUBLIC_FILE });
}

/** Throws `already-exists`, `storage`, `bad-input`. */
export async function writeDocument(
  { hall, threadId }: Owner,
  output: string,
  text: Iterable<string>,
  force: boolean,
): Promise<void> {
  refuseNoName(output);
  await refuseOwnPlace(hall, output, threadId);
  try {
    // Which --force could not overwrite either.
    if ((await look(output))?.isDirectory() === true) refuse(output, Object.assign(new Error(), { code: 'EISDIR' }));
    if (!force) return await writeNew(output, text);
    // Also a file in a folder that takes no others.
    const inPlace = (await isStream(output)) || !(await takesDrafts(await findRealPlace(output)));
    if (inPlace) await writeFile(output, gathered(text));
    else await replace(await findRealPlace(output), text);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) refuse(output, error as NodeJS.ErrnoException);
    throw error;
  }
}

/** Throws `storage`. What is there and no folder is named by the next use. */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder, PUBLIC);
  } catch (cause) {
    refuse(folder, cause as NodeJS.ErrnoException);
  }
}

/** With `force` files are written into a folder that is there, and others in it are left alone. */
export async function writeFolder(
  owner: Owner,
  output: string,
  files: readonly ExportedFile[],
  force: boolean,
): Promise<void> {
  await refuseOwnPlace(owner.hall, output, owner.threadId);
  if (!force) await mkdir(output).catch((cause: NodeJS.ErrnoException) => refuse(output, cause));
  try {
    for (const { path, text } of files) {
      const file = join(output, path);
      prepareFolder(dirname(file));
      await writeDocument(owner, file, [text], true);
    }
  } catch (error) {
    if (!force) await rm(output, { recursive: true, force: true });
    if (error instanceof HallError) throw error;
    refuse(output, error as NodeJS.ErrnoException);
  }
}
