// The contract of a tool for looking things up, each listed in tool-table.ts; and its answers, cut to a size that every agent passes on.
import * as z from 'zod';
import { splitLines } from '../../../domain/evidence/cited-lines.ts';
import type { Place } from '../../../domain/reading/reading.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { compileGlob, GlobError, type PathMatch } from '../../context/files/glob.ts';
import type { Sources } from '../sources.ts';
import { UnreadableError } from '../unreadable.ts';

/** Of the answer as JSON; claude takes about 50,000. */
const MAX_BYTES = 30_000;
/** Left for the fence and the last line. */
const RESERVE = 600;
/** More do not fit, however short they are. */
const MOST_LINES = MAX_BYTES / 4;

function countBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

/** The beginning of a text that is not larger than this. */
function cutToBytes(text: string, bytes: number): string {
  let short = text.slice(0, bytes);
  while (countBytes(short) > bytes) short = short.slice(0, Math.floor(short.length / 2));
  return short.toWellFormed();
}

/** As many of the lines as fit, at least the beginning of one. */
export function fitPage(lines: readonly string[]): readonly string[] {
  const shown: string[] = [];
  let left = MAX_BYTES - RESERVE;
  for (const line of lines) {
    const needed = countBytes(line) + 1;
    if (needed > left) break;
    shown.push(line);
    left -= needed;
  }
  const [first] = lines;
  if (shown.length > 0 || first === undefined) return shown;
  return [`${cutToBytes(first, MAX_BYTES - RESERVE)} (this line is longer)`];
}

/** What a look gives: lines of pinned material, and which places they show. */
export interface LookFound {
  /** What it is, for the line above it. */
  readonly title: string;
  readonly lines: readonly string[];
  readonly seen: readonly Place[];
  /** What there is beyond these lines, and how to get it; the hall's own words. */
  readonly more?: string | undefined;
}

export interface ReadingTool<Input = unknown> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** @throws UnreadableError */
  run(input: Input, sources: Sources): Promise<LookFound>;
}

export function defineReadingTool<Input>(tool: ReadingTool<Input>): ReadingTool {
  return tool as ReadingTool;
}

/** So that what was asked for fits into an event. */
export const MAX_NAME_ARGUMENT = 300;
export const MAX_WORDS = 200;

export const globField = z
  .string()
  .max(MAX_WORDS)
  .optional()
  .describe('Only files whose path matches, such as src/**/*.ts');
export const skipField = z.int().min(0).max(1_000_000_000).optional().describe('How many results to pass over');
export const lineField = z.int().min(1).max(1_000_000_000).optional().describe('The first line, from 1');
export const linesField = z.int().min(1).max(1_000_000_000).optional().describe('How many lines');

/** Tells paths that match; a name alone is looked for in every folder. @throws UnreadableError */
export function createGlobMatch(glob: string | undefined): PathMatch {
  if (glob === undefined) return () => true;
  try {
    return compileGlob(glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`, { hidden: true });
  } catch (error) {
    if (error instanceof GlobError) throw new UnreadableError(`The glob cannot be used: ${error.message}.`);
    throw error;
  }
}

/** The name of a file as `list_files` gives it. */
export function normalizeName(name: string): string {
  return name.replace(/^(?:\.\/)+/, '');
}

export function toPage(
  title: string,
  results: readonly string[],
  skip: number,
  seen: (shown: number) => readonly Place[],
): LookFound {
  const rest = results.slice(skip);
  if (rest.length === 0) return { title, lines: ['Nothing was found.'], seen: [] };
  const lines = fitPage(rest);
  const left = rest.length - lines.length;
  return {
    title,
    lines,
    seen: seen(lines.length),
    ...(left > 0 ? { more: `(${left} more: ask again with "skip": ${skip + lines.length})` } : {}),
  };
}

/** Numbered lines of a text, from `line` on. */
export function pageOfText(
  name: string,
  text: string,
  { line = 1, lines }: { line?: number | undefined; lines?: number | undefined },
): LookFound {
  const all = splitLines(text);
  if (line > all.length) throw new UnreadableError(`It has ${countNoun(all.length, 'line')}.`);
  const wanted = all.slice(line - 1, lines === undefined ? undefined : line - 1 + lines);
  // A text can have millions of lines.
  const shown = fitPage(wanted.slice(0, MOST_LINES).map((each, index) => `${line + index}\t${each}`));
  const to = line + shown.length - 1;
  return {
    title: `${name} ${line}–${to} of ${countNoun(all.length, 'line')}`,
    lines: shown,
    seen: [{ path: name.slice(0, MAX_NAME_ARGUMENT), from: line, to }],
    ...(shown.length < wanted.length ? { more: `(cut here: ask again with "line": ${to + 1})` } : {}),
  };
}
