// Reads a small file of a folder that nobody vouches for: a pipe or a device there must not make the reader wait or fill up.
import { constants, statSync } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';

const NOT_THERE = ['ENOENT', 'ENOTDIR'];

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

/**
 * `undefined` when there is no file of this name; throws what the system says when it cannot be read. A path that `isReal`
 * was found without links: nothing that became a link since then is followed.
 */
export async function readBytes(
  path: string,
  maxBytes: number,
  isReal = false,
): Promise<Buffer | 'too-large' | undefined> {
  let file: FileHandle;
  try {
    // A start looks for nine files, of which hardly any is there, and an open that fails takes ten times as long.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    // Opening a pipe waits for a writer otherwise.
    const links = isReal ? (constants.O_NOFOLLOW ?? 0) : 0;
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | links);
  } catch (error) {
    if (NOT_THERE.includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  }
  try {
    const found = await file.stat();
    if (!found.isFile()) {
      const code = found.isDirectory() ? 'EISDIR' : 'not a regular file';
      throw Object.assign(new Error(`${path}: ${code}`), { code });
    }
    if (isReal && !(await isAt(path, file))) {
      throw Object.assign(new Error(`${path}: it was moved`), { code: 'it was moved' });
    }
    return found.size > maxBytes ? 'too-large' : await readAll(file, found.size, maxBytes);
  } finally {
    await file.close();
  }
}
