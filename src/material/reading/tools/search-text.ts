// Searches files line by line. git finds the lines; what is shown of them comes from the pinned text.
import pLimit from 'p-limit';
import * as z from 'zod';
import type { Place } from '../../../domain/reading/reading.ts';
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

/** The lines as they were pinned; none when the file cannot be read, or is not what git has searched. */
async function readLines({ read }: Sources, name: string): Promise<readonly string[]> {
  try {
    return (await read(name)).split('\n');
  } catch (error) {
    if (error instanceof UnreadableError) return [];
    throw error;
  }
}

/** The text of each hit that can be read. A file is read once, however many of its lines are hits. */
async function readHits(sources: Sources, hits: readonly Hit[]): Promise<ReadonlyMap<Hit, string>> {
  const files = new Map<string, Hit[]>();
  for (const hit of hits) {
    const others = files.get(hit.name);
    if (others === undefined) files.set(hit.name, [hit]);
    else others.push(hit);
  }
  const texts = new Map<Hit, string>();
  await pLimit(MAX_OPEN_FILES).map(files, async ([name, found]) => {
    const lines = await readLines(sources, name);
    for (const hit of found) {
      const text = lines[hit.line - 1];
      if (text !== undefined) texts.set(hit, text);
    }
  });
  return texts;
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
    const looked = rest.slice(0, PAGE_HITS);
    const texts = await readHits(sources, looked);
    for (const hit of looked) {
      const text = texts.get(hit);
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
