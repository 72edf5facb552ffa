// `debate-hall delete`: removes a debate for good, after a confirmation at the terminal.
import type { Command } from '@commander-js/extra-typings';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { describeUnreadable, UNREADABLE } from '../../../../domain/failures/unreadable.ts';
import { topicLine } from '../../../../hall/operations/debate/opening/topic.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { showDebate } from '../../../../hall/operations/records/copies/export-debate.ts';
import { deleteDebate, describeLeftCopies } from '../../../../hall/operations/records/delete-debate.ts';
import { refuseForeign } from '../../../../hall/operations/records/foreign-file.ts';
import { findDebate, requireWholeId } from '../../../../hall/operations/records/lists/find-debate.ts';
import { withHall } from '../../actions/run-action.ts';
import { addResultOptions } from '../../input/options.ts';
import { askConsent } from '../../terminal/ask-consent.ts';
import { printEither, printMessage, printResult, printWarning } from '../../terminal/io.ts';

/** Debates that cannot be read can be deleted as well. */
async function describe(hall: Hall, threadId: string): Promise<string> {
  try {
    return `${threadId}: ${topicLine((await showDebate(hall, threadId)).topic)}`;
  } catch (error) {
    if (!(error instanceof HallError) || !UNREADABLE.includes(error.code)) throw error;
    return `${threadId} (${describeUnreadable(error.code)})`;
  }
}

export function define(command: Command): void {
  addResultOptions(command)
    .argument('<id>', 'the debate')
    .option('--yes', 'skip the confirmation')
    .action(async (reference, flags) => {
      await withHall(flags, {}, async ({ hall }) => {
        // Who is asked reads the whole id in the question.
        const threadId = await (flags.yes === true ? requireWholeId : findDebate)(hall, reference);
        await refuseForeign(hall.store, threadId);
        const name = await describe(hall, threadId);
        if (flags.yes !== true && !(await askConsent(`Permanently delete ${name}?`))) {
          printMessage('Nothing was deleted.');
          return EXIT.cancelled;
        }
        const copies = await deleteDebate(hall, threadId);
        const left = describeLeftCopies(copies);
        if (left !== '') printWarning(left);
        await printEither(flags, { threadId, deleted: true, ...copies }, () => printResult(`deleted ${threadId}`));
      });
    });
}
