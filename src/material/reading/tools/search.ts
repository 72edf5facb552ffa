// Tools for searching: files, line by line, where git finds the lines and what is shown of them comes from the pinned text; and what was
// decided in earlier debates.
import * as z from 'zod';
import { rankDecisions } from '../../../domain/memory/rank.ts';
import type { Place } from '../../../domain/reading/reading.ts';
import { shorten } from '../../../domain/words/cut-line.ts';
import { findHits, type HitFile } from '../search/find-hits.ts';
import { checkPattern } from '../search/pattern.ts';
import type { EarlierDecision } from '../sources.ts';
import { createGlobMatch, defineReadingTool, fitPage, globField, MAX_WORDS, skipField, toPage } from './tool.ts';

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
  input: z.strictObject({
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

const MAX_TEXT = 4_000;

function sortByLikeness(decisions: readonly EarlierDecision[], question: string): readonly EarlierDecision[] {
  const comparable = decisions.map((decision) => ({ ...decision, options: '', tags: '', decision: decision.text }));
  return rankDecisions({ topic: question, options: '', tags: '' }, comparable).map(({ item }) => item);
}

export const findDecisions = defineReadingTool({
  name: 'find_decisions',
  description:
    'Finds decisions of earlier debates that resemble a question ("like"), the most alike first, or that contain all the words, the latest first. Without both, all of them.',
  input: z.strictObject({
    words: z.string().max(MAX_WORDS).optional(),
    like: z.string().max(MAX_WORDS).optional().describe('A question, in any words'),
    skip: skipField,
  }),
  async run({ words = '', like, skip = 0 }, { decisions }) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const containing = decisions.filter(({ topic, text }) => {
      const all = `${topic}\n${text}`.toLowerCase();
      return wanted.every((word) => all.includes(word));
    });
    const found = like === undefined ? containing : sortByLikeness(containing, like);
    const blocks = found.map(({ threadId, topic, outcome, closedAt, text }) => {
      return `${threadId} (${closedAt.slice(0, 10)}, ${outcome}): ${topic}\n${shorten(text, MAX_TEXT)}\n`;
    });
    return toPage('earlier decisions', blocks, skip, () => []);
  },
});
