// `debate-hall watch`: the past of a debate, then what a run in another process says as it says it.
import type { Command } from '@commander-js/extra-typings';
import { OPEN_SEAT } from '../../../../domain/event-parts.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import { QUEUE_UNSEEN } from '../../../../domain/words/describe-state.ts';
import { writeResumeCommand } from '../../../../domain/words/resume-command.ts';
import { showDebate } from '../../../../hall/operations/records/copies/export-debate.ts';
import { watchDebate } from '../../../../hall/operations/records/watch-debate.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { withDebate } from '../../actions/run-action.ts';
import { printEvent } from '../../actions/run-view.ts';
import { addHallOptions } from '../../input/options.ts';
import { entriesLines } from '../../render/entries-view.ts';
import { createPage } from '../../render/layout/speech.ts';
import { viewFor } from '../../render/live/live-view.ts';
import { headLines, withoutWords } from '../../render/record-view.ts';
import { SUMMARY_HANG, summaryLines } from '../../render/summary.ts';
import { coloursFor, printMessage, signalReaderGone } from '../../terminal/io.ts';

/** A debate whose seats are all open has nothing that could be run. */
function wayOn(record: DebateRecord): string {
  const isManual = record.seats.every(({ agent }) => agent.kind === OPEN_SEAT.kind);
  return isManual ? `debate-hall say ${record.threadId} --seat <seat> "…"` : writeResumeCommand(record);
}

export function define(command: Command): void {
  addHallOptions(command.argument('<id>', 'the debate'))
    .option('--events', 'print live events as JSON lines')
    .option('--log', 'print one line per step instead of streaming')
    .action(async (reference, flags) => {
      await withDebate(reference, flags, async ({ hall, threadId, signal: stopped }) => {
        const signal = AbortSignal.any([
          stopped,
          signalReaderGone(flags.events === true ? process.stdout : process.stderr),
        ]);
        const colours = coloursFor(process.stderr);
        const view = await viewFor({ ...flags, quiet: flags.events === true });
        try {
          for await (const seen of watchDebate(hall, threadId, signal)) {
            if (seen.kind === 'so-far' && flags.events !== true) {
              const record = toPrintable(withoutWords(seen.record));
              const page = await createPage(process.stderr, colours);
              for (const line of headLines(record, colours)) printMessage(line);
              for (const line of entriesLines(seen.record, page, { withLooks: true })) printMessage(line);
              view.follow?.(record);
            } else if (seen.kind === 'live') {
              if (flags.events === true) printEvent(seen.event);
              else if (seen.event.type !== 'run-started') view.listen(seen.event);
            } else if (seen.kind === 'queued') {
              printMessage('It waits for a worker.');
            } else if (seen.kind === 'idle' && !signal.aborted) {
              view.close();
              const record = toPrintable(withoutWords(await showDebate(hall, threadId)));
              for (const line of summaryLines(record, {}, colours)) printMessage(line, SUMMARY_HANG);
              if (seen.isUnseen === true) printMessage(QUEUE_UNSEEN);
              else if (!seen.over) printMessage(`It is not running now. Continue with: ${wayOn(record)}`);
            }
          }
        } finally {
          view.close();
        }
        if (stopped.aborted) throw new HallError('cancelled', 'Cancelled.');
      });
    });
}
