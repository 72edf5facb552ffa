// Asks for a run of a debate and says how to follow it.
import { EXIT, type ExitCode } from '../../../domain/failures/exit-codes.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { orderRun } from '../../../hall/operations/queue/order-run.ts';
import type { RunPriority } from '../../../platform/queues/queue.ts';
import { printEither, printMessage, printResult } from '../terminal/io.ts';
import { personName } from '../terminal/person.ts';

interface Order {
  readonly threadId: string;
  readonly priority?: RunPriority;
}

export async function addToQueue(
  hall: Hall,
  { threadId, priority }: Order,
  flags: { readonly json?: boolean },
): Promise<ExitCode> {
  const result = await orderRun(hall, { threadId, owner: personName(), priority });
  await printEither(flags, { threadId, result }, () =>
    printResult(result === 'queued' ? `${threadId}: queued` : `${threadId}: already queued`),
  );
  printMessage(`Follow it with "debate-hall watch ${threadId}".`);
  return EXIT.ok;
}
