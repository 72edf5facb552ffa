// Debates a decision again when it is time, and asks for the run.
import type { Schedule } from '../../../platform/queues/queue.ts';
import { openDebate } from '../debate/opening/open-debate.ts';
import { findOpenRecheck, recheckOpening } from '../debate/related/recheck.ts';
import type { Hall } from '../hall.ts';
import { prepareOrder } from './order-run.ts';

/** A recheck that is still open is continued: nobody gets two at a time. It was asked for long ago, so no quota holds it up. */
export async function recheckScheduled(hall: Hall, { threadId, owner }: Schedule): Promise<void> {
  const open = await findOpenRecheck(hall, threadId);
  const opened =
    open ?? (await openDebate(hall, { ...(await recheckOpening(hall, threadId)).input, askedBy: owner })).threadId;
  await (await hall.queue()).enqueue(await prepareOrder(hall, { threadId: opened, owner, priority: 'low' }));
}
