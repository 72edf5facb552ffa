// `debate-hall search`: finds old decisions by their words.
import type { Command } from '@commander-js/extra-typings';
import { describeUnseenQueue } from '../../../../hall/operations/queue/queued-run.ts';
import { searchDebates } from '../../../../hall/operations/records/lists/search-debates.ts';
import { readHall } from '../../actions/run-action.ts';
import { warnOfUnsearched } from '../../actions/warn-of-left-out.ts';
import { buildFilter } from '../../input/list-filter.ts';
import { addFilterOptions } from '../../input/options.ts';
import { foundLines } from '../../render/list-view.ts';
import { coloursFor, printList, printSentences, printWarning } from '../../terminal/io.ts';

export function define(command: Command): void {
  addFilterOptions(
    command
      .description('Search topics, decisions and transcripts for lines that contain all the words.')
      .argument('<words...>', 'words to find, in any order and case; "words in quotation marks" as they stand'),
  )
    .addHelpText('after', '\nExample:\n  debate-hall search sqlite backup --since 2026-01-01')
    .action(async (words, flags) => {
      await readHall(flags, async ({ hall }) => {
        const text = words.join(' ');
        const found = await searchDebates(hall, { words: text, ...buildFilter(hall, flags) });
        await printList(flags, found, `Found no line that contains ${text}.`, (shown) =>
          printSentences(foundLines(shown, coloursFor(process.stdout))),
        );
        for (const warning of describeUnseenQueue(found)) printWarning(warning);
        await warnOfUnsearched(hall);
      });
    });
}
