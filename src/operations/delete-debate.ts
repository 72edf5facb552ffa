// Deletes a debate for good, with the record that the hall has written of it.
import { exporterNamed, RECORD_FORMAT } from './export-debate.ts';
import type { Hall } from './hall.ts';

/** Throws `not-found`, `already-running`, `locked`, `storage`. */
export async function deleteDebate(hall: Hall, threadId: string): Promise<void> {
  const { extension } = await exporterNamed(hall, RECORD_FORMAT);
  await hall.store.remove(threadId, [extension]);
}
