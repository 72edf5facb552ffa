// What lies in the places beside a ledger: what the hall wrote of the debate, and what is somebody else's.
import { defined } from '../../../domain/defined.ts';
import { HallError, orRefusal } from '../../../domain/failures/errors.ts';
import { findOwnDebate } from '../../../domain/own-documents.ts';
import { WRITTEN_EXTENSIONS } from '../../../exchange/exporters/exporter.ts';
import { FOLDER, isOfSigning } from '../../../exchange/signatures/statement.ts';
import type { Store } from '../../../ledger/stores/store.ts';

/** What is in the place of a document, which may also be a folder: the debate that it says it is about. */
export async function lookAt(
  store: Store,
  threadId: string,
  extension: string,
): Promise<{ owner?: string } | undefined> {
  const text = await orRefusal(store.readDocument(threadId, extension));
  // Of an empty file nobody misses anything.
  if (text === undefined || text === '') return undefined;
  if (text instanceof HallError) return {};
  return defined({ owner: findOwnDebate(`${threadId}${extension}`, text) });
}

interface Beside {
  /** Extensions of what the hall wrote of the debate. */
  readonly own: readonly string[];
  /** Of everything else that has a name of the hall's. */
  readonly foreign: readonly string[];
}

/** All that is in the places of a debate, with its signatures. */
export async function lookBeside(store: Store, threadId: string): Promise<Beside> {
  const own: string[] = [];
  const foreign: string[] = [];
  for (const extension of WRITTEN_EXTENSIONS) {
    const found = await lookAt(store, threadId, extension);
    if (found !== undefined) (found.owner === threadId ? own : foreign).push(extension);
  }
  const names = await orRefusal(store.listDocuments(threadId, FOLDER));
  if (names instanceof HallError) return { own, foreign: [...foreign, FOLDER] };
  const signing = names.filter(isOfSigning).map((name) => `${FOLDER}/${name}`);
  const rest = names.filter((name) => !isOfSigning(name)).map((name) => `${FOLDER}/${name}`);
  return { own: [...own, ...signing], foreign: [...foreign, ...rest] };
}
