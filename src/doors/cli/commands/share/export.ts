// `debate-hall export`: a debate as a document, or as a folder of files.
import type { Command } from '@commander-js/extra-typings';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { listExporters } from '../../../../hall/compose/discover.ts';
import { exportFiles, exportPieces, showDebate } from '../../../../hall/operations/records/copies/export-debate.ts';
import { withDebate } from '../../actions/run-action.ts';
import { writeDocument, writeFolder } from '../../actions/write-export.ts';
import { addHallOptions } from '../../input/options.ts';
import { printMessage, printResult, printWarning } from '../../terminal/io.ts';

export function define(command: Command): void {
  addHallOptions(command.argument('<id>', 'the debate'))
    .option('-F, --format <file-format>', listExporters().join(', '), 'markdown')
    .option('-o, --output <path>', 'file to write (default: standard output), or folder for debate-folder')
    .option('--with-paths', 'keep program paths and other absolute paths of this machine')
    .option('--with-ledger', 'embed the ledger, so that the page checks its chain (html)')
    .option('--force', 'overwrite existing files')
    .action(async (reference, flags) => {
      await withDebate(reference, flags, async ({ hall, threadId }) => {
        const { output, format, force = false } = flags;
        if (output === undefined) await printResult(await exportPieces(hall, threadId, format, flags));
        else {
          const files = await exportFiles(hall, threadId, format, flags);
          if (files === undefined)
            await writeDocument({ hall, threadId }, output, await exportPieces(hall, threadId, format, flags), force);
          else await writeFolder({ hall, threadId }, output, files, force);
        }
        // Of an export that was refused, nothing is left out.
        const { hasNoLabels, countLeftOut } = await hall.exporter(format);
        if (hasNoLabels === true)
          printWarning(
            `${format} does not say whether a debate was a rehearsal, its panel degraded or its ledger damaged.`,
          );
        const leftOut = countLeftOut?.(await showDebate(hall, threadId)) ?? 0;
        if (leftOut > 0)
          printWarning(
            `${format} has no place for openings, votes, final answers and picks: ${countNoun(leftOut, 'turn')} left out.`,
          );
        if (output !== undefined) printMessage(`Wrote ${output}.`);
      });
    });
}
