// Texts of a person's or a project's own, read once: the bytes that were trusted are the bytes that agents get.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readBytes } from '../../support/read-bytes.ts';

/** Of one text. */
export const MAX_BYTES = 256 * 1024;
const MOST_FILES = 500;

/** The folder of the points of view that any format can give a seat, beside those of the formats. */
export const PERSPECTIVES = 'perspectives';

/** Why a text cannot be used. */
interface Unreadable {
  readonly problem: string;
  readonly hint: string;
  readonly cause?: unknown;
}

export interface Overrides {
  /** Absolute path. */
  readonly folder: string;
  readonly isFolder: boolean;
  /** By `<format>/<file>`, sorted; the others of the folder are no texts. */
  readonly files: ReadonlyMap<string, Uint8Array | Unreadable>;
}

async function readOverride(path: string): Promise<Uint8Array | Unreadable | undefined> {
  try {
    const bytes = await readBytes(path, MAX_BYTES);
    if (bytes !== 'too-large') return bytes;
    return { problem: `the text is larger than ${MAX_BYTES} bytes`, hint: 'Shorten it.' };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    return { problem: `cannot be read (${code})`, hint: 'Check the file and its permissions.', cause };
  }
}

/** All texts of a folder for these formats; a folder of points of view is read like that of a format. */
export async function readOverrides(folder: string, formats: readonly string[]): Promise<Overrides> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const files = new Map<string, Uint8Array | Unreadable>();
  for (const format of [...formats].sort()) {
    const names = (await readdir(join(folder, format)).catch(() => [])).filter((name) => name.endsWith('.md')).sort();
    for (const name of names.slice(0, MOST_FILES)) {
      const file = await readOverride(join(folder, format, name));
      if (file !== undefined) files.set(`${format}/${name}`, file);
    }
  }
  return { folder, isFolder, files };
}
