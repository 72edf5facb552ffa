// Reads a small file of a folder that nobody vouches for: a pipe or a device there must not make the reader wait or fill up.
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { isNotThere, statIfThere } from './stat-if-there.ts';

type Kind = Pick<
  Stats,
  'isFIFO' | 'isSocket' | 'isBlockDevice' | 'isCharacterDevice' | 'isSymbolicLink' | 'isDirectory'
>;

function nameOfKind(found: Kind): string | undefined {
  if (found.isFIFO()) return 'a pipe';
  if (found.isSocket()) return 'a socket';
  if (found.isBlockDevice() || found.isCharacterDevice()) return 'a device';
  if (found.isSymbolicLink()) return 'a link';
  return found.isDirectory() ? 'a folder' : undefined;
}

/** What lies in the place of a file, such as "a pipe, not a regular file". */
export function describeKind(found: Kind): string {
  const kind = nameOfKind(found);
  return kind === undefined ? 'not a regular file' : `${kind}, not a regular file`;
}

function refuseOther(path: string, found: Stats): void {
  if (found.isFile()) return;
  const code = describeKind(found);
  throw Object.assign(new Error(`${path}: ${code}`), { code });
}

/** `size` is what the system says; there may be more by now, and some files have no size at all. */
async function readAll(file: FileHandle, size: number, maxBytes: number): Promise<Buffer | 'too-large'> {
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length);
    length += bytesRead;
    if (length > maxBytes) return 'too-large';
    if (bytesRead === 0) return buffer.subarray(0, length);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length, maxBytes) + 1);
  }
}

/** Whether the open file is the one at this path without links, whatever became of the folders on the way meanwhile. */
async function isAt(path: string, file: FileHandle): Promise<boolean> {
  const opened = process.platform === 'linux' && (await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined));
  if (typeof opened === 'string') return opened === path;
  const [now, held] = await Promise.all([stat(path), file.stat()]);
  return now.ino === held.ino && now.dev === held.dev && (await realpath(path)) === path;
}

/** `undefined` when there is no file of this name; throws what the system says when it cannot be opened, and for what is no file. */
async function openFile(path: string, isReal: boolean): Promise<FileHandle | undefined> {
  let file: FileHandle;
  try {
    // A start looks for nine files, of which hardly any is there, and an open that fails takes ten times as long.
    const before = statIfThere(path);
    if (before === undefined) return undefined;
    // The opening of a device alone can do something.
    refuseOther(path, before);
    // It can be another one by now, and opening a pipe waits for a writer otherwise.
    const links = isReal ? (constants.O_NOFOLLOW ?? 0) : 0;
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | links);
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
  try {
    refuseOther(path, await file.stat());
    if (!isReal || (await isAt(path, file))) return file;
    throw Object.assign(new Error(`${path}: it was moved`), { code: 'it was moved' });
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * `undefined` when there is no file of this name; throws what the system says when it cannot be read. A path that `isReal`
 * was found without links: nothing that became a link since then is followed.
 */
export async function readBytes(
  path: string,
  maxBytes: number,
  isReal = false,
): Promise<Buffer | 'too-large' | undefined> {
  const file = await openFile(path, isReal);
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    return size > maxBytes ? 'too-large' : await readAll(file, size, maxBytes);
  } finally {
    await file.close();
  }
}

/** At most so many of the first bytes of a file whose path is real; empty when there is none. */
export async function readBeginning(path: string, most: number): Promise<Buffer> {
  const file = await openFile(path, true);
  try {
    const { bytesRead, buffer } = (await file?.read(Buffer.alloc(most), 0, most, 0)) ?? {};
    return buffer?.subarray(0, bytesRead) ?? Buffer.alloc(0);
  } finally {
    await file?.close();
  }
}
