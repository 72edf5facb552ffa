// `debate-hall queue unschedule`: removes a schedule.
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printResult } from '../../terminal/io.ts';

export async function run(name: string, flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    if (!(await (await hall.queue()).removeSchedule(name))) {
      throw new HallError('not-found', `There is no schedule "${name}".`, {
        hint: 'List them with "debate-hall queue schedules".',
      });
    }
    if (flags.json === true) await printJson({ name, result: 'removed' });
    else await printResult(`${name}: removed`);
    return EXIT.ok;
  });
}
