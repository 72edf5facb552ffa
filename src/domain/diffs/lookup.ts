// Finds the file of a diff that a reviewer names, and tells whether the diff shows a line of it.
import { type Diff, type DiffFile, getPath } from './diff.ts';

/** "/" between folders, none doubled, no ".//" in front. */
function normalizeName(name: string): string {
  return name
    .trim()
    .replaceAll('\\', '/')
    .replace(/\/{2,}/g, '/')
    .replace(/^(?:\.\/)+/, '');
}

/** What is left of a name where an answer sets it off: marks around it, and blanks around the names of folders. */
function simplifyName(name: string): string {
  return name
    .replace(/[*`"“”]|\p{Cf}/gu, '')
    .replaceAll('\\', '/')
    .replace(/\s*\/\s*/g, '/')
    .trim()
    .toLowerCase();
}

interface NamedFile {
  readonly path: string;
  readonly index: number;
  readonly isFormer: boolean;
}

/** A file that turned into a link, or back, is in a diff twice, first what is gone; the name means what is there. */
function namedFiles(files: readonly DiffFile[]): readonly NamedFile[] {
  const named = new Map<string, NamedFile>();
  for (const [index, file] of files.entries())
    named.set(getPath(file), { path: getPath(file), index, isFormer: false });
  for (const [index, { status, oldPath: path = '' }] of files.entries()) {
    if (status === 'renamed' && !named.has(path)) named.set(path, { path, index, isFormer: true });
  }
  return [...named.values()];
}

const isAbsolute = (name: string) => /^(?:\/|[A-Za-z]:\/)/.test(name);

/**
 * Whether one is the end of the other, folder by folder. An absolute name may be longer than the path; a relative one
 * may not: `legacy/cart.ts` is not `cart.ts`.
 */
function isTail(name: string, path: string): boolean {
  return path.endsWith(`/${name}`) || (isAbsolute(name) && path.includes('/') && name.endsWith(`/${path}`));
}

function find(files: readonly NamedFile[], name: string, fold: (text: string) => string): number | undefined {
  const wanted = fold(name);
  const withoutPrefix = /^[ab]\/./.test(wanted) ? wanted.slice(2) : undefined;
  const tests: ((file: NamedFile, path: string) => boolean)[] = [
    ({ isFormer }, path) => !isFormer && path === wanted,
    (_, path) => path === wanted,
    (_, path) => path === withoutPrefix,
    (_, path) => isTail(wanted, path),
  ];
  for (const test of tests) {
    const hits = files.filter((file) => test(file, fold(file.path)));
    if (hits.length > 0) return hits.length === 1 ? hits[0]?.index : undefined;
  }
  return undefined;
}

/**
 * Which of `diff.files` a name means: the file of this path (a renamed one also by its old path), else the only file of
 * whose path the name is the end, folder by folder. Upper and lower case count, and then marks and blanks in a name,
 * unless nothing is found so.
 * `undefined` when no file or more than one can be meant.
 */
export function fileNamed(diff: Diff, name: string): number | undefined {
  const wanted = normalizeName(name);
  if (wanted === '') return undefined;
  const files = namedFiles(diff.files);
  return (
    find(files, wanted, (text) => text) ??
    find(files, wanted, (text) => text.toLowerCase()) ??
    find(files, wanted, simplifyName)
  );
}

/** Whether a hunk shows this line: by its number on the new side, or, for a removed line, on the old one. */
export function hasLine(file: DiffFile, line: number): boolean {
  return file.shown.has(line) || file.removed.has(line);
}
