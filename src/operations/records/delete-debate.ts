// Deletes a debate for good, with what the hall has written of it.
import { WRITTEN_EXTENSIONS } from '../../exporters/exporter.ts';
import { FOLDER } from '../../signatures/statement.ts';
import type { Hall } from '../hall.ts';

/** Throws `not-found`, `already-running`, `locked`, `storage`. */
export async function deleteDebate(hall: Hall, threadId: string): Promise<void> {
  await hall.store.remove(threadId, [...WRITTEN_EXTENSIONS, FOLDER]);
}
