// Reads one regular file below a folder, and nothing else: no link on the way, no pipe, nothing too large.
import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { readBytes } from '../../../support/read-bytes.ts';
import { UnreadableError } from '../unreadable.ts';

/** Larger files are listed, and not read. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/**
 * `root` is an absolute path without links, `path` relative to it with "/".
 * @throws UnreadableError, and errors of the system
 */
export async function readDiskFile(root: string, path: string): Promise<Buffer> {
  const file = join(root, path);
  const folder = await realpath(dirname(file));
  if (folder !== root && !folder.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new UnreadableError('Its folder is a link.');
  }
  const bytes = await readBytes(join(folder, basename(file)), MAX_FILE_BYTES, true);
  if (bytes === undefined) throw new UnreadableError('It is not there any more.');
  if (bytes === 'too-large') throw new UnreadableError(describeTooLarge((await stat(file)).size));
  return bytes;
}

export function describeTooLarge(bytes: number): string {
  return `It has ${bytes} bytes; only files of up to ${MAX_FILE_BYTES} bytes can be read.`;
}

/** The ID that git gives to such a content, in a repository with IDs of this length. */
export function blobId(bytes: Uint8Array, idLength: number): string {
  const digest = createHash(idLength === 64 ? 'sha256' : 'sha1');
  return digest.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
