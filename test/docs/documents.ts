// The Markdown files of the repository, for the tests that hold them to the truth.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', 'fixtures']);

async function markdownBelow(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  const found = entries
    .filter(({ name }) => !NOT_OURS.has(name) && (!name.startsWith('.') || name === '.ci'))
    .map(async (entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return await markdownBelow(file);
      return entry.name.endsWith('.md') && !entry.name.endsWith('.oct.md') ? [file] : [];
    });
  return (await Promise.all(found)).flat().sort();
}

/** Paths relative to the root. */
export const documents = await markdownBelow('');

export async function read(file: string): Promise<string> {
  return await readFile(path.join(root, file), 'utf8');
}

/** The same text with the content of code blocks taken out, line by line. */
export function withoutCode(text: string): string {
  let inside = false;
  return text
    .split('\n')
    .map((line) => {
      const fence = /^\s*(```|~~~)/.test(line);
      if (fence) inside = !inside;
      return fence || inside ? '' : line;
    })
    .join('\n');
}
