// `debate-hall list`: the debates of the hall.
import type { Command } from '@commander-js/extra-typings';
import { describeUnseenQueue } from '../../../../hall/operations/queue/queued-run.ts';
import { describeNone } from '../../../../hall/operations/records/lists/find-debate.ts';
import { listDebates } from '../../../../hall/operations/records/lists/list-debates.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { readHall } from '../../actions/run-action.ts';
import { warnOfLoneRecords, warnOfUnsearched } from '../../actions/warn-of-left-out.ts';
import { buildFilter } from '../../input/list-filter.ts';
import { addFilterOptions } from '../../input/options.ts';
import { getPaper } from '../../render/layout/table.ts';
import { debateLines } from '../../render/list-view.ts';
import { printJson, printLines, printMessage, printWarning } from '../../terminal/io.ts';

/** Without --limit. A hall has a thousand debates before long, and each that is shown has to be read and checked. */
const SHOWN = 30;

export function define(command: Command): void {
  addFilterOptions(command)
    .addHelpText(
      'after',
      `
Shows the 30 debates that changed last. Use --limit for more or fewer.

Example:
  debate-hall list --outcome decided --since 30d`,
    )
    .action(async (flags) => {
      await readHall(flags, async ({ hall }) => {
        const filter = buildFilter(hall, flags);
        const limit = filter.limit ?? (flags.json === true ? undefined : SHOWN);
        const found = await listDebates(hall, { ...filter, ...(limit === undefined ? {} : { limit: limit + 1 }) });
        const debates = found.slice(0, limit);
        if (flags.json === true) await printJson(debates);
        else if (debates.length > 0) await printLines(debateLines(toPrintable(debates), getPaper()));
        else if (Object.keys(filter).length > 0) printMessage('No debates match.');
        else printMessage(describeNone(hall));
        if (found.length > debates.length && flags.limit === undefined) {
          printMessage(`Only the ${limit} that changed last are shown. See more with --limit.`);
        }
        for (const warning of describeUnseenQueue(debates)) printWarning(warning);
        await (Object.keys(filter).some((name) => name !== 'limit') ? warnOfUnsearched : warnOfLoneRecords)(hall);
      });
    });
}
