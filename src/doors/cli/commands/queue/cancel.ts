// `debate-hall queue cancel`: stops a run on whatever machine, or takes it out of the queue.
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';

export async function run(reference: string, flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const threadId = await findDebate(hall, reference);
    if (!(await (await hall.queue()).cancel(threadId))) {
      throw new HallError('not-active', `Debate "${threadId}" is neither queued nor running.`, {
        hint: 'List runs with "debate-hall queue list".',
      });
    }
    if (flags.json === true) await printJson({ threadId, result: 'cancelled' });
    else await printResult(`${threadId}: cancelled`);
    printMessage(`Nothing is lost: continue with "debate-hall queue retry ${threadId}".`);
    return EXIT.ok;
  });
}
