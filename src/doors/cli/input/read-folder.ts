// Reads the files of a debate folder, and of nothing else that lies beside them.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import { readBytes } from '../../../support/read-bytes.ts';

const MAX_FILE_BYTES = 1024 * 1024;

/** What `read` gives; `missing` when there is nothing of the name. Throws for every other error. */
async function orMissing<T>(path: string, missing: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof HallError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return missing;
    throw new HallError('bad-input', `${path} cannot be read (${code}).`, {
      hint: 'Check the path and its permissions.',
      cause,
    });
  }
}

async function textOf(file: string): Promise<string | undefined> {
  const bytes = await readBytes(file, MAX_FILE_BYTES);
  if (bytes !== 'too-large') return bytes?.toString('utf8');
  throw new HallError('bad-input', `${file} is larger than 1 MiB.`, {
    hint: 'Move it out of the folder, or shorten it.',
  });
}

/** Texts by path inside the folder, without those that are missing. Throws `bad-input` for what cannot be read or is over 1 MiB. */
export async function readFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const inArguments = join(folder, 'arguments');
  const named = await orMissing<string[]>(inArguments, [], () => readdir(inArguments));
  const paths = [
    'debate.md',
    'scores.json',
    ...named.filter((name) => name.endsWith('.md')).map((name) => `arguments/${name}`),
  ];
  const texts = await Promise.all(
    paths.map(async (path) => {
      const file = join(folder, path);
      return [path, await orMissing(file, undefined, () => textOf(file))] as const;
    }),
  );
  return new Map(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
}
