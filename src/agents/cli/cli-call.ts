// One start of a CLI: arguments, environment, and the files of its private scratch folder.
import { copyFile, link, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Failure } from '../../domain/failures/failures.ts';
import { storageError } from '../../domain/failures/storage-error.ts';

/** Stands for the scratch folder wherever an argument vector is shown or recorded. */
export const SCRATCH_NAME = '<scratch>';

/** One call, ready to be made. Paths of files and folders are relative to the scratch folder. */
export interface CliCall {
  /** Without the program itself. */
  readonly args: readonly string[];
  /** What is shown and recorded instead of `args`, for a call whose arguments hold the prompt itself. */
  readonly shownArgs?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Without it standard input is empty. */
  readonly stdin?: string;
  /** The working directory: made empty; of the call only those `files` are in it whose path says so. */
  readonly folder: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Links to files that exist, by their absolute paths. */
  readonly links?: Readonly<Record<string, string>>;
  /** Empty folders that the program expects. */
  readonly folders?: readonly string[];
  /** For the reader of the record. */
  readonly notes: readonly string[];
}

/** Why a message is not sent to a program that takes no longer ones. */
export function checkPromptSize(program: string, message: string, maxBytes: number): Failure | undefined {
  const bytes = Buffer.byteLength(message);
  if (bytes <= maxBytes) return undefined;
  return { code: 'too-large', message: `The prompt has ${bytes} bytes; ${program} accepts at most ${maxBytes}.` };
}

/**
 * What the program writes into a link reaches the file behind it, such as a login that was refreshed. Windows lets only
 * administrators make symbolic links: there a hard link does the same, and across drives only a copy is left.
 */
async function linkTo(source: string, path: string): Promise<void> {
  if (process.platform !== 'win32') return symlink(source, path);
  await link(source, path).catch(() => copyFile(source, path));
}

async function writeFiles(call: CliCall, scratch: string): Promise<void> {
  for (const folder of [call.folder, ...(call.folders ?? [])]) await mkdir(join(scratch, folder), { recursive: true });
  for (const [path, text] of Object.entries(call.files)) {
    await mkdir(dirname(join(scratch, path)), { recursive: true });
    await writeFile(join(scratch, path), text, { mode: 0o600 });
  }
  for (const [path, source] of Object.entries(call.links ?? {})) {
    await mkdir(dirname(join(scratch, path)), { recursive: true });
    await linkTo(source, join(scratch, path));
  }
}

/** Writes what the call needs into its scratch folder. Throws `storage`. */
export async function writeCallFiles(call: CliCall, scratch: string): Promise<void> {
  try {
    await writeFiles(call, scratch);
  } catch (error) {
    throw storageError(error, `write the files of a call to ${dirname(scratch)}`, 'temporary');
  }
}
