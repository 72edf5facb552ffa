// Reads the files of a debate folder, and of nothing else that lies beside them.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_FILE_BYTES = 1024 * 1024;

async function textOf(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || !found.isFile() || found.size > MAX_FILE_BYTES) return undefined;
  return await readFile(file, 'utf8');
}

/** Texts by path inside the folder; files that are missing or over 1 MiB are not in it. */
export async function readFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const named = await readdir(join(folder, 'arguments')).catch(() => []);
  const paths = [
    'debate.md',
    'scores.json',
    ...named.filter((name) => name.endsWith('.md')).map((name) => `arguments/${name}`),
  ];
  const texts = await Promise.all(paths.map(async (path) => [path, await textOf(join(folder, path))] as const));
  return new Map(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
}
