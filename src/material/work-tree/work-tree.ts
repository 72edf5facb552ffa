// A working tree of its own for an author, on a branch of its own: made, committed and removed by the hall's git, which runs no hook
// and no filter. Nothing in it is believed: its author may have written anything, links and other repositories included.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { HallError } from '../../domain/failures/errors.ts';
import { quoteArgument } from '../../support/quote-argument.ts';
import type { Git, GitInput } from '../context/git/git.ts';
import type { GitFolder } from '../context/git/git-folder.ts';
import { withIndexFile } from '../context/git/git-storage.ts';
import { listFilledSubmodules, toDiskPath } from '../context/git/repository.ts';

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

export async function run(git: Git, what: string, args: readonly string[], input: GitInput = {}): Promise<string> {
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
export async function refuseLock(place: WorkTreePlace): Promise<void> {
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

/** Whether a commit has all that another one has. */
export async function isOnTopOf({ git }: Pick<WorkTreePlace, 'git'>, tip: string, head: string): Promise<boolean> {
  return (await git(['merge-base', '--is-ancestor', head, tip])).code === 0;
}

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
export async function writeLink(place: WorkTreePlace): Promise<void> {
  const link = join(place.folder, '.git');
  await rm(link, { recursive: true, force: true });
  await writeFile(link, `gitdir: ${adminFolder(await findFolder(place), place.folder)}\n`);
}

/** Takes the folder, with all that an agent has left there, and what the repository knows of it away; the branch stays. */
export async function removeWorkTree(place: WorkTreePlace): Promise<void> {
  await rm(place.folder, { recursive: true, force: true });
  await rm(adminFolder(await findFolder(place), place.folder), { recursive: true, force: true });
}

/** Whether its files were all written once, and the repository knows it, whatever has become of the file that says so. */
export async function isWorkTree(place: WorkTreePlace): Promise<boolean> {
  return existsSync(place.folder) && existsSync(join(adminFolder(await findFolder(place), place.folder), 'index'));
}

/** What the folder has and a commit has not, also of what git ignores: nothing in it is asked, so that whatever somebody did there does not matter. */
async function listUncommitted({ git, folder }: WorkTreePlace, commit: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const others = entries.filter((entry) => entry.name !== '.git' || !entry.isFile());
  if (others.length === 0) return [];
  return await withIndexFile(async (indexFile) => {
    const input = { indexFile, writes: [folder] };
    if ((await git(['read-tree', commit], input)).code !== 0) return ['.'];
    const asked = [
      // What is gone can be had again.
      ['diff', '--name-only', '--no-renames', '--diff-filter=d', '--ignore-submodules=all', '-z', commit, '--'],
      ['ls-files', '--others', '--directory', '--no-empty-directory', '-z'],
    ];
    const found = await listFilledSubmodules({ git, root: folder }, undefined, { indexFile });
    for (const args of asked) {
      const { code, stdout } = await git(['-C', folder, `--work-tree=${folder}`, ...args], input);
      found.push(...(code === 0 ? stdout.split('\0').filter((name) => name !== '') : ['.']));
    }
    // A repository that somebody made there.
    return others.some(({ name }) => name === '.git') ? ['.git', ...found] : found;
  });
}

export interface SetAside {
  readonly folder: string;
  /** What no commit has. */
  readonly names: readonly string[];
}

/** Takes the folder away where `commit` has all that is in it. Else it stays, under another name, and is no working tree any more. */
export async function putAway(place: WorkTreePlace, commit: string): Promise<SetAside | undefined> {
  const names = await listUncommitted(place, commit);
  if (names.length === 0) {
    await removeWorkTree(place);
    return undefined;
  }
  let number = 1;
  while (existsSync(`${place.folder}-${number}`)) number++;
  const folder = `${place.folder}-${number}`;
  await rename(place.folder, folder);
  await removeWorkTree(place);
  if (!names.includes('.git')) await rm(join(folder, '.git'), { force: true });
  return { folder, names };
}

/**
 * The commit that the branch is at, which is `head`; `undefined` where it is to be made.
 * @throws HallError `storage` where it is at another one, locked, or cannot be made
 */
export async function checkBranch(place: WorkTreePlace, head: string): Promise<string | undefined> {
  const { branch, folder } = place;
  const tip = await findTip(place);
  if (tip !== undefined && tip !== head) {
    throw new HallError('storage', `The branch "${branch}" is not where an author left it.`, {
      hint: existsSync(folder)
        ? `Set it back with "git -C ${quoteArgument(folder)} reset --soft ${head}", which changes no file, and resume.`
        : `If it is left from an earlier review, delete it with "git branch -D ${branch}" and resume; else set it back with "git branch --force ${branch} ${head}".`,
    });
  }
  await refuseLock(place);
  if (tip === undefined) await refuseBranchAbove(place);
  return tip;
}

/** Throws `storage` where the branch is not at `head`, or what its author left there is gone. */
export async function requireWorkTree(place: WorkTreePlace, head: string): Promise<void> {
  const { branch, folder } = place;
  if ((await checkBranch(place, head)) === undefined) {
    throw new HallError('storage', `The branch "${branch}" is gone, but not the work on it.`, {
      hint: `Put it back with "git branch ${branch} ${head}", which changes no file, and resume.`,
    });
  }
  if (await isWorkTree(place)) return;
  throw new HallError('storage', `The working tree in ${folder} is gone, and what its author left there.`, {
    hint: `Put it back, or make it without that: "git worktree prune", then "git worktree add ${quoteArgument(folder)} ${branch}". Then resume.`,
  });
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
  const tip = await checkBranch(place, head);
  await putAway(place, head);
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
  for (const name of withheld) await rm(toDiskPath(join(folder, name)), { recursive: true, force: true });
}
