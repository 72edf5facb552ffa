// `debate-hall search`: finds old decisions by their words.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { searchDebates } from '../../../../hall/operations/records/lists/search-debates.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { type FilterFlags, filterFrom } from '../../input/list-filter.ts';
import { foundLines } from '../../render/list-view.ts';
import { coloursFor, printJson, printMessage, printSentences } from '../../terminal/io.ts';

export async function run(words: readonly string[], flags: HallFlags & FilterFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const text = words.join(' ');
    const found = await searchDebates(hall, { words: text, ...(await filterFrom(hall, flags)) });
    if (flags.json === true) await printJson(found);
    else if (found.length === 0) printMessage(`No line in any debate contains ${text}.`);
    else await printSentences(foundLines(toPrintable(found), coloursFor(process.stdout)));
    return EXIT.ok;
  });
}
