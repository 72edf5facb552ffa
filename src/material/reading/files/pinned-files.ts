// The files of one source, as they were when it was pinned. A file is given only while its bytes are those.

import type { Pin } from '../../../domain/reading/reading.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { findSecret } from '../../../support/secrets/find-secret.ts';
import { cleanText, decodeText } from '../../../support/text.ts';
import { createGitStore } from '../../context/files/file-store.ts';
import type { Git } from '../../context/git/git.ts';
import { UnreadableError } from '../unreadable.ts';
import { blobId, describeTooLarge, MAX_FILE_BYTES, readDiskFile } from './disk.ts';

export interface PinnedFile {
  /** What seats call it, on one line. */
  readonly name: string;
  /** Relative to the source's root, with "/". */
  readonly path: string;
  readonly bytes: number;
  readonly kind: 'file' | 'link' | 'submodule' | 'page';
  /** ID of its content in git. */
  readonly blob?: string;
  /** Of its bytes on disk, where they differ from the commit. */
  readonly sha256?: string;
  /** Of a page; absent when it was redacted. */
  readonly text?: string | undefined;
}

export interface PinnedFiles {
  readonly pin: Extract<Pin, { kind: 'files' }>;
  /** Absolute path without links. */
  readonly root: string;
  /** Before every name; empty for the repository or folder that the debate was opened in. */
  readonly prefix: string;
  /** Git in `root`, where it is in a repository. */
  readonly git: Git | undefined;
  /** Path below `root` that all of it is in; empty for `root` itself. */
  readonly scope: string;
  /** Whether a path that the source may have had in the past can be read. */
  readonly mayRead: (path: string) => Promise<boolean>;
  readonly files: readonly PinnedFile[];
}

const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
const CHANGED = 'It has changed since the debate was opened, so it can no longer be read.';

/** The bytes as they lie on disk, if they are still those that were pinned. */
async function readFromDisk({ pin, root }: PinnedFiles, file: PinnedFile): Promise<Buffer | undefined> {
  if (pin.at !== 'disk') return undefined;
  try {
    const bytes = await readDiskFile(root, file.path);
    if (file.sha256 !== undefined) return sha256Hex(bytes) === file.sha256 ? bytes : undefined;
    return file.blob !== undefined && blobId(bytes, file.blob.length) === file.blob ? bytes : undefined;
  } catch (error) {
    if (error instanceof UnreadableError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}

async function readFromGit({ git }: PinnedFiles, { blob, bytes, name }: PinnedFile): Promise<string | undefined> {
  if (git === undefined || blob === undefined) return undefined;
  const store = createGitStore(git, () => {});
  const [candidate] = await store.candidates([{ path: name, newId: blob }]);
  if (candidate === undefined) return undefined;
  if (candidate.bytes > MAX_FILE_BYTES) throw new UnreadableError(describeTooLarge(bytes));
  const [text] = await store.texts([candidate]);
  if (text === undefined) throw new UnreadableError('It is binary.');
  return text;
}

/** The pinned text of a file, cleaned. @throws UnreadableError */
export async function readPinnedFile(source: PinnedFiles, file: PinnedFile): Promise<string> {
  if (file.kind === 'link') throw new UnreadableError('It is a link; links are not followed.');
  if (file.kind === 'submodule')
    throw new UnreadableError('It is a submodule, whose files are not part of this source.');
  if (file.kind === 'page') {
    if (file.text === undefined) throw new UnreadableError('This page was redacted.');
    return file.text;
  }
  if (file.bytes > MAX_FILE_BYTES) throw new UnreadableError(describeTooLarge(file.bytes));
  const bytes = await readFromDisk(source, file);
  const raw = bytes === undefined ? await readFromGit(source, file) : decodeText(bytes);
  if (raw === undefined) throw new UnreadableError(bytes === undefined ? CHANGED : 'It is binary.');
  if (raw.startsWith(LFS_POINTER))
    throw new UnreadableError('It is a Git LFS pointer; its content is not in the repository.');
  const text = cleanText(raw);
  // Where it stands and what it looks like would already tell something of it.
  if (findSecret(text) !== undefined) throw new UnreadableError('It contains what looks like a secret.');
  return text;
}
