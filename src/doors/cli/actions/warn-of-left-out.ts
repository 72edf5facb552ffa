// What every command that looks through the hall says of what it cannot read.
import type { Hall } from '../../../hall/operations/hall.ts';
import { describeLoneRecords, describeUnsearched } from '../../../hall/operations/records/lists/find-debate.ts';
import { printWarning } from '../terminal/io.ts';

/** For what names debates that cannot be read in its result. */
export async function warnOfLoneRecords(hall: Hall): Promise<void> {
  for (const warning of await describeLoneRecords(hall)) printWarning(warning);
}

export async function warnOfUnsearched(hall: Hall): Promise<void> {
  for (const warning of await describeUnsearched(hall)) printWarning(warning);
}
