// `debate-hall queue add`: asks for a run of a debate.
import { EXIT } from '../../../domain/exit-codes.ts';
import { orderRun } from '../../../operations/queue/order-run.ts';
import { findDebate } from '../../../operations/records/find-debate.ts';
import type { RunPriority } from '../../../queues/queue.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';
import { personName } from '../../terminal/person.ts';

export async function run(reference: string, flags: HallFlags & { readonly priority: RunPriority }): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const threadId = await findDebate(hall, reference);
    const result = await orderRun(hall, { threadId, owner: personName(), priority: flags.priority });
    if (flags.json === true) await printJson({ threadId, result });
    else await printResult(result === 'queued' ? `${threadId}: queued` : `${threadId}: already queued`);
    printMessage(`Follow it with "debate-hall watch ${threadId}".`);
    return EXIT.ok;
  });
}
