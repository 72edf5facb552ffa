// Verifies a ledger as it stands in a folder: read by the store, judged by the rules.
import { type Verification, verifyLedger } from '../../src/engine/verify.ts';
import { FileStore } from '../../src/stores/file/index.ts';
import { knownFormat } from './hall.ts';

export async function verifyFile(folder: string, threadId: string, head?: string): Promise<Verification> {
  const chunk = await new FileStore({ folder }).read(threadId);
  return await verifyLedger({
    threadId,
    chunks: chunk === undefined ? [] : [chunk],
    knownHeads: head === undefined ? [] : [{ hash: head, from: 'elsewhere' }],
    format: knownFormat,
  });
}
