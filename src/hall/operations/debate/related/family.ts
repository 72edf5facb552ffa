// Forks, the forks of those, and debates that ask the same again: whom else a debate concerns.
import type { Hall } from '../../hall.ts';

/** These debates, their forks, the forks of those, and so on. A name that is used again can lead back to where it began. */
export async function listFamily({ summaries }: Hall, roots: readonly string[]): Promise<ReadonlySet<string>> {
  const family = new Set(roots);
  // A set that grows while it is walked is walked to its end.
  for (const threadId of family) for (const fork of await summaries.listRelated(threadId, ['fork'])) family.add(fork);
  return family;
}

/** Forks whose parent is not in the hall: nobody can tell whose descendants they are. */
export async function listOrphans({ summaries, store }: Hall): Promise<readonly string[]> {
  const orphans: string[] = [];
  for await (const { threadId, of } of summaries.eachRelated(({ kind }) => kind === 'fork')) {
    if (!(await store.exists(of))) orphans.push(threadId);
  }
  return orphans;
}

/** Debates of which nobody can tell what they hold, nor whose forks they are. */
export async function listUnreadable({ summaries }: Hall): Promise<readonly string[]> {
  const unreadable: string[] = [];
  for await (const { threadId } of summaries.unreadable()) unreadable.push(threadId);
  return unreadable.sort();
}

/** Debates that ask the same question again, with topic and material under seals of their own. */
export const listAskedAgain = async ({ summaries }: Hall, threadId: string) =>
  await summaries.listRelated(threadId, ['escalation', 'comparison', 'recheck']);
