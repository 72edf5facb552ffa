// Finds the documents that the hall itself wrote among changed files: reports of earlier debates are no part of what people changed.
import type { DiffFile } from '../../../domain/diffs/diff.ts';
import { canBeOwn, findOwnDebate } from '../../../domain/own-documents.ts';
import type { FileSource } from '../files/file-store.ts';

/** A larger file is looked at like any other change. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Of a file that the diff shows from its first line to its last. */
function wholeText({ status, hunks }: DiffFile): string | undefined {
  if (status !== 'added' && status !== 'deleted') return undefined;
  return hunks.flatMap(({ lines }) => lines.map(({ text }) => `${text}\n`)).join('');
}

async function readText(file: DiffFile, path: string, store: FileSource): Promise<string | undefined> {
  const shown = wholeText(file);
  if (shown !== undefined) return shown;
  const [found] = await store.candidates([{ path, newId: file.newId }]);
  if (found === undefined || found.bytes > MOST_BYTES) return undefined;
  return (await store.texts([found]))[0];
}

/** By path, the debate that a document is about. `isKnown`: anybody can write the mark of one, but not into this hall. */
export async function findOwnDocuments(
  files: readonly { readonly file: DiffFile; readonly name: string }[],
  store: FileSource,
  isKnown: (threadId: string, path: string) => Promise<boolean>,
): Promise<ReadonlyMap<string, string>> {
  const own = new Map<string, string>();
  for (const { file, name } of files) {
    if (file.binary || !canBeOwn(name)) continue;
    const text = await readText(file, name, store);
    const threadId = text === undefined ? undefined : findOwnDebate(name, text);
    if (threadId !== undefined && (await isKnown(threadId, name))) own.set(name, threadId);
  }
  return own;
}
