// Searches files line by line. git finds the lines; what is shown of them comes from the pinned text.
import pLimit from 'p-limit';
import * as z from 'zod';
import type { Place } from '../../domain/reading/reading.ts';
import { fitPage } from '../page.ts';
import { findHits, type Hit } from '../search/find-hits.ts';
import { checkPattern } from '../search/pattern.ts';
import type { Sources } from '../sources.ts';
import { UnreadableError } from '../unreadable.ts';
import { createGlobMatch, defineTool, globField, MAX_WORDS, skipField } from './tool.ts';

/** Longer lines are cut where they are only one of many. */
const MAX_SHOWN = 400;
/** Hits that are looked at for one page. */
const PAGE_HITS = 400;
/** Read at the same time; each has up to 4 MB. */
const MAX_OPEN_FILES = 8;

/** The line as it was pinned; `undefined` when the file cannot be read, or is not what git has searched. */
async function pinnedLine({ read }: Sources, { name, line }: Hit): Promise<string | undefined> {
  try {
    return (await read(name)).split('\n')[line - 1];
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

export const searchText = defineTool({
  name: 'search_text',
  description:
    'Searches files line by line for a POSIX extended regular expression, or with "literal" for a text. Results are path:line: text.',
  input: z.object({
    pattern: z.string().min(1).max(MAX_WORDS),
    literal: z.boolean().optional(),
    ignore_case: z.boolean().optional(),
    glob: globField,
    skip: skipField,
  }),
  async run({ pattern, literal = false, ignore_case: ignoreCase = false, glob, skip = 0 }, sources) {
    const isMatch = createGlobMatch(glob);
    const checked = checkPattern(pattern, literal);
    const hits = (await findHits(sources, { ...checked, ignoreCase })).filter(({ name }) => isMatch(name));
    const rest = hits.slice(skip);
    const shown: { text: string; place: Place }[] = [];
    const readAtOnce = pLimit(MAX_OPEN_FILES);
    const looked = rest.slice(0, PAGE_HITS);
    const texts = await readAtOnce.map(looked, async (hit) => await pinnedLine(sources, hit));
    for (const [index, hit] of looked.entries()) {
      const text = texts[index];
      if (text === undefined) continue;
      const short = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text;
      shown.push({
        text: `${hit.name}:${hit.line}: ${short}`,
        place: { path: hit.name, from: hit.line, to: hit.line },
      });
    }
    const title = `lines with ${pattern}`;
    const lines = fitPage(shown.map(({ text }) => text));
    if (lines.length === 0) return { title, lines: ['Nothing was found.'], seen: [] };
    const isCut = lines.length < shown.length;
    const next = skip + (isCut ? lines.length : looked.length);
    const left = hits.length - next;
    return {
      title,
      lines,
      seen: shown.slice(0, lines.length).map(({ place }) => place),
      ...(left > 0 ? { more: `(about ${left} more: ask again with "skip": ${next})` } : {}),
    };
  },
});
