// The people of the hall, for the commands that look after them.
import type { ExitCode } from '../../../../domain/failures/exit-codes.ts';
import { openPeopleDesk } from '../../../../hall/compose/desks.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import type { PeopleDesk } from '../../../../hall/operations/people/export-person.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { localPrincipal } from '../../terminal/local-principal.ts';

export async function withPeople(
  flags: HallFlags,
  work: (hall: Hall, desk: PeopleDesk) => Promise<ExitCode>,
): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const desk = await openPeopleDesk(hall, localPrincipal());
    try {
      return await work(hall, desk);
    } finally {
      await desk.close();
    }
  });
}
