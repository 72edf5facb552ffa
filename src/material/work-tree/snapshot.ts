// A commit of what a person has not committed, without touching their index, their files or any branch.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import type { Git } from '../context/git/git.ts';
import { withIndexFile } from '../context/git/git-storage.ts';
import { type CommitRequest, writeCommit } from './commit-work-tree.ts';

export interface SnapshotRequest {
  /** Only what is staged. */
  readonly staged: boolean;
  /** Paths that it may have; of all others it has what `head` has. */
  readonly paths: ReadonlySet<string>;
  /** Of these, what it has no more: git would look for it on disk, where a link may stand on the way to it. */
  readonly gone: ReadonlySet<string>;
  readonly message: string;
  readonly author: CommitRequest['author'];
}

async function list(git: Git, args: readonly string[], indexFile?: string): Promise<readonly string[]> {
  const { code, stdout } = await git(args, defined({ indexFile }));
  if (code !== 0) throw unreadable(args, code);
  return stdout.split('\0').filter((name) => name !== '');
}

const toList = (names: readonly string[]) => names.map((name) => `${name}\0`).join('');

const unreadable = ([command]: readonly string[], code: number) =>
  new HallError('context-unreadable', `git ${command} ended with code ${code}.`, {
    hint: 'Run "git status", which says why.',
  });

/** The id of the commit, whose parent is `head`. @throws HallError `context-unreadable`, `storage` */
export async function snapshotChanges(git: Git, head: string, request: SnapshotRequest): Promise<string> {
  const place = await git.place();
  return await withIndexFile(async (indexFile) => {
    const write = async (args: readonly string[], stdin?: string) => {
      const { code, stdout } = await git(args, { writes: [], indexFile, ...defined({ stdin }) });
      if (code !== 0) throw unreadable(args, code);
      return stdout.trim();
    };
    if (request.staged && typeof place === 'object') {
      await copyFile(join(place.own, 'index'), indexFile);
      const names = await list(git, ['diff', '--cached', '--name-only', '-z', '--no-renames', head], indexFile);
      const back = names.filter((name) => !request.paths.has(name));
      const named = ['--pathspec-from-file=-', '--pathspec-file-nul'];
      if (back.length > 0) await write(['reset', '--quiet', ...named, head], toList(back));
    } else {
      await write(['read-tree', head]);
      const there = [...request.paths].filter((path) => !request.gone.has(path));
      const gone = [...request.paths].filter((path) => request.gone.has(path));
      await write(['update-index', '--force-remove', '-z', '--stdin'], toList(gone));
      await write(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], toList(there));
    }
    const tree = await write(['write-tree']);
    return await writeCommit(git, { tree, parents: [head], ...request });
  });
}
