// `debate-hall queue retry`: asks again for a run that failed or was cancelled.
import { HallError } from '../../../domain/failures/errors.ts';
import { EXIT } from '../../../domain/failures/exit-codes.ts';
import { findDebate } from '../../../operations/records/lists/find-debate.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printResult } from '../../terminal/io.ts';

export async function run(reference: string, flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const threadId = await findDebate(hall, reference);
    if (!(await (await hall.queue()).retry(threadId))) {
      throw new HallError('not-active', `No run of "${threadId}" failed or was cancelled.`, {
        hint: `Add one with "debate-hall queue add ${threadId}".`,
      });
    }
    if (flags.json === true) await printJson({ threadId, result: 'queued' });
    else await printResult(`${threadId}: queued`);
    return EXIT.ok;
  });
}
