// `debate-hall queue schedules`: what is rechecked, and when.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printLines, printMessage } from '../../terminal/io.ts';

export async function run(flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const schedules = await (await hall.queue()).schedules();
    if (flags.json === true) await printJson(schedules);
    else if (schedules.length === 0) printMessage('Nothing is scheduled.');
    else
      await printLines(
        toPrintable(schedules).map(({ name, cron, threadId }) => `${name}: rechecks ${threadId} at "${cron}" (UTC)`),
      );
    return EXIT.ok;
  });
}
