// `debate-hall people export`: everything that the hall has of a person.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { exportPerson } from '../../../../hall/operations/people/export-person.ts';
import type { HallFlags } from '../../actions/run-action.ts';
import { printJson, printWarning } from '../../terminal/io.ts';
import { withPeople } from './with-people.ts';

export async function run(person: string, flags: HallFlags): Promise<void> {
  await withPeople(flags, async (hall, desk) => {
    const exported = await exportPerson(hall, desk, person);
    for (const { threadId, problem } of exported.unread) printWarning(`${threadId} could not be read: ${problem}`);
    await printJson(exported);
    return EXIT.ok;
  });
}
