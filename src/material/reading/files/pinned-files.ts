// The files of one source, as they were when it was pinned. A file is given only while its bytes are those.
import pLimit from 'p-limit';
import type { Pin } from '../../../domain/reading/reading.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { createPace } from '../../../support/pace.ts';
import { findSecret } from '../../../support/secrets/find-secret.ts';
import { cleanText, decodeText } from '../../../support/text.ts';
import { createGitStore, type FileCandidate } from '../../context/files/file-store.ts';
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

/** What is to be pinned. */
export interface SourceRequest {
  readonly spec: string;
  /** See the pin. */
  readonly except: string[] | undefined;
  readonly prefix: string;
  /** Of paths relative to the root. */
  readonly isWanted: (path: string) => boolean;
  /** Absolute path of the folder that keeps the debates. */
  readonly hallFolder: string;
  readonly signal: AbortSignal;
}

/** Read at the same time; each has up to 4 MB. */
const MAX_OPEN_FILES = 8;
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

/** Of contents that git prints at once. */
const MAX_BATCH_BYTES = 4 * MAX_FILE_BYTES;

/** Throws for what is no file, or too large. */
function checkKind({ kind, bytes, text }: PinnedFile): void {
  if (kind === 'link') throw new UnreadableError('It is a link; links are not followed.');
  if (kind === 'submodule') throw new UnreadableError('It is a submodule, whose files are not part of this source.');
  if (kind === 'page' && text === undefined) throw new UnreadableError('This page was redacted.');
  if (bytes > MAX_FILE_BYTES) throw new UnreadableError(describeTooLarge(bytes));
}

function finish(raw: string | undefined): string {
  if (raw === undefined) throw new UnreadableError('It is binary, or text that is not UTF-8.');
  if (raw.startsWith(LFS_POINTER))
    throw new UnreadableError('It is a Git LFS pointer; its content is not in the repository.');
  const text = cleanText(raw);
  // Where it stands and what it looks like would already tell something of it.
  if (findSecret(text) !== undefined) throw new UnreadableError('It contains what looks like a secret.');
  return text;
}

/** As many as git prints at once. */
function splitBatches(candidates: readonly FileCandidate[]): readonly (readonly FileCandidate[])[] {
  const batches: FileCandidate[][] = [[]];
  let bytes = 0;
  for (const candidate of candidates) {
    if (bytes + candidate.bytes > MAX_BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(candidate);
    bytes += candidate.bytes;
  }
  return batches;
}

type Results = Map<PinnedFile, string | UnreadableError>;

function keep(results: Results, file: PinnedFile, work: () => string): void {
  try {
    results.set(file, work());
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    results.set(file, error);
  }
}

/** Asks git for all of them together: it takes two programs, however many there are. */
async function readFromGit({ git }: PinnedFiles, files: readonly PinnedFile[], results: Results): Promise<void> {
  const stored = files.filter(({ blob }) => git !== undefined && blob !== undefined);
  for (const file of files) results.set(file, new UnreadableError(CHANGED));
  if (git === undefined || stored.length === 0) return;
  const byName = new Map(stored.map((file) => [file.path, file]));
  const store = createGitStore(git, () => {});
  const candidates = await store.candidates(stored.map(({ path, blob }) => ({ path, newId: blob })));
  const isSmall = ({ bytes }: FileCandidate) => bytes <= MAX_FILE_BYTES;
  const pace = createPace();
  for (const { name, bytes } of candidates.filter((candidate) => !isSmall(candidate))) {
    const file = byName.get(name);
    if (file !== undefined) results.set(file, new UnreadableError(describeTooLarge(bytes)));
  }
  for (const batch of splitBatches(candidates.filter(isSmall))) {
    const texts = await store.texts(batch);
    for (const [index, { name }] of batch.entries()) {
      const pause = pace();
      if (pause !== undefined) await pause;
      const file = byName.get(name);
      if (file !== undefined) keep(results, file, () => finish(texts[index]));
    }
  }
}

/** The pinned text of each file, cleaned, or why it cannot be read. */
export async function readPinnedFiles(
  source: PinnedFiles,
  files: readonly PinnedFile[],
): Promise<ReadonlyMap<PinnedFile, string | UnreadableError>> {
  const results: Results = new Map();
  const elsewhere: PinnedFile[] = [];
  await pLimit(MAX_OPEN_FILES).map(files, async (file) => {
    keep(results, file, () => {
      checkKind(file);
      return file.text ?? '';
    });
    if (file.kind === 'page' || results.get(file) instanceof UnreadableError) return;
    const bytes = await readFromDisk(source, file);
    if (bytes === undefined) elsewhere.push(file);
    else keep(results, file, () => finish(decodeText(bytes)));
  });
  if (elsewhere.length > 0) await readFromGit(source, elsewhere, results);
  return results;
}
