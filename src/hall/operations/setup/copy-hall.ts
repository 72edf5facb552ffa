// Copies the debates of one hall into another: the same bytes, so that hashes and signatures hold.
import pLimit from 'p-limit';
import { HallError, orRefusal } from '../../../domain/failures/errors.ts';
import { findVerifyError, verifyLedger } from '../../../ledger/engine/verify.ts';
import { createTakenError } from '../../../ledger/stores/errors.ts';
import type { Store } from '../../../ledger/stores/store.ts';
import { eachId, readWhole } from '../../../ledger/stores/walk.ts';
import type { Hall } from '../hall.ts';
import { lookBeside } from '../records/look-beside.ts';
import { refuseInTheWay } from '../records/own-files.ts';

export type CopiedDebate =
  /** `unchanged`: all of it was there. */
  | { readonly threadId: string; readonly copied: true; readonly unchanged?: true }
  | { readonly threadId: string; readonly copied: false; readonly why: string };

/** The whole ledger, once it is known to verify. */
async function readVerified(hall: Hall, store: Store, threadId: string): Promise<string> {
  const text = await readWhole(store, threadId, store.place);
  const chunks = [{ text, restarted: false }];
  const verified = await verifyLedger({ threadId, chunks, knownHeads: [], format: hall.format });
  const problem = findVerifyError(threadId, verified);
  if (problem !== undefined) throw problem;
  return text;
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

type Missing = { readonly ledger: string | undefined; readonly documents: readonly (readonly [string, string])[] };

/**
 * What the other hall lacks of a debate. Throws `already-running`, `ledger-damaged`, `needs-update`, `storage`, and `already-exists` where
 * other events are there: only one with the same ones is what an earlier copy has left.
 */
async function findMissing(hall: Hall, { from, to }: CopyInput, threadId: string): Promise<Missing> {
  if (await from.isRunning(threadId)) throw new HallError('already-running', 'It is running.');
  const text = await readVerified(hall, from, threadId);
  const isThere = await to.exists(threadId);
  if (isThere && (await readWhole(to, threadId, to.place)) !== text) throw createTakenError(threadId, to.place);
  if (!isThere) await refuseInTheWay(to, threadId, { copied: true });
  const documents: (readonly [string, string])[] = [];
  for (const extension of (await lookBeside(from, threadId)).own) {
    const document = await from.readDocument(threadId, extension);
    if (document === undefined || (await to.readDocument(threadId, extension, 1))) continue;
    documents.push([extension, document]);
  }
  return { ledger: isThere ? undefined : text, documents };
}

/** Throws `storage` where the other hall takes nothing. */
async function copyDebate(hall: Hall, input: CopyInput, threadId: string): Promise<CopiedDebate> {
  const missing = await orRefusal(findMissing(hall, input, threadId));
  if (missing instanceof HallError) return { threadId, copied: false, why: missing.message };
  const { ledger, documents } = missing;
  try {
    if (ledger !== undefined) await input.to.create(threadId, ledger, { copied: true });
    for (const [extension, text] of documents) await input.to.writeDocument(threadId, extension, text);
  } catch (error) {
    if (!(error instanceof HallError) || error.code === 'storage') throw error;
    return { threadId, copied: false, why: error.message };
  }
  const isCopied = ledger !== undefined || documents.length > 0;
  return { threadId, copied: true, ...(isCopied ? {} : { unchanged: true }) };
}

/**
 * One debate that cannot be copied, because it is damaged, cannot be read, needs another version, is running or there already with other events,
 * keeps none of the others back. Whoever repeats a copy that was cut off gets the rest. Throws `storage` for a hall that cannot be used at all.
 */
export async function copyHall(hall: Hall, input: CopyInput): Promise<readonly CopiedDebate[]> {
  const { from, to, signal, onProgress } = input;
  const ids: string[] = [];
  for await (const id of eachId(from)) ids.push(id);
  // What cannot be reached would be wrong with every single debate.
  await to.list({ most: 1 });
  const limit = pLimit(AT_ONCE);
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
