// `debate-hall queue retry`: asks again for a run that failed or was cancelled, or for all that failed.
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printResult } from '../../terminal/io.ts';

interface RetryFlags extends HallFlags {
  readonly all?: boolean;
}

async function retryOne(hall: Hall, reference: string): Promise<readonly string[]> {
  const threadId = await findDebate(hall, reference);
  if (await (await hall.queue()).retry(threadId)) return [threadId];
  throw new HallError('not-active', `No run of "${threadId}" failed or was cancelled.`, {
    hint: `Add one with "debate-hall queue add ${threadId}".`,
  });
}

async function retryAll(hall: Hall): Promise<readonly string[]> {
  const queue = await hall.queue();
  const retried = new Set<string>();
  for (;;) {
    // A list has an end, and there may be more; what fails again is not tried again.
    const failed = (await queue.list({ states: ['failed'] })).filter(({ threadId }) => !retried.has(threadId));
    for (const { threadId } of failed.toReversed()) if (await queue.retry(threadId)) retried.add(threadId);
    if (failed.length === 0) return [...retried];
  }
}

export async function run(reference: string | undefined, flags: RetryFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    if ((reference === undefined) === (flags.all !== true)) {
      throw new HallError('usage', 'Name one debate, or all runs that failed.', {
        hint: 'Such as "debate-hall queue retry rust", or "debate-hall queue retry --all".',
      });
    }
    const retried = reference === undefined ? await retryAll(hall) : await retryOne(hall, reference);
    if (flags.json === true) await printJson(retried.map((threadId) => ({ threadId, result: 'queued' })));
    else if (retried.length === 0) await printResult('No run failed.');
    else for (const threadId of retried) await printResult(`${threadId}: queued`);
    return EXIT.ok;
  });
}
