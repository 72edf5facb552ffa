// Deletes a debate for good, with what the hall has written of it.
import { FOLDER } from '../../signatures/statement.ts';
import type { Hall } from '../hall.ts';
import { writtenFormats } from './copies/export-debate.ts';

/** Throws `not-found`, `already-running`, `locked`, `storage`. */
export async function deleteDebate(hall: Hall, threadId: string): Promise<void> {
  const written = await writtenFormats(hall);
  await hall.store.remove(threadId, [...written.map(({ extension }) => extension), FOLDER]);
}
