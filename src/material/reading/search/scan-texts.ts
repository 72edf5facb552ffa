// Finds lines without git, in time that is linear in the text: in web pages, and in folders of a machine that has no git.
import { RE2JS } from 're2js';
import type { PinnedFile } from '../files/pinned-files.ts';
import { UnreadableError } from '../unreadable.ts';
import type { FoundLine, Search } from './pattern.ts';

/** Characters that one search goes through; git takes far more in that time. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** @throws UnreadableError */
function compile({ text, literal, ignoreCase }: Search): (line: string) => boolean {
  try {
    const pattern = RE2JS.compile(literal ? RE2JS.quote(text) : text, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return (line) => pattern.matcher(line).find();
  } catch {
    throw new UnreadableError('The pattern cannot be searched for.');
  }
}

/** `read` gives the pinned text of a file. @throws UnreadableError */
export async function scanTexts(
  files: readonly PinnedFile[],
  search: Search,
  read: (name: string) => Promise<string>,
): Promise<readonly FoundLine[]> {
  const isHit = compile(search);
  const found: FoundLine[] = [];
  let characters = 0;
  for (const { name, path } of files) {
    const text = await read(name).catch((error: unknown) => {
      if (error instanceof UnreadableError) return '';
      throw error;
    });
    characters += text.length;
    if (characters > MAX_CHARACTERS) throw new UnreadableError('There is too much to search without git.');
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    for (const [index, line] of lines.entries()) if (isHit(line)) found.push({ path, line: index + 1 });
  }
  return found;
}
