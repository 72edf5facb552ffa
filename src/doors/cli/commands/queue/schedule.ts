// `debate-hall queue schedule`: a decision that is rechecked again and again.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printResult } from '../../terminal/io.ts';
import { personName } from '../../terminal/person.ts';

interface ScheduleFlags extends HallFlags {
  readonly every: string;
  readonly name?: string;
}

export async function run(reference: string, { every, name, ...flags }: ScheduleFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const threadId = await findDebate(hall, reference);
    const schedule = { name: name ?? threadId, cron: every, threadId, owner: personName() };
    await (await hall.queue()).setSchedule(schedule);
    if (flags.json === true) await printJson(schedule);
    else await printResult(`${schedule.name}: rechecks ${threadId} at "${every}" (UTC)`);
    return EXIT.ok;
  });
}
