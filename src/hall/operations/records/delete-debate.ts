// Deletes a debate for good, with what the hall has written of it.
import { WRITTEN_EXTENSIONS } from '../../../exchange/exporters/exporter.ts';
import { FOLDER } from '../../../exchange/signatures/statement.ts';
import { listFamily, listUnreadable } from '../debate/related/family.ts';
import type { Hall } from '../hall.ts';

export interface LeftCopies {
  /** Forks that still hold what they copied. */
  readonly forks: readonly string[];
  /** Debates that cannot be read, so that nobody knows what they hold. */
  readonly unreadable: readonly string[];
}

/** Throws `not-found`, `already-running`, `locked`, `storage`. */
export async function deleteDebate(hall: Hall, threadId: string): Promise<LeftCopies> {
  const [, ...forks] = await listFamily(hall, [threadId]);
  const unreadable = (await listUnreadable(hall)).filter((id) => id !== threadId);
  await hall.store.remove(threadId, [...WRITTEN_EXTENSIONS, FOLDER]);
  return { forks, unreadable };
}

/** In sentences; empty where nothing is left. */
export function describeLeftCopies({ forks, unreadable }: LeftCopies): string {
  return [
    ...(forks.length === 0 ? [] : [`Forks still hold what they copied: ${forks.join(', ')}.`]),
    ...(unreadable.length === 0 ? [] : [`May hold copies, but cannot be read: ${unreadable.join(', ')}.`]),
  ].join(' ');
}
