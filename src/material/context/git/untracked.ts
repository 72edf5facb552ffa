// Lets git see untracked files as new ones, so that a diff shows them and finds what was moved, without touching the
// repository.
import { constants } from 'node:fs';
import { access, copyFile, lstat, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { selectFitting } from '../budget.ts';
import { isSkippedByDefault } from '../files/ignore-rules.ts';
import { withIndexFile } from './git-storage.ts';
import { type Repository, readGitOutput } from './repository.ts';

/** Of all untracked files together: git answers with at most twice that. */
const MAX_UNTRACKED_BYTES = 32 * 1024 * 1024;

interface UntrackedOptions {
  /** Literal path from the root; absent for all of the repository. */
  readonly path: string | undefined;
  /** Of any object, as long as those of the repository are. */
  readonly anyId: string;
  /** A larger file is left out without a look into it. */
  readonly maxBytes: number;
  /** Why a file must not be read; `undefined` when it may. */
  readonly whyUnread: (path: string) => Promise<string | undefined>;
  readonly leave: (path: string, reason: string) => void;
}

async function listUntracked({ git }: Repository, path: string | undefined): Promise<readonly string[]> {
  const args = ['ls-files', '--others', '--exclude-standard', '-z', '--', ...(path === undefined ? [] : [path])];
  const listed = await readGitOutput(git, 'list untracked files', args, { hint: 'Run "git status", which says why.' });
  return listed.split('\0').filter((name) => name !== '');
}

/** The untracked files that a diff can show, in git's order. */
async function findUntracked(repository: Repository, options: UntrackedOptions): Promise<readonly string[]> {
  const { maxBytes, whyUnread, leave } = options;
  const skipped = new Set<string>();
  const found: { name: string; bytes: number }[] = [];
  for (const name of await listUntracked(repository, options.path)) {
    const folders = name.split('/').slice(0, -1);
    const depth = folders.findIndex(isSkippedByDefault);
    if (name.endsWith('/')) leave(name, 'a nested git repository');
    else if (depth !== -1) skipped.add(folders.slice(0, depth + 1).join('/'));
    else {
      const file = join(repository.root, name);
      const reason = (await whyUnread(name)) ?? (await whyUnreadable(file, maxBytes));
      if (typeof reason === 'string') leave(name, reason);
      else found.push({ name, bytes: reason });
    }
  }
  for (const folder of skipped) leave(folder, 'untracked, and usually not reviewed; add it to .gitignore');
  const kept = new Set(selectFitting(found, MAX_UNTRACKED_BYTES));
  for (const file of found) if (!kept.has(file)) leave(file.name, 'too many and too large untracked files');
  return found.filter((file) => kept.has(file)).map(({ name }) => name);
}

/** Its size in bytes when it can be read. */
async function whyUnreadable(file: string, maxBytes: number): Promise<string | number> {
  try {
    const status = await lstat(file);
    if (status.isSymbolicLink()) return 0;
    await access(file, constants.R_OK);
    return status.size > maxBytes ? `too large: ${status.size} bytes; the limit for all is ${maxBytes}` : status.size;
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** Makes a copy of the repository's index to which the untracked files are added. */
async function extendIndex(
  { git }: Repository,
  indexFile: string,
  names: readonly string[],
  anyId: string,
): Promise<void> {
  const place = await git.place();
  const own = typeof place === 'object' ? join(place.own, 'index') : '';
  const status = await stat(own).catch(() => undefined);
  if (status !== undefined) {
    await copyFile(own, indexFile);
    // git trusts what it noted of files that are older than the index, so the copy must not look younger.
    await utimes(indexFile, status.atime, Math.floor(status.mtimeMs / 1000));
  }
  // git compares with the file itself; the index only has to name it.
  const stdin = names.map((name) => `100644 ${anyId}\t${name}\0`).join('');
  const hint = 'Run "git status", or pass --staged.';
  const args = ['update-index', '--add', '--replace', '-z', '--index-info'];
  await readGitOutput(git, 'take in untracked files', args, { hint, stdin, indexFile });
}

/** Calls `use` with an index that names the untracked files too; `undefined` when there are none. */
export async function withUntracked<T>(
  repository: Repository,
  options: UntrackedOptions,
  use: (indexFile: string | undefined) => Promise<T>,
): Promise<T> {
  const names = await findUntracked(repository, options);
  if (names.length === 0) return use(undefined);
  return await withIndexFile(async (indexFile) => {
    await extendIndex(repository, indexFile, names, options.anyId);
    return await use(indexFile);
  });
}
