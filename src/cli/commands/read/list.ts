// `debate-hall list`: the debates of the hall.
import { EXIT } from '../../../domain/errors.ts';
import { listDebates } from '../../../operations/records/list-debates.ts';
import { printable } from '../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { type FilterFlags, filterFrom } from '../../input/list-filter.ts';
import { debateLines } from '../../render/list-view.ts';
import { roomOf } from '../../render/word-wrap.ts';
import { coloursFor, printJson, printLines, talk } from '../../terminal/io.ts';

export async function run(flags: HallFlags & FilterFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const filter = await filterFrom(hall, flags);
    const debates = await listDebates(hall, filter);
    if (flags.json === true) await printJson(debates);
    else if (debates.length > 0)
      await printLines(debateLines(printable(debates), roomOf(process.stdout), coloursFor(process.stdout)));
    else if (Object.keys(filter).length > 0) talk('No debates match.');
    else talk(`There are no debates in ${hall.loaded.config.hall} yet.`);
    return EXIT.ok;
  });
}
