// Deletes a debate for good, with what the hall has written of it.
import { WRITTEN_EXTENSIONS } from '../../../exchange/exporters/exporter.ts';
import { FOLDER } from '../../../exchange/signatures/statement.ts';
import { listFamily } from '../debate/related/family.ts';
import type { Hall } from '../hall.ts';

/** Gives the forks that still hold what they copied. Throws `not-found`, `already-running`, `locked`, `storage`. */
export async function deleteDebate(hall: Hall, threadId: string): Promise<readonly string[]> {
  const [, ...forks] = await listFamily(hall, [threadId]);
  await hall.store.remove(threadId, [...WRITTEN_EXTENSIONS, FOLDER]);
  return forks;
}
