// `debate-hall queue workers`: who takes runs now, and with which agents.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printLines, printMessage } from '../../terminal/io.ts';

export async function run(flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const workers = await (await hall.queue()).workers();
    if (flags.json === true) await printJson(workers);
    else if (workers.length === 0) printMessage('No worker is running. Start one with "debate-hall worker".');
    else
      await printLines(
        toPrintable(workers).map(({ name, concurrency, agents, owner }) => {
          const whose = owner === undefined ? '' : `; only what ${owner} asks for`;
          return `${name}: ${concurrency} at once; ${agents.join(', ')}${whose}`;
        }),
      );
    return EXIT.ok;
  });
}
