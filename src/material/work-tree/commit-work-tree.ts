// Commits what an author left in a work tree, without what must not leave it.
import type { Dirent } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { getPath, parseDiff } from '../../domain/diffs/diff.ts';
import { decodeBytes } from '../../domain/diffs/name-bytes.ts';
import type { LeftOut } from '../../domain/event-parts.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { cleanName } from '../../support/text.ts';
import { FILTERED, listFiltered } from '../context/git/filters.ts';
import type { Git } from '../context/git/git.ts';
import { toDiskPath } from '../context/git/repository.ts';
import { refuseLock, run, type WorkTreePlace, writeLink } from './work-tree.ts';

const MAX_BYTES_OF_LINK = 4096;
const GITLINK = '160000';
const SYMLINK = '120000';
const NO_MODE = '000000';

/** Whatever a file system or git takes for ".git". */
const NESTED = /^(?:\.git|git~\d+)[. ]*$/i;

/** What looks like other repositories, without those inside of one. */
async function listNested(folder: string, isCounted = (_: Dirent) => true): Promise<readonly string[]> {
  const entries = await readdir(toDiskPath(folder), { withFileTypes: true, encoding: 'latin1' });
  const found: string[] = [];
  for (const entry of entries.filter(isCounted)) {
    const path = join(folder, decodeBytes(entry.name));
    if (NESTED.test(entry.name)) found.push(path);
    else if (entry.isDirectory()) found.push(...(await listNested(path)));
  }
  return found;
}

/** git reads what lies in other repositories, or gives up over it, so none is left. Throws `bad-input` for one of a person. */
async function clearNested({ folder }: WorkTreePlace, isPersonal: boolean): Promise<readonly LeftOut[]> {
  const isOther = (entry: Dirent) => entry.name !== '.git' || (isPersonal && !entry.isFile());
  const places = await listNested(folder, isOther);
  const names = places.map((path) => cleanName(relative(folder, path)));
  if (isPersonal && names.length > 0) {
    throw new HallError('bad-input', `There is another git repository in the working tree: ${names[0]}.`, {
      hint: 'Move it elsewhere, and resume.',
    });
  }
  for (const path of places) await rm(toDiskPath(path), { recursive: true, force: true });
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

interface Around {
  readonly changes: readonly Change[];
  readonly filtered: ReadonlySet<string>;
  readonly added: ReadonlyMap<string, string>;
  readonly whyWithheld: CommitRequest['whyWithheld'];
}

async function whyDropped(git: Git, change: Change, around: Around): Promise<string | undefined> {
  const { path, newMode, newId } = change;
  if (isInSubmodule(change, around.changes)) return 'a submodule of the repository';
  if (newMode === GITLINK) return 'a nested git repository';
  if (newMode === SYMLINK) {
    const { code, stdout } = await git(['cat-file', 'blob', newId], { maxBytes: MAX_BYTES_OF_LINK });
    if (code !== 0 || leadsOut(path, stdout)) return 'a link that leads out of the repository';
  }
  if (newMode !== NO_MODE && around.filtered.has(path)) return FILTERED;
  return await around.whyWithheld(path, around.added.get(path) ?? '');
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
      return [getPath(file), lines.map((line) => line.text).join('\n')];
    }),
  );
}

export interface Committed {
  readonly commit: string;
  /** What the author changed and the commit leaves as it was. */
  readonly leftOut: readonly LeftOut[];
}

export interface CommitRequest {
  /** The commit that the author began with. */
  readonly head: string;
  /** The one that the branch is at: `head`, or one on top of it. */
  readonly tip: string;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  /** A person worked there, of whom nothing is taken away. */
  readonly isPersonal: boolean;
  /** Why a path with these new lines is no part of any commit; `undefined` for all others. */
  readonly whyWithheld: (path: string, added: string) => Promise<string | undefined>;
}

/**
 * Commits what the folder has, on `head`; without a change there is no commit, and `commit` is `head`. The branch moves only from `tip`,
 * whose own commits are part of the one that is made.
 * @throws HallError `storage`
 */
export async function commitWorkTree(place: WorkTreePlace, request: CommitRequest): Promise<Committed> {
  const { head, tip, isPersonal, whyWithheld } = request;
  const nested = await clearNested(place, isPersonal);
  await writeLink(place);
  const git = await place.openGit(place.folder);
  await run(git, "take in the author's changes", ['add', '--all', '--', '.']);
  const raw = ['diff', '--cached', '--raw', '-z', '--no-renames', '--no-abbrev', head, '--'];
  const changes = parseRaw(await run(git, "list the author's changes", raw));
  const paths = changes.map(({ path }) => path);
  const filtered = await listFiltered(git, paths, head);
  const around = { changes, filtered, added: await readAdded(git, head), whyWithheld };
  const leftOut: LeftOut[] = [...nested];
  const back: string[] = [];
  for (const change of changes) {
    const reason = await whyDropped(git, change, around);
    if (reason === undefined) continue;
    leftOut.push({ source: cleanName(change.path), reason });
    back.push(`${change.oldMode === NO_MODE ? '0' : change.oldMode} ${change.oldId}\t${change.path}\0`);
  }
  if (back.length > 0) {
    // What is new goes first: it may lie where something comes back.
    const stdin = back.toSorted().join('');
    await run(git, 'leave changes out', ['update-index', '-z', '--index-info'], { stdin });
  }
  const commit = back.length === changes.length ? head : await writeIndex(git, request);
  if (commit === tip) return { commit, leftOut };
  await refuseLock(place);
  await run(git, `move the branch "${place.branch}"`, ['update-ref', `refs/heads/${place.branch}`, commit, tip]);
  return { commit, leftOut };
}

async function writeIndex(git: Git, { head, message, author }: CommitRequest): Promise<string> {
  const tree = (await run(git, 'write the tree of a commit', ['write-tree'])).trim();
  return await writeCommit(git, { tree, parents: [head], message, author });
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
