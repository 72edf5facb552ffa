// Finds the git folder of a working tree without asking git, and refuses one that does not belong to it: what git reads
// there must be this repository and no other, and nothing that makes a reader wait.
import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import { readBytes } from '../../../support/read-bytes.ts';
import { cleanName, withSlashes } from '../../../support/text.ts';

/** Paths are absolute and without links. */
export interface GitFolder {
  /** Of the working tree. */
  readonly root: string;
  /** Path from `root` to the current folder, with "/" at its end; empty in `root`. */
  readonly prefix: string;
  /** What this working tree alone has: HEAD and the index. */
  readonly own: string;
  /** What all working trees of the repository share: objects and refs. */
  readonly common: string;
}

/** Where a folder lies. */
export type GitPlace = GitFolder | 'outside' | 'bare' | 'in-git-folder';

/** The last value of a setting in a file of git's format, without what the file includes. */
export type ReadSetting = (file: string, name: string) => Promise<string | undefined>;

const MAX_BYTES = 64 * 1024;
/** What git reads of a git folder; whatever else is in it does not matter. */
const FOLDERS = ['refs', 'reftable', 'logs'];
const FLAT_FOLDERS = ['.', 'info', 'objects', 'objects/info', 'objects/pack'];
const NEVER_READ = /^(?:hooks|modules|worktrees|description|.*\.(?:lock|ipc))$/;

function refuse(folder: string, why: string, hint: string): HallError {
  return new HallError('context-unreadable', `The repository in ${cleanName(folder)} is not read: ${why}.`, { hint });
}

const CLONE_HINT = 'Work in a plain clone of it, or "git worktree repair" if the folder was moved.';

async function readLine(file: string): Promise<string | undefined> {
  const bytes = await readBytes(file, MAX_BYTES);
  if (bytes === undefined || bytes === 'too-large') return undefined;
  return bytes.toString('utf8').replace(/\r?\n[\s\S]*$/, '');
}

const realPath = async (path: string) => await realpath(path).catch(() => undefined);

async function readKind(path: string): Promise<'file' | 'folder' | 'link' | 'other' | undefined> {
  const status = await lstat(path).catch(() => undefined);
  if (status === undefined) return undefined;
  if (status.isFile()) return 'file';
  if (status.isDirectory()) return 'folder';
  return status.isSymbolicLink() ? 'link' : 'other';
}

async function isGitFolder(folder: string): Promise<boolean> {
  const kinds = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => readKind(join(folder, name))));
  return kinds.every((kind) => kind !== undefined);
}

/** A linked working tree: the repository has to know it under this very path. */
async function followWorkTree(root: string, own: string, commonLine: string): Promise<string> {
  const common = await realPath(resolve(own, commonLine));
  const back = await readLine(join(own, 'gitdir'));
  const isKnown = back !== undefined && (await realPath(dirname(resolve(own, back)))) === root;
  if (common !== undefined && dirname(own) === join(common, 'worktrees') && isKnown) return common;
  throw refuse(root, 'its ".git" leads to a repository that does not know this working tree', CLONE_HINT);
}

/** A submodule has its git folder elsewhere, whose settings name the working tree. */
async function checkWorkTree(root: string, own: string, named: string | undefined, isPlain: boolean): Promise<void> {
  if (named === undefined && isPlain) return;
  const place = named === undefined ? undefined : await realPath(resolve(own, named));
  if (place === root) return;
  throw named === undefined
    ? refuse(root, 'its ".git" leads to a git folder that does not name this working tree', CLONE_HINT)
    : refuse(root, `it keeps its files elsewhere, in ${cleanName(place ?? named)}`, 'Unset core.worktree.');
}

async function readWorkTree(own: string, read: ReadSetting): Promise<string | undefined> {
  const config = join(own, 'config');
  const hasMore = /^(?:true|yes|on|1)$/i.test((await read(config, 'extensions.worktreeconfig')) ?? '');
  const more = hasMore ? await read(join(own, 'config.worktree'), 'core.worktree') : undefined;
  return more ?? (await read(config, 'core.worktree'));
}

/** No entry that git reads may be a link out of the git folder, nor a pipe, socket or device. */
async function checkEntries(root: string, folder: string): Promise<void> {
  const listed = [
    ...FLAT_FOLDERS.map((name) => ({ name, recursive: false })),
    ...FOLDERS.map((name) => ({ name, recursive: true })),
  ];
  for (const { name, recursive } of listed) {
    const place = join(folder, name);
    const entries = await readdir(place, { withFileTypes: true, recursive }).catch(() => []);
    for (const entry of entries) {
      if (entry.isFile() || entry.isDirectory() || NEVER_READ.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const target = entry.isSymbolicLink() ? await realPath(path) : undefined;
      if (target?.startsWith(folder + sep)) continue;
      const shown = cleanName(join('.git', relative(folder, path)));
      const what = entry.isSymbolicLink() ? 'a link out of its git folder' : 'not a regular file';
      throw refuse(root, `${shown} is ${what}`, 'Work in a plain clone of it.');
    }
  }
}

async function checkObjects(root: string, common: string): Promise<void> {
  const listed = await readLine(join(common, 'objects', 'info', 'alternates'));
  if (listed === undefined || listed === '') return;
  throw refuse(
    root,
    'it takes objects from another repository (objects/info/alternates)',
    'Make it whole: "git repack -a -d", then delete that file. "git clone --dissociate" makes a whole clone.',
  );
}

async function openGitFolder(
  root: string,
  kind: 'file' | 'folder',
  read: ReadSetting,
): Promise<Omit<GitFolder, 'prefix'>> {
  const entry = join(root, '.git');
  const line = kind === 'file' ? await readLine(entry) : undefined;
  const named = /^gitdir: (.+)$/.exec(line ?? '')?.[1];
  const own = kind === 'folder' ? entry : named === undefined ? undefined : await realPath(resolve(root, named));
  if (own === undefined || !(await readKind(join(own, 'HEAD')))) {
    throw refuse(root, 'its ".git" leads to nothing', CLONE_HINT);
  }
  await checkEntries(root, own);
  const commonLine = await readLine(join(own, 'commondir'));
  if (commonLine !== undefined && kind === 'folder') {
    throw refuse(root, 'its ".git/commondir" leads to another repository', CLONE_HINT);
  }
  const common = commonLine === undefined ? own : await followWorkTree(root, own, commonLine);
  if (commonLine === undefined) await checkWorkTree(root, own, await readWorkTree(own, read), kind === 'folder');
  if (own !== common) await checkEntries(root, common);
  await checkObjects(root, common);
  return { root, own, common };
}

/**
 * The working tree around a folder, as git would find it; variables of git do not count.
 * @throws HallError `context-unreadable` for a git folder that does not belong to its working tree
 */
export async function findGitFolder(cwd: string, read: ReadSetting): Promise<GitPlace> {
  const here = (await realPath(cwd)) ?? resolve(cwd);
  for (let root = here; ; root = dirname(root)) {
    const kind = await readKind(join(root, '.git'));
    if (kind === 'link' || kind === 'other') {
      throw refuse(root, `its ".git" is ${kind === 'link' ? 'a link' : 'neither a folder nor a file'}`, CLONE_HINT);
    }
    if (kind === 'file' || (kind === 'folder' && (await isGitFolder(join(root, '.git'))))) {
      const inside = withSlashes(relative(root, here));
      return { ...(await openGitFolder(root, kind, read)), prefix: inside === '' ? '' : `${inside}/` };
    }
    if (await isGitFolder(root)) return basename(root) === '.git' ? 'in-git-folder' : 'bare';
    if (dirname(root) === root) return 'outside';
  }
}
