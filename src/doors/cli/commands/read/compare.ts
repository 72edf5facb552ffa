// `debate-hall compare`: how two debates differ.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { compareDebates } from '../../../../hall/operations/records/comparison/compare-debates.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { comparisonLines } from '../../render/comparison-view.ts';
import { coloursFor, printJson, printLines } from '../../terminal/io.ts';

export async function run(reference: string, other: string, flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const comparison = await compareDebates(hall, await findDebate(hall, reference), await findDebate(hall, other));
    if (flags.json === true) await printJson(comparison);
    else await printLines(comparisonLines(toPrintable(comparison), coloursFor(process.stdout)));
    return EXIT.ok;
  });
}
