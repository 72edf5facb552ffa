// What every command that looks through the hall says of records that it cannot read.
import type { Hall } from '../../../hall/operations/hall.ts';
import { describeLoneRecords } from '../../../hall/operations/records/lists/find-debate.ts';
import { printWarning } from '../terminal/io.ts';

export async function warnOfLoneRecords(hall: Hall): Promise<void> {
  for (const warning of await describeLoneRecords(hall)) printWarning(warning);
}
