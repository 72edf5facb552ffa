// Tells a file that only ends as a ledger does, which is a person's, from a ledger that is damaged.
import { HallError } from '../../../domain/failures/errors.ts';
import type { Store } from '../../../ledger/stores/store.ts';
import { lookBeside } from './look-beside.ts';

/** How a line of a ledger begins and ends; the end is missing where it was cut off, or is longer than what is looked at. */
const EVENT =
  /(?:^\ufeff?|\n)\{"at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","data":\{[^\n]*(?:\},"hash":"[0-9a-f]{64}","prev":(?:null|"[0-9a-f]{64}"),"seq":\d+,"type":"[^"\n]+","v":\d+\}\r?\n|(?![\s\S]))/;
const LOOKED_AT_BYTES = 256 * 1024;

/**
 * What is wrong with a file that only ends as a ledger does: none of its lines has the form of an event, however damaged the rest is, and
 * nothing that the hall wrote of such a debate is beside it. Throws `storage`.
 */
export async function findForeign(store: Store, threadId: string): Promise<HallError | undefined> {
  const extension = '.jsonl';
  const text = await store.readDocument(threadId, extension, LOOKED_AT_BYTES);
  // A database holds no files of others.
  if (text === undefined || EVENT.test(text) || (await lookBeside(store, threadId)).own.length > 0) return undefined;
  return new HallError('storage', `${threadId}${extension} is not a ledger: no line has the form of an event.`, {
    hint: 'If it was one, remove the file itself; else move it out of the folder of the debates.',
  });
}

/** Throws `storage`. */
export async function refuseForeign(store: Store, threadId: string): Promise<void> {
  const foreign = await findForeign(store, threadId);
  if (foreign !== undefined) throw foreign;
}
