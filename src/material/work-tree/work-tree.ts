// A working tree of its own for an author, on a branch of its own: made, committed and removed by the hall's git, which runs no hook
// and no filter. Nothing in it is believed: its author may have written anything, links and other repositories included.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, posix, relative, sep } from 'node:path';
import { parseDiff, pathOf } from '../../domain/diffs/diff.ts';
import type { LeftOut } from '../../domain/events.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { cleanName } from '../../support/text.ts';
import type { Git, GitInput } from '../context/git/git.ts';
import type { GitFolder } from '../context/git/git-folder.ts';

export interface WorkTreePlace {
  /** Of the repository that the branch belongs to. */
  readonly git: Git;
  /** The git of another folder, as it is now. */
  readonly openGit: (folder: string) => Promise<Git>;
  /** Absolute path; its last part is also the name of the working tree in the repository. */
  readonly folder: string;
  /** Without `refs/heads/`. */
  readonly branch: string;
}

const MAX_BYTES_OF_LINK = 4096;
const GITLINK = '160000';
const SYMLINK = '120000';
const NO_MODE = '000000';

async function run(git: Git, what: string, args: readonly string[], input: GitInput = {}): Promise<string> {
  const { code, stdout } = await git(args, { writes: [], ...input });
  if (code === 0) return stdout;
  throw new HallError('storage', `git could not ${what}: it ended with code ${code}.`, {
    hint: 'Run "git status" and "git worktree list" in the repository, which may say why.',
  });
}

async function findFolder({ git }: WorkTreePlace): Promise<GitFolder> {
  const place = await git.place();
  if (typeof place === 'object') return place;
  throw new HallError('context-unreadable', 'There is no repository with a working tree here.', {
    hint: 'Run this in the working tree of a repository.',
  });
}

/** A git that is killed leaves its lock, and no other one moves the branch then. Throws `storage`. */
async function refuseLock(place: WorkTreePlace): Promise<void> {
  const lock = join((await findFolder(place)).common, 'refs', 'heads', `${place.branch}.lock`);
  if (!existsSync(lock)) return;
  throw new HallError('storage', `The branch "${place.branch}" is locked: there is a file ${lock}.`, {
    hint: 'If no git is running in the repository, one was killed: delete that file, and resume.',
  });
}

/** git keeps no branch "a/b" beside a branch "a". Throws `storage`. */
async function refuseBranchAbove({ git, branch }: WorkTreePlace): Promise<void> {
  const above = branch.slice(0, branch.lastIndexOf('/'));
  if ((await findTip({ git, branch: above })) === undefined) return;
  throw new HallError('storage', `The branch "${above}" is in the way of a branch "${branch}".`, {
    hint: `Rename it, such as with "git branch -m ${above} my-${above}", and resume.`,
  });
}

/** The commit that the branch is at; `undefined` where there is no such branch. */
export async function findTip({ git, branch }: Pick<WorkTreePlace, 'git' | 'branch'>): Promise<string | undefined> {
  const { code, stdout } = await git([
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `refs/heads/${branch}^{commit}`,
  ]);
  return code === 0 ? stdout.trim() : undefined;
}

/** What a commit says. */
export async function readMessage(git: Git, commit: string): Promise<string> {
  return (await git(['log', '-1', '--format=%B', commit])).stdout;
}

/** Files of a commit, by path from the root. */
export async function listTree(git: Git, commit: string): Promise<readonly string[]> {
  const listed = await run(git, 'list the files of a commit', ['ls-tree', '-r', '-z', '--name-only', commit]);
  return listed.split('\0').filter((name) => name !== '');
}

const adminFolder = ({ common }: GitFolder, folder: string) => join(common, 'worktrees', basename(folder));

/** The file that makes the folder a working tree of the repository, whatever its author has put there. */
async function writeLink(place: WorkTreePlace): Promise<void> {
  const link = join(place.folder, '.git');
  await rm(link, { recursive: true, force: true });
  await writeFile(link, `gitdir: ${adminFolder(await findFolder(place), place.folder)}\n`);
}

/** Takes the folder and what the repository knows of it away; the branch stays. */
export async function removeWorkTree(place: WorkTreePlace): Promise<void> {
  await rm(place.folder, { recursive: true, force: true });
  await rm(adminFolder(await findFolder(place), place.folder), { recursive: true, force: true });
}

/**
 * Makes the folder anew with the files of `head`, which the branch is at or is made at. `withheld`: paths that the author must not
 * see; they stay as they are in every commit.
 * @throws HallError `storage` where the branch is at another commit, or checked out elsewhere
 */
export async function makeWorkTree(
  place: WorkTreePlace,
  { head, withheld }: { readonly head: string; readonly withheld: readonly string[] },
): Promise<void> {
  const { git, openGit, folder, branch } = place;
  const tip = await findTip(place);
  if (tip !== undefined && tip !== head) {
    throw new HallError('storage', `The branch "${branch}" is not where an author left it.`, {
      hint: `If it is left from an earlier review, delete it with "git branch -D ${branch}" and resume; else set it back with "git branch --force ${branch} ${head}".`,
    });
  }
  await refuseLock(place);
  if (tip === undefined) await refuseBranchAbove(place);
  await removeWorkTree(place);
  const { common } = await findFolder(place);
  for (const name of ['worktrees', 'logs']) await mkdir(join(common, name), { recursive: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const where = tip === undefined ? ['-b', branch, folder, head] : [folder, branch];
  await run(git, `make a working tree for the branch "${branch}"`, ['worktree', 'add', '--no-checkout', ...where], {
    writes: [folder],
  });
  await writeLink(place);
  const own = await openGit(folder);
  await run(own, 'write the files of the working tree', ['read-tree', '--reset', '-u', head]);
  if (withheld.length === 0) return;
  const stdin = withheld.map((name) => `${name}\0`).join('');
  await run(own, 'keep files back', ['update-index', '--skip-worktree', '-z', '--stdin'], { stdin });
  for (const name of withheld) await rm(join(folder, name), { force: true });
}

/** Whatever a file system or git takes for ".git". */
const NESTED = /^(?:\.git|git~\d+)[. ]*$/i;

/** git reads what lies in other repositories, or gives up over it, so none is left. Throws `bad-input` for one of a person. */
async function clearNested({ folder }: WorkTreePlace, isPersonal: boolean): Promise<readonly LeftOut[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const places = entries
    .filter(({ name, parentPath }) => NESTED.test(name) && (parentPath !== folder || name !== '.git'))
    .map(({ name, parentPath }) => join(parentPath, name))
    // One inside another goes with it.
    .filter((path, _, all) => !all.some((other) => path.startsWith(other + sep)));
  const names = places.map((path) => cleanName(relative(folder, path)));
  if (isPersonal && names.length > 0) {
    throw new HallError('bad-input', `There is another git repository in the working tree: ${names[0]}.`, {
      hint: 'Move it elsewhere, and resume.',
    });
  }
  for (const path of places) await rm(path, { recursive: true, force: true });
  return names.map((source) => ({ source, reason: 'a nested git repository' }));
}

interface Change {
  readonly path: string;
  readonly oldMode: string;
  readonly oldId: string;
  readonly newMode: string;
  readonly newId: string;
}

/** Of `git diff --raw -z`. */
function parseRaw(listed: string): readonly Change[] {
  const fields = listed.split('\0');
  const changes: Change[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = '', newMode = '', oldId = '', newId = ''] = (fields[at] ?? '').replace(/^:/, '').split(' ');
    changes.push({ path: fields[at + 1] ?? '', oldMode, newMode, oldId, newId });
  }
  return changes;
}

function leadsOut(path: string, target: string): boolean {
  if (target.startsWith('/') || target.includes('\0') || /^[a-z]:/i.test(target) || target.includes('\\')) return true;
  const inside = posix.join(posix.dirname(path), target);
  return inside === '..' || inside.startsWith('../') || inside === '.git' || inside.startsWith('.git/');
}

/** Submodules are not checked out there, so nobody can work on them: neither away nor something else in their place. */
function isInSubmodule({ path, oldMode }: Change, changes: readonly Change[]): boolean {
  const isBelow = (other: Change) => other.oldMode === GITLINK && path.startsWith(`${other.path}/`);
  return oldMode === GITLINK || changes.some(isBelow);
}

async function whyDropped(
  git: Git,
  change: Change,
  changes: readonly Change[],
  added: string,
  whyWithheld: CommitRequest['whyWithheld'],
): Promise<string | undefined> {
  const { path, newMode, newId } = change;
  if (isInSubmodule(change, changes)) return 'a submodule of the repository';
  if (newMode === GITLINK) return 'a nested git repository';
  if (newMode === SYMLINK) {
    const { code, stdout } = await git(['cat-file', 'blob', newId], { maxBytes: MAX_BYTES_OF_LINK });
    if (code !== 0 || leadsOut(path, stdout)) return 'a link that leads out of the repository';
  }
  return await whyWithheld(path, added);
}

/** The lines that are new in each file, by its path. */
async function readAdded(git: Git, head: string): Promise<ReadonlyMap<string, string>> {
  const text = await run(git, "show the author's changes", [
    'diff',
    '--cached',
    '--no-renames',
    '--unified=0',
    head,
    '--',
  ]);
  return new Map(
    parseDiff(text).files.map((file) => {
      const lines = file.hunks.flatMap((hunk) => hunk.lines.filter(({ kind }) => kind === 'added'));
      return [pathOf(file), lines.map((line) => line.text).join('\n')];
    }),
  );
}

export interface Committed {
  readonly commit: string;
  /** What the author changed and the commit leaves as it was. */
  readonly leftOut: readonly LeftOut[];
}

export interface CommitRequest {
  /** The commit that the branch is at. */
  readonly head: string;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  /** A person worked there, of whom nothing is taken away. */
  readonly isPersonal: boolean;
  /** Why a path with these new lines is no part of any commit; `undefined` for all others. */
  readonly whyWithheld: (path: string, added: string) => Promise<string | undefined>;
}

/**
 * Commits what the folder has; without a change there is no commit, and `commit` is `head`. The branch moves only from `head`.
 * @throws HallError `storage`
 */
export async function commitWorkTree(place: WorkTreePlace, request: CommitRequest): Promise<Committed> {
  const { head, message, author, isPersonal, whyWithheld } = request;
  const nested = await clearNested(place, isPersonal);
  await writeLink(place);
  const git = await place.openGit(place.folder);
  await run(git, "take in the author's changes", ['add', '--all', '--', '.']);
  const raw = ['diff', '--cached', '--raw', '-z', '--no-renames', '--no-abbrev', head, '--'];
  const changes = parseRaw(await run(git, "list the author's changes", raw));
  const added = await readAdded(git, head);
  const leftOut: LeftOut[] = [...nested];
  const back: string[] = [];
  for (const change of changes) {
    const reason = await whyDropped(git, change, changes, added.get(change.path) ?? '', whyWithheld);
    if (reason === undefined) continue;
    leftOut.push({ source: cleanName(change.path), reason });
    back.push(`${change.oldMode === NO_MODE ? '0' : change.oldMode} ${change.oldId}\t${change.path}\0`);
  }
  if (back.length > 0) {
    // What is new goes first: it may lie where something comes back.
    const stdin = back.toSorted().join('');
    await run(git, 'leave changes out', ['update-index', '-z', '--index-info'], { stdin });
  }
  if (back.length === changes.length) return { commit: head, leftOut };
  const tree = (await run(git, 'write the tree of a commit', ['write-tree'])).trim();
  const commit = await writeCommit(git, { tree, parents: [head], message, author });
  await refuseLock(place);
  await run(git, `move the branch "${place.branch}"`, ['update-ref', `refs/heads/${place.branch}`, commit, head]);
  return { commit, leftOut };
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: CommitRequest['author'];
}

/** A commit that no branch has yet. No hook sees it, and nothing signs it. */
export async function writeCommit(git: Git, { tree, parents, message, author }: NewCommit): Promise<string> {
  const as = ['author', 'committer'].flatMap((role) => [
    ...['-c', `${role}.name=${author.name}`],
    ...['-c', `${role}.email=${author.email}`],
  ]);
  const from = parents.flatMap((parent) => ['-p', parent]);
  const args = [...as, 'commit-tree', tree, ...from, '-F', '-'];
  return (await run(git, 'write a commit', args, { stdin: message })).trim();
}
