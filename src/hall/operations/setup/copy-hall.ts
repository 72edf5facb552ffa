// Copies the debates of one hall into another: the same bytes, so that hashes and signatures hold.
import pLimit from 'p-limit';
import { HallError } from '../../../domain/failures/errors.ts';
import { WRITTEN_EXTENSIONS } from '../../../exchange/exporters/exporter.ts';
import { FOLDER } from '../../../exchange/signatures/statement.ts';
import { findVerifyError, verifyLedger } from '../../../ledger/engine/verify.ts';
import type { Chunk, Store } from '../../../ledger/stores/store.ts';
import { eachChunk, eachId } from '../../../ledger/stores/walk.ts';
import type { Hall } from '../hall.ts';

export type CopiedDebate =
  /** `unchanged`: all of it was there. */
  | { readonly threadId: string; readonly copied: true; readonly unchanged?: true }
  | { readonly threadId: string; readonly copied: false; readonly why: string };

/** The whole ledger, once it is known to verify. */
async function readVerified(hall: Hall, store: Store, threadId: string): Promise<string> {
  let text = '';
  async function* chunks(): AsyncGenerator<Chunk> {
    for await (const chunk of eachChunk(store, threadId, store.place)) {
      text += chunk.text;
      yield chunk;
    }
  }
  const verified = await verifyLedger({ threadId, chunks: chunks(), knownHeads: [], format: hall.format });
  const problem = findVerifyError(threadId, verified);
  if (problem !== undefined) throw problem;
  return text;
}

async function readWhole(store: Store, threadId: string): Promise<string> {
  let text = '';
  for await (const chunk of eachChunk(store, threadId, store.place)) text += chunk.text;
  return text;
}

/** Whether it was missing: one with the same events is what an earlier copy has left. Throws `already-exists` for any other. */
async function putLedger(store: Store, threadId: string, text: string): Promise<boolean> {
  if ((await store.exists(threadId)) && (await readWhole(store, threadId)) === text) return false;
  await store.create(threadId, text, { copied: true });
  return true;
}

/** Those that are missing; whether there were any. */
async function copyDocuments(threadId: string, { from, to }: CopyInput): Promise<boolean> {
  const signatures = await from.listDocuments(threadId, FOLDER);
  const extensions = [...WRITTEN_EXTENSIONS, ...signatures.map((name) => `${FOLDER}/${name}`)];
  let areNew = false;
  for (const extension of extensions) {
    const text = await from.readDocument(threadId, extension);
    if (text === undefined || (await to.readDocument(threadId, extension, 1)) !== undefined) continue;
    await to.writeDocument(threadId, extension, text);
    areNew = true;
  }
  return areNew;
}

export interface CopyInput {
  readonly from: Store;
  readonly to: Store;
  readonly signal?: AbortSignal;
  /** Hears how many of how many debates were looked at, after each. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Few enough that their ledgers, of which each is in memory as a whole, are no burden. */
const AT_ONCE = 8;

async function copyDebate(hall: Hall, input: CopyInput, threadId: string): Promise<CopiedDebate> {
  const { from, to } = input;
  try {
    if (await from.isRunning(threadId)) throw new HallError('already-running', 'It is running.');
    const isNew = await putLedger(to, threadId, await readVerified(hall, from, threadId));
    const isCopied = (await copyDocuments(threadId, input)) || isNew;
    return { threadId, copied: true, ...(isCopied ? {} : { unchanged: true }) };
  } catch (error) {
    if (!(error instanceof HallError) || error.code === 'storage') throw error;
    return { threadId, copied: false, why: error.message };
  }
}

/**
 * One debate that cannot be copied, because it is damaged, needs another version, is running or there already with other events, keeps none of
 * the others back. Whoever repeats a copy that was cut off gets the rest. */
export async function copyHall(hall: Hall, input: CopyInput): Promise<readonly CopiedDebate[]> {
  const { from, signal, onProgress } = input;
  const ids: string[] = [];
  for await (const id of eachId(from)) ids.push(id);
  const limit = pLimit({ concurrency: AT_ONCE, rejectOnClear: true });
  let done = 0;
  return await limit.map(ids, async (threadId) => {
    try {
      signal?.throwIfAborted();
      return await copyDebate(hall, input, threadId);
    } catch (error) {
      limit.clearQueue();
      throw error;
    } finally {
      done += 1;
      onProgress?.(done, ids.length);
    }
  });
}
