// Verifies a ledger as it stands in a hall: read by the store, judged by the rules.
import { type Verification, verifyLedger } from '../../src/ledger/engine/verify.ts';
import { knownFormat, openTestStore } from './hall.ts';

export async function verifyFile(folder: string, threadId: string, head?: string): Promise<Verification> {
  const store = openTestStore(folder);
  const chunk = await store.read(threadId);
  await store.close();
  return await verifyLedger({
    threadId,
    chunks: chunk === undefined ? [] : [chunk],
    knownHeads: head === undefined ? [] : [{ hash: head, from: 'elsewhere' }],
    format: knownFormat,
  });
}
