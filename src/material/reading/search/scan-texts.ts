// Finds lines without git, in time that is linear in the text: in web pages, and in folders of a machine that has no git. It
// makes way for other work as it goes, and ends in time: a pattern of an agent can be slow all the same.
import { RE2JS } from 're2js';
import type { PinnedFile } from '../files/pinned-files.ts';
import { UnreadableError } from '../unreadable.ts';
import { createSearchPace, type FoundFile, type Search } from './pattern.ts';

/** Characters that one search goes through; git takes far more in that time. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** Instructions of the pattern times characters of one line: a third of a second on a slow machine. */
const MAX_LINE_STEPS = 20_000_000;

/** @throws UnreadableError */
function compile({ text, literal, ignoreCase }: Search) {
  try {
    const pattern = RE2JS.compile(literal ? RE2JS.quote(text) : text, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return {
      isHit: (line: string) => pattern.matcher(line).find(),
      /** Longer lines would hold everything up. */
      maxLine: Math.floor(MAX_LINE_STEPS / pattern.programSize()),
    };
  } catch {
    throw new UnreadableError('The pattern cannot be searched for.');
  }
}

/** `read` gives the pinned text of a file. @throws UnreadableError */
export async function scanTexts(
  files: readonly PinnedFile[],
  search: Search,
  read: (name: string) => Promise<string>,
): Promise<readonly FoundFile[]> {
  const { isHit, maxLine } = compile(search);
  const pace = createSearchPace();
  const found: FoundFile[] = [];
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
    const hits: number[] = [];
    for (const [index, line] of lines.entries()) {
      const pause = pace();
      if (pause !== undefined) await pause;
      if (line.length > maxLine)
        throw new UnreadableError(`Line ${index + 1} of ${name} is too long for this pattern. Try a simpler one.`);
      if (isHit(line)) hits.push(index + 1);
    }
    if (hits.length > 0) found.push({ path, lines: hits });
  }
  return found;
}
