// Deletes a debate for good, with what the hall has written of it.
import { FOLDER } from '../../../exchange/signatures/statement.ts';
import { quoteArgument } from '../../../support/quote-argument.ts';
import { listFamily, listUnreadable } from '../debate/related/family.ts';
import type { Hall } from '../hall.ts';
import { type EvaluationCopy, listEvaluationCopies } from './evaluation-copies.ts';
import { refuseForeign } from './foreign-file.ts';
import { lookBeside } from './look-beside.ts';

export interface LeftCopies {
  /** Forks that still hold what they copied. */
  readonly forks: readonly string[];
  /** Debates that cannot be read, so that nobody knows what they hold. */
  readonly unreadable: readonly string[];
  /** Files with names of the hall's that it did not write, or that somebody changed. */
  readonly files: readonly string[];
  /** The same debates, where an evaluation keeps them. */
  readonly evaluations: readonly EvaluationCopy[];
}

/** What stays of these debates, once they are gone. */
export async function findLeftCopies(hall: Hall, threadIds: readonly string[]): Promise<LeftCopies> {
  const gone = new Set(threadIds);
  const isLeft = (id: string) => !gone.has(id);
  const family = await listFamily(hall, threadIds);
  const unreadable = (await listUnreadable(hall)).filter(isLeft);
  const files: string[] = [];
  for (const id of threadIds) files.push(...(await lookBeside(hall.store, id)).foreign.map((end) => `${id}${end}`));
  return { forks: [...family].filter(isLeft), unreadable, files, evaluations: listEvaluationCopies(hall, threadIds) };
}

/** Also what was asked for it. Throws `not-found`, `already-running`, `locked`, `storage`. */
export async function removeDebate(hall: Hall, threadId: string): Promise<void> {
  await refuseForeign(hall.store, threadId);
  const { own, foreign } = await lookBeside(hall.store, threadId);
  const places = foreign.some((end) => end.startsWith(FOLDER)) ? own : [...own, FOLDER];
  await hall.store.remove(threadId, places, async () => {
    await (await hall.queue()).remove(threadId);
    await (await hall.outbox()).forget(threadId);
  });
}

/** Throws what `removeDebate` throws. */
export async function deleteDebate(hall: Hall, threadId: string): Promise<LeftCopies> {
  const copies = await findLeftCopies(hall, [threadId]);
  await removeDebate(hall, threadId);
  return copies;
}

/** In sentences; empty where nothing is left. */
export function describeLeftCopies({ forks, unreadable, files, evaluations }: LeftCopies): string {
  const unread = evaluations.filter(({ problem }) => problem !== undefined).map(({ folder }) => folder);
  const hidden = [...new Set([...unreadable, ...unread])];
  const commands = evaluations
    .filter(({ problem }) => problem === undefined)
    .map(({ threadId, folder }) => `"debate-hall delete ${threadId} --hall ${quoteArgument(folder)}"`);
  return [
    ...(forks.length === 0 ? [] : [`Forks still hold what they copied: ${forks.join(', ')}.`]),
    ...(hidden.length === 0 ? [] : [`May hold copies, but cannot be read: ${hidden.join(', ')}.`]),
    ...(files.length === 0 ? [] : [`Stay, as they are not as the hall writes them: ${files.join(', ')}.`]),
    ...(commands.length === 0 ? [] : [`Evaluations keep the same: delete it with ${commands.join(', ')}.`]),
  ].join(' ');
}
