// Pins files: what a repository holds, on disk, in the index or at a commit; and those that are in no repository, by their bytes alone.
import { lstat, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { createPace } from '../../../support/pace.ts';
import { cleanName, withSlashes } from '../../../support/text.ts';
import { createHiddenCheck } from '../../context/files/hidden-files.ts';
import { isSkippedByDefault } from '../../context/files/ignore-rules.ts';
import { MAX_ENTRIES, walk } from '../../context/files/walk.ts';
import type { Git } from '../../context/git/git.ts';
import { findCommitId, readGitOutput } from '../../context/git/repository.ts';
import { MAX_FILE_BYTES, readDiskFile } from './disk.ts';
import type { PinnedFile, PinnedFiles, SourceRequest } from './pinned-files.ts';

interface Entry {
  readonly kind: PinnedFile['kind'];
  readonly id: string;
  /** Unknown in the index. */
  readonly bytes: number | undefined;
}

interface RepositoryRequest extends SourceRequest {
  /** Absolute path without links. */
  readonly root: string;
  /** Git in `root`. */
  readonly git: Git;
  /** `disk`, `index`, or the ID of a commit. */
  readonly at: string;
  readonly scope: string;
  /** The commit to compare with, where it is not the one that is checked out. */
  readonly commit?: string | undefined;
}

async function list(git: Git, args: readonly string[]): Promise<readonly string[]> {
  return (await readGitOutput(git, 'list files', args, { hint: 'Run "git fsck".' }))
    .split('\0')
    .filter((line) => line !== '');
}

const KINDS: Readonly<Record<string, PinnedFile['kind']>> = { '120': 'link', '160': 'submodule' };
const toKind = (mode: string): PinnedFile['kind'] => KINDS[mode.slice(0, 3)] ?? 'file';

/** "100644 blob ID    SIZE\tPATH" */
async function listTree(git: Git, commit: string): Promise<Map<string, Entry>> {
  const lines = await list(git, ['ls-tree', '-r', '-l', '-z', '--full-tree', `${commit}^{tree}`]);
  return new Map(
    lines.map((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', , id = '', size = ''] = line.slice(0, tab).split(/ +/);
      return [line.slice(tab + 1), { kind: toKind(mode), id, bytes: Number(size) || 0 }];
    }),
  );
}

/** "100644 ID 0\tPATH"; a conflict has up to three of one path. */
async function listIndex(git: Git): Promise<Map<string, Entry>> {
  const lines = await list(git, ['ls-files', '--stage', '-z']);
  return new Map(
    lines.map((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', id = ''] = line.slice(0, tab).split(' ');
      return [line.slice(tab + 1), { kind: toKind(mode), id, bytes: undefined }];
    }),
  );
}

/** A file on disk that differs from the commit; `undefined` when it is gone. */
async function pinDiskFile(
  root: string,
  path: string,
): Promise<Pick<PinnedFile, 'kind' | 'bytes' | 'sha256'> | undefined> {
  const status = await lstat(join(root, path)).catch(() => undefined);
  if (status === undefined) return undefined;
  if (!status.isFile()) return { kind: 'link', bytes: 0, sha256: sha256Hex('') };
  const { size } = status;
  if (size > MAX_FILE_BYTES) return { kind: 'file', bytes: size, sha256: sha256Hex(`${size} bytes`) };
  const bytes = await readDiskFile(root, path).catch(() => undefined);
  return { kind: 'file', bytes: size, sha256: sha256Hex(bytes ?? 'unreadable') };
}

/** @throws HallError `context-unreadable` when git cannot list files, or does not have the commit any more */
export async function pinRepository(request: RepositoryRequest): Promise<PinnedFiles> {
  const { spec, except, root, git, at, prefix, scope, isWanted, hallFolder, signal } = request;
  const commit = await findCommitId(git, request.commit ?? (at === 'disk' || at === 'index' ? 'HEAD' : at));
  if (request.commit !== undefined && commit === undefined) {
    const what = `The commit ${request.commit.slice(0, 12)}, which "${cleanName(spec)}" was pinned at,`;
    const hint = 'Fetch it from where it still is, or open a new debate.';
    throw new HallError('context-unreadable', `${what} is not here any more.`, { hint });
  }
  const tree = commit === undefined ? new Map<string, Entry>() : await listTree(git, commit);
  const index = at === 'disk' || at === 'index' ? await listIndex(git) : tree;
  const touched =
    at === 'disk'
      ? new Set([
          ...(await list(git, ['diff-files', '--name-only', '-z', '--ignore-submodules=all'])),
          ...(await list(git, ['ls-files', '--others', '--exclude-standard', '-z'])),
        ])
      : new Set<string>();
  const whyHidden = await createHiddenCheck(root, hallFolder);
  const mayRead = async (path: string) =>
    isWanted(path) && !path.split('/').some(isSkippedByDefault) && (await whyHidden(path)) === undefined;
  const pace = createPace();
  const files: PinnedFile[] = [];
  const changed: (readonly [path: string, content: string | null])[] = [];
  let leftOut = 0;
  for (const path of [...new Set([...tree.keys(), ...index.keys(), ...touched])].sort()) {
    signal.throwIfAborted();
    const pause = pace();
    if (pause !== undefined) await pause;
    // A nested repository, which git names as a folder, is no part of this one.
    if (path.endsWith('/') || !isWanted(path)) continue;
    if (!(await mayRead(path))) {
      leftOut += 1;
      continue;
    }
    const name = `${prefix}${cleanName(path)}`;
    const [before, now] = [tree.get(path), index.get(path)];
    if (touched.has(path)) {
      const onDisk = await pinDiskFile(root, path);
      changed.push([path, onDisk?.sha256 ?? null]);
      if (onDisk !== undefined) files.push({ name, path, ...onDisk });
    } else if (now === undefined) changed.push([path, null]);
    else {
      if (before?.id !== now.id) changed.push([path, now.id]);
      const bytes = now.bytes ?? (before?.id === now.id ? before.bytes : undefined);
      files.push({ name, path, kind: now.kind, blob: now.id, bytes: bytes ?? 0 });
    }
  }
  const differs =
    changed.length === 0 ? undefined : { files: changed.length, sha256: sha256Hex(JSON.stringify(changed)) };
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const pin = {
    kind: 'files' as const,
    spec,
    at,
    ...defined({ commit, changed: differs }),
    files: files.length,
    bytes,
    leftOut,
    ...defined({ except }),
  };
  return { pin, root, prefix, git, scope, mayRead, files };
}

/** `place`: absolute path of a folder or file, without links. @throws HallError `context-unreadable` for too many files */
export async function pinFolder(
  { spec, except, prefix, isWanted, hallFolder, signal }: SourceRequest,
  place: string,
  isFolder: boolean,
): Promise<PinnedFiles> {
  const root = isFolder ? place : dirname(place);
  const found = isFolder
    ? await walk(root, signal)
    : { files: [place], leftOut: [], ignored: 0, skipped: 0, isCut: false };
  if (found.isCut) {
    const why = `"${cleanName(spec)}" has more than ${MAX_ENTRIES} entries and is in no repository.`;
    throw new HallError('context-unreadable', why, { hint: 'Pass a part of it, or make it a git repository.' });
  }
  const whyHidden = await createHiddenCheck(root, hallFolder);
  const files: PinnedFile[] = [];
  let leftOut = found.leftOut.length + found.ignored + found.skipped;
  for (const file of found.files) {
    signal.throwIfAborted();
    const path = withSlashes(relative(root, file));
    if (!isWanted(path)) continue;
    const status = await stat(file).catch(() => undefined);
    if (status === undefined || (await whyHidden(path)) !== undefined) {
      leftOut += 1;
      continue;
    }
    const { size } = status;
    const bytes = size > MAX_FILE_BYTES ? undefined : await readDiskFile(root, path).catch(() => undefined);
    const digest = sha256Hex(bytes ?? `${size} bytes`);
    files.push({ name: `${prefix}${cleanName(path)}`, path, kind: 'file', bytes: size, sha256: digest });
  }
  const all = files.map((file) => [file.path, file.sha256 ?? '']);
  const pin = {
    kind: 'files' as const,
    spec,
    at: 'disk',
    changed: { files: files.length, sha256: sha256Hex(JSON.stringify(all)) },
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    leftOut,
    ...defined({ except }),
  };
  return { pin, root, prefix, git: undefined, scope: '', mayRead: async () => false, files };
}
