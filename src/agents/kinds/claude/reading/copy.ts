// Lists, searches and reads the files of one folder. What is asked for is looked up in the list of these files and never
// resolved on the disk, so no spelling of a path leads out of the folder, and no answer names anything outside of it.
import { closeSync, constants, openSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { cutToPage } from './page.ts';

/** Longer lines are cut where they are only one of many. */
const MAX_FOUND = 400;

export interface ReadRequest {
  readonly path: string;
  /** 1-based. */
  readonly line?: number | undefined;
  readonly lines?: number | undefined;
}

export interface SearchRequest {
  /** A regular expression of JavaScript. */
  readonly pattern: string;
  readonly glob?: string | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** How many of the hits to pass over. */
  readonly skip?: number | undefined;
}

export interface ListRequest {
  readonly glob?: string | undefined;
  readonly skip?: number | undefined;
}

/** What cannot be answered, in words for the model. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

export interface Copy {
  read(request: ReadRequest): string;
  search(request: SearchRequest): string;
  list(request: ListRequest): string;
}

/** Regular files only: a link is none, and neither is what lies behind it. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .sort();
}

function filterByGlob(names: readonly string[], glob: string | undefined): readonly string[] {
  if (glob === undefined) return names;
  // As of a search that starts in the folder: a name alone is looked for everywhere.
  const isMatch = picomatch(glob.includes('/') ? glob.replace(/^\.?\//, '') : `**/${glob}`, { dot: true });
  return names.filter((name) => isMatch(name));
}

function compilePattern({ pattern, ignoreCase }: SearchRequest): RegExp {
  try {
    return new RegExp(pattern, ignoreCase === true ? 'i' : '');
  } catch (error) {
    throw new UnreadableError(`The pattern is not a regular expression: ${(error as Error).message}.`);
  }
}

/** `folder` is an absolute path; its files are listed once. */
export function openCopy(folder: string): Copy {
  const names = listFiles(folder);
  const known = new Set(names);

  function linesOf(name: string): string[] {
    const file = openSync(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return readFileSync(file, 'utf8').split('\n');
    } finally {
      closeSync(file);
    }
  }

  function* hits(request: SearchRequest): Generator<string> {
    const wanted = compilePattern(request);
    for (const name of filterByGlob(names, request.glob)) {
      for (const [index, line] of linesOf(name).entries()) {
        if (wanted.test(line)) yield `${name}:${index + 1}: ${line.slice(0, MAX_FOUND)}`;
      }
    }
  }

  return {
    read({ path, line = 1, lines }) {
      const name = path.replace(/^(?:\.\/)+/, '');
      if (!known.has(name))
        throw new UnreadableError('There is no such file in the copy. list_files tells which there are.');
      const all = linesOf(name);
      const from = line - 1;
      const wanted = all.slice(from, lines === undefined ? undefined : from + lines);
      if (wanted.length === 0) throw new UnreadableError(`The file has ${all.length} lines.`);
      const numbered = wanted.map((text, index) => `${line + index}\t${text}`);
      return cutToPage(numbered, (count) => `(cut here: ask again with "line": ${line + count})`);
    },
    search(request) {
      const { skip = 0 } = request;
      const found = [...hits(request)].slice(skip);
      if (found.length === 0) return 'Nothing was found.';
      return cutToPage(found, (count) => `(${found.length - count} more: ask again with "skip": ${skip + count})`);
    },
    list({ glob, skip = 0 }) {
      const found = filterByGlob(names, glob).slice(skip);
      if (found.length === 0) return 'Nothing was found.';
      return cutToPage(found, (count) => `(${found.length - count} more: ask again with "skip": ${skip + count})`);
    },
  };
}
