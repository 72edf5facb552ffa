// `debate-hall queue add`: asks for a run of a debate.
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import type { RunPriority } from '../../../../platform/queues/queue.ts';
import { addToQueue } from '../../actions/add-to-queue.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';

export async function run(reference: string, flags: HallFlags & { readonly priority: RunPriority }): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const threadId = await findDebate(hall, reference);
    return await addToQueue(hall, { threadId, priority: flags.priority }, flags);
  });
}
