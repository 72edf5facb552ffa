// Searches files line by line. git finds the lines; what is shown of them comes from the pinned text.
import * as z from 'zod';
import type { Place } from '../../../domain/reading/reading.ts';
import { shorten } from '../../../domain/words/cut-line.ts';
import { fitPage } from '../page.ts';
import { findHits, type HitFile } from '../search/find-hits.ts';
import { checkPattern } from '../search/pattern.ts';
import { createGlobMatch, defineReadingTool, globField, MAX_WORDS, skipField } from './tool.ts';

/** Longer lines are cut where they are only one of many. */
const MAX_SHOWN = 400;
/** Hits that are looked at for one page. */
const PAGE_HITS = 400;

interface Hit {
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

function takeHits(found: readonly HitFile[], skip: number): readonly Hit[] {
  const taken: Hit[] = [];
  let passed = 0;
  for (const { name, lines } of found) {
    const from = Math.max(0, skip - passed);
    const room = PAGE_HITS - taken.length;
    if (room === 0) break;
    for (const line of lines.slice(from, from + room)) taken.push({ name, line });
    passed += lines.length;
  }
  return taken;
}

export const searchText = defineReadingTool({
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
    const hits = await findHits(sources, { ...checked, ignoreCase }, isMatch);
    const shown: { text: string; place: Place }[] = [];
    const looked = takeHits(hits, skip);
    const texts = await sources.readMany(looked.map(({ name }) => name));
    const linesByName = new Map([...texts].map(([name, text]) => [name, text.split('\n')]));
    for (const hit of looked) {
      // None when the file cannot be read, or is not what git has searched.
      const text = linesByName.get(hit.name)?.[hit.line - 1];
      if (text === undefined) continue;
      shown.push({
        text: `${hit.name}:${hit.line}: ${shorten(text, MAX_SHOWN)}`,
        place: { path: hit.name, from: hit.line, to: hit.line },
      });
    }
    const title = `lines with ${pattern}`;
    const lines = fitPage(shown.map(({ text }) => text));
    if (lines.length === 0) return { title, lines: ['Nothing was found.'], seen: [] };
    const isCut = lines.length < shown.length;
    const next = skip + (isCut ? lines.length : looked.length);
    const left = hits.reduce((sum, { lines: all }) => sum + all.length, 0) - next;
    return {
      title,
      lines,
      seen: shown.slice(0, lines.length).map(({ place }) => place),
      ...(left > 0 ? { more: `(about ${left} more: ask again with "skip": ${next})` } : {}),
    };
  },
});
