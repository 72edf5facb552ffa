// Pins files that are in no repository, by their bytes alone.
import { stat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { cleanName, withSlashes } from '../../../support/text.ts';
import { createHiddenCheck } from '../../context/files/hidden-files.ts';
import { MAX_ENTRIES, walk } from '../../context/files/walk.ts';
import { MAX_FILE_BYTES, readDiskFile } from './disk.ts';
import type { PinnedFile, PinnedFiles, SourceRequest } from './pinned-files.ts';

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
