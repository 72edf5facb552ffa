// Copies what a repository holds at one side of a change into a folder that agents may read in: text only, without secrets,
// links, instruction files, and what belongs to git or to the hall.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HallError } from '../../domain/errors.ts';
import { findSecret } from '../../support/secrets/find-secret.ts';
import { selectFitting } from '../budget.ts';
import { createDiskStore, createGitStore, type FileStore, type NamedFile } from '../files/file-store.ts';
import { createHiddenCheck } from '../files/hidden-files.ts';
import { type Git, getGitMessage } from './git.ts';
import { findRepository, nameOnDisk, type Repository } from './repository.ts';

/** Of all files together; git answers with at most twice that. */
const MAX_BYTES = 32 * 1024 * 1024;
/** A folder that nobody reviews, also where it is tracked. */
const DEPENDENCIES = 'node_modules';
const REGULAR_FILE = /^100/;

export interface TreeCopyOptions {
  /** `disk`: tracked files and untracked ones that are not ignored; `index`: what is staged; else a commit. */
  readonly at: string;
  /** Absolute path of an empty folder. */
  readonly to: string;
  /** Absolute path of the folder that keeps the debates: in a blind phase they tell what others say. */
  readonly hallFolder: string;
}

export interface TreeCopy {
  readonly files: number;
  /** Files; those of the hall are not counted, as they become more with every turn. */
  readonly leftOut: number;
  /** SHA-256 over all paths and texts, hexadecimal. */
  readonly sha256: string;
}

async function listed(git: Git, args: readonly string[]): Promise<readonly string[]> {
  const result = await git(args);
  if (result.code === 0) return result.stdout.split('\0').filter((line) => line !== '');
  throw new HallError('context-unreadable', `git cannot list files: it ended with code ${result.code}.`, {
    hint: getGitMessage(result) ?? 'Run "git fsck".',
  });
}

/** "100644 ID 0\tPATH" of the index, "100644 blob ID\tPATH" of a commit; anything but a regular file comes without an id. */
function parseTreeLine(line: string, column: number): NamedFile {
  const tab = line.indexOf('\t');
  const fields = line.slice(0, tab).split(' ');
  return { path: line.slice(tab + 1), newId: REGULAR_FILE.test(line) ? fields[column] : undefined };
}

async function listFilesAt({ git }: Repository, at: string): Promise<readonly NamedFile[]> {
  if (at === 'disk') {
    const paths = await listed(git, ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
    return [...new Set(paths)].map((path) => ({ path }));
  }
  if (at === 'index') {
    const staged = (await listed(git, ['ls-files', '--stage', '-z'])).map((line) => parseTreeLine(line, 1));
    // A conflict has up to three of one path.
    return [...new Map(staged.map((file) => [file.path, file])).values()];
  }
  const lines = await listed(git, ['ls-tree', '-r', '-z', '--full-tree', `${at}^{tree}`]);
  return lines.map((line) => parseTreeLine(line, 2));
}

/** git lets no such path in by itself, but what is copied must stay below the folder whatever is in the repository. */
function isInside(path: string): boolean {
  return !/[\0\\]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** @throws HallError `context-unreadable` when there is no repository around, or git cannot read it */
export async function copyTree(git: Git, { at, to, hallFolder }: TreeCopyOptions): Promise<TreeCopy> {
  const repository = await findRepository(git);
  const hall = await nameOnDisk(repository, hallFolder);
  const whyHidden = await createHiddenCheck(repository.root, hallFolder);
  const isWanted = async ({ path }: NamedFile): Promise<boolean> =>
    isInside(path) && !path.split('/').includes(DEPENDENCIES) && (await whyHidden(path)) === undefined;
  const isOfHall = ({ path }: NamedFile) => hall !== undefined && path.startsWith(`${hall}/`);
  const all = (await listFilesAt(repository, at)).filter((file) => !isOfHall(file));
  const wanted: NamedFile[] = [];
  for (const file of all) if (await isWanted(file)) wanted.push(file);

  // What is left out is counted by what is there in the end.
  const leave = () => {};
  const store: FileStore =
    at === 'disk' ? createDiskStore(repository.root, leave) : createGitStore(repository.git, leave);
  const chosen = selectFitting(await store.candidates(wanted), MAX_BYTES).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const digest = createHash('sha256');
  let files = 0;
  for (const [index, text] of (await store.texts(chosen)).entries()) {
    const { name = '' } = chosen[index] ?? {};
    if (text === undefined || findSecret(text) !== undefined) continue;
    const path = join(to, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { mode: 0o600 });
    digest.update(JSON.stringify([name, text]));
    files += 1;
  }
  return { files, leftOut: all.length - files, sha256: digest.digest('hex') };
}
