// Finds the repository around the current folder, what a path inside it is called there, and the commits of a range.
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, posix, relative } from 'node:path';
import { SUBMODULE } from '../../../domain/diffs/diff.ts';
import { encodeBytes } from '../../../domain/diffs/name-bytes.ts';
import { GONE, HallError } from '../../../domain/failures/errors.ts';
import { cleanName, withSlashes } from '../../../support/text.ts';
import type { Git, GitInput } from './git.ts';

/** What git prints. @throws HallError `context-unreadable` where it fails; it cannot `what`, such as "list files" */
export async function readGitOutput(
  git: Git,
  what: string,
  args: readonly string[],
  { hint, ...input }: GitInput & { readonly hint: string },
): Promise<string> {
  const { code, stdout } = await git(args, input);
  if (code === 0) return stdout;
  throw new HallError('context-unreadable', `git cannot ${what}: it ended with code ${code}.`, { hint });
}

export interface Repository {
  /** Absolute path of its working tree. */
  readonly root: string;
  /** Path from `root` to the current folder, with "/" at its end; empty in `root`. */
  readonly prefix: string;
  /** Runs in `root`. */
  readonly git: Git;
}

/** @throws HallError `context-unreadable` when there is no repository with a working tree here, or it must not be read */
export async function findRepository(git: Git): Promise<Repository> {
  const place = await git.place();
  if (typeof place === 'object') return { root: place.root, prefix: place.prefix, git };
  const where = {
    outside: 'This folder is not in the working tree of a git repository.',
    bare: 'This folder is a bare repository, which has no working tree.',
    'in-git-folder': "This folder is one of git's own.",
  };
  throw new HallError('context-unreadable', where[place], { hint: 'Run this in the working tree of a repository.' });
}

/**
 * What a path that a person gave in the current folder is called inside the repository; `undefined` for all of it.
 * @throws HallError `bad-input` when it leads out of the repository
 */
export async function pathInside({ root, prefix }: Repository, path: string): Promise<string | undefined> {
  const outside = new HallError('bad-input', `The path "${cleanName(path)}" is not in the repository.`, {
    hint: `Pass a file or folder inside ${cleanName(root)}.`,
  });
  if (path === '' || path.includes('\0')) throw outside;
  let inside = posix.join(prefix, withSlashes(path));
  if (isAbsolute(path)) {
    const folder = await realpath(dirname(path)).catch(() => dirname(path));
    inside = withSlashes(relative(root, join(folder, basename(path))));
  }
  if (inside === '..' || inside.startsWith('../') || isAbsolute(inside)) throw outside;
  const name = inside.replace(/\/+$/, '');
  return name === '' || name === '.' ? undefined : name;
}

/** Ids of what a range compares; without `to`, what lies in the working tree. */
export interface CommitPair {
  readonly from: string;
  readonly to?: string;
}

const RANGE_HINT = 'Write it as main...HEAD, v1.0..v1.1 or HEAD~3; "git fetch" brings missing commits.';

/** ID of the commit that a revision means here; `undefined` where there is none. */
export async function findCommitId(git: Git, revision: string): Promise<string | undefined> {
  const { code, stdout } = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
  return code === 0 ? stdout.trim() : undefined;
}

async function commit(git: Git, revision: string): Promise<string> {
  const id = await findCommitId(git, revision);
  if (id !== undefined) return id;
  throw new HallError('bad-input', `There is no commit "${cleanName(revision)}" here.`, {
    hint: RANGE_HINT,
    details: GONE,
  });
}

/**
 * `A...B` compares B with where it left A, `A..B` with A itself, and a single revision the working tree with that; a
 * side that is left out is HEAD.
 * @throws HallError `bad-input` for anything that is not a range, a commit that is not here, or two without a common ancestor
 */
export async function resolveRange(git: Git, range: string): Promise<CommitPair> {
  const [left = '', right, ...more] = range.trim().split(/\.{2,3}/);
  const sides = right === undefined ? [left] : [left, right];
  if (more.length > 0 || range.trim() === '' || sides.some((side) => /^-|[\0\s]/.test(side))) {
    throw new HallError('bad-input', `"${cleanName(range)}" is not a commit range.`, { hint: RANGE_HINT });
  }
  const from = await commit(git, left || 'HEAD');
  if (right === undefined) return { from };
  const to = await commit(git, right || 'HEAD');
  if (!range.includes('...')) return { from, to };
  const base = await git(['merge-base', from, to]);
  if (base.code === 0) return { from: base.stdout.trim().split('\n')[0] ?? from, to };
  throw new HallError('bad-input', `The two sides of "${cleanName(range)}" have no common ancestor here.`, {
    hint: 'In a shallow clone, "git fetch --unshallow" brings it; two dots instead of three compare the two sides directly.',
  });
}

/** Id of the commit that is checked out; of the empty tree before the first commit. */
export async function resolveHeadOrEmpty(git: Git): Promise<string> {
  return (await findCommitId(git, 'HEAD')) ?? (await git(['hash-object', '-t', 'tree', '--stdin'])).stdout.trim();
}

/** What a file or folder on disk is called inside the repository; `undefined` when it is not in it. */
export async function nameOnDisk({ root }: Pick<Repository, 'root'>, path: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => path);
  const name = withSlashes(relative(root, real));
  return name === '' || name === '..' || name.startsWith('../') || isAbsolute(name) ? undefined : name;
}

/** Paths that differ between two commits. */
export async function listChanged(git: Git, from: string, to: string): Promise<ReadonlySet<string>> {
  const { code, stdout } = await git(['diff', '--name-only', '-z', '--no-renames', from, to, '--']);
  if (code === 0) return new Set(stdout.split('\0').filter((name) => name !== ''));
  throw new HallError('context-unreadable', `git diff ended with code ${code}.`, {
    hint: 'Are the commits of the review still in the repository?',
  });
}

/** A path that git or a folder named, for the system: its bytes need not be UTF-8. */
export const toDiskPath = (path: string): Buffer => Buffer.from(encodeBytes(path));

/** Submodules with files on disk, below a literal path or in all of the repository. */
export async function listFilledSubmodules(
  { git, root }: Pick<Repository, 'git' | 'root'>,
  path: string | undefined,
  input: GitInput = {},
): Promise<string[]> {
  const args = ['ls-files', '--stage', '-z', '--', ...(path === undefined ? [] : [path])];
  const hint = 'Run "git status", which says why.';
  const listed = await readGitOutput(git, 'list files', args, { ...input, hint });
  const names = listed.split('\0').filter((line) => line.startsWith(SUBMODULE));
  const filled: string[] = [];
  for (const name of new Set(names.map((line) => line.slice(line.indexOf('\t') + 1)))) {
    const files = await readdir(toDiskPath(join(root, name))).catch(() => []);
    if (files.length > 0) filled.push(name);
  }
  return filled;
}
