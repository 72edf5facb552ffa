// Finds the repository around the current folder, what a path inside it is called there, and the commits of a range.
import { access, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, posix, relative, sep } from 'node:path';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { cleanName } from '../text.ts';
import { type Git, getGitMessage } from './git.ts';

export interface Repository {
  /** Absolute path of its working tree. */
  readonly root: string;
  /** Path from `root` to the current folder, with "/" at its end; empty in `root`. */
  readonly prefix: string;
  /** Runs git in `root`. */
  readonly git: Git;
}

/** What git says about a folder. */
export interface FolderLocation {
  readonly isInRepository: boolean;
  readonly isBare: boolean;
  readonly isInGitFolder: boolean;
  /** Of the working tree; absent when there is none. */
  readonly root?: string;
  readonly prefix: string;
  /** What git said when something is missing. */
  readonly message: string | undefined;
}

const LOCATION = ['--is-bare-repository', '--is-inside-git-dir', '--show-prefix', '--show-toplevel', '--show-cdup'];

/** The lines of prefix, root and way up. A prefix has as many "/" as the way up has steps, so line breaks in names do not matter. */
function readPlace(lines: string): { readonly root?: string; readonly prefix: string } {
  const up = /\n((?:\.\.\/)*)\r?\n$/.exec(lines)?.[1];
  const place =
    up === undefined
      ? // Outside of the working tree, the way up is the root.
        /^()\r?\n(.+)\r?\n\2\r?\n$/s
      : new RegExp(`^((?:[^/]*/){${up.length / 3}})\\r?\\n(.+)\\r?\\n(?:\\.\\./)*\\r?\\n$`, 's');
  const [, prefix = '', root] = place.exec(lines) ?? [];
  return { prefix, ...defined({ root }) };
}

/** All of it from one call of git. */
export async function locateFolder(git: Git): Promise<FolderLocation> {
  const shown = await git(['rev-parse', ...LOCATION]);
  const [, bare, inside, lines = ''] = /^(true|false)\r?\n(true|false)\r?\n(.*)$/s.exec(shown.stdout) ?? [];
  return {
    isInRepository: bare !== undefined,
    isBare: bare === 'true',
    isInGitFolder: inside === 'true',
    ...readPlace(lines),
    message: getGitMessage(shown),
  };
}

/** @throws HallError `context-unreadable` with what git said when there is no working tree, or not here */
export async function openRepository(git: Git, { root, prefix, message }: FolderLocation): Promise<Repository> {
  if (root === undefined) {
    throw new HallError('context-unreadable', 'This folder is not in the working tree of a git repository.', {
      hint: `Run this inside a repository, or pass a path in one.${message === undefined ? '' : ` git says: ${message}`}`,
    });
  }
  const isThere = await access(join(root, '.git')).then(
    () => true,
    () => false,
  );
  // A setting of the repository can put its files anywhere on the disk.
  if (!isThere) {
    throw new HallError('context-unreadable', `The repository keeps its files elsewhere, in ${cleanName(root)}.`, {
      hint: 'Unset core.worktree, or run it in a clone.',
    });
  }
  return { root, prefix, git: (args, input) => git(['-C', root, ...args], input) };
}

/** @throws HallError `context-unreadable` with what git said when there is no repository with a working tree here */
export async function findRepository(git: Git): Promise<Repository> {
  return await openRepository(git, await locateFolder(git));
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
  let inside = posix.join(prefix, path.split(sep).join('/'));
  if (isAbsolute(path)) {
    const folder = await realpath(dirname(path)).catch(() => dirname(path));
    inside = relative(root, join(folder, basename(path)))
      .split(sep)
      .join('/');
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

async function commit(git: Git, revision: string): Promise<string> {
  const { code, stdout } = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
  if (code === 0) return stdout.trim();
  throw new HallError('bad-input', `There is no commit "${cleanName(revision)}" here.`, { hint: RANGE_HINT });
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
  const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (head.code === 0) return head.stdout.trim();
  return (await git(['hash-object', '-t', 'tree', '--stdin'])).stdout.trim();
}

/** What a file or folder on disk is called inside the repository; `undefined` when it is not in it. */
export async function nameOnDisk({ root }: Repository, path: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => path);
  const name = relative(root, real).split(sep).join('/');
  return name === '' || name === '..' || name.startsWith('../') || isAbsolute(name) ? undefined : name;
}
