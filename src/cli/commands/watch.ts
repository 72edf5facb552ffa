// `debate-hall watch`: the past of a debate, then what a run in another process says as it says it.
import { EXIT } from '../../domain/errors.ts';
import { showDebate, watchDebate } from '../../operations/read.ts';
import { coloursFor, talk } from '../io.ts';
import { headLines, saidLines } from '../render/record-view.ts';
import { summaryLines } from '../render/summary.ts';
import { type HallFlags, withHall } from '../run-action.ts';
import { printEvent, viewFor } from '../run-view.ts';

interface WatchFlags extends HallFlags {
  readonly events?: boolean;
  readonly log?: boolean;
}

export async function run(threadId: string, flags: WatchFlags): Promise<void> {
  await withHall(flags, [], async ({ hall, signal }) => {
    const colours = coloursFor(process.stderr);
    const view = viewFor({ ...flags, quiet: flags.events === true });
    try {
      for await (const seen of watchDebate(hall, threadId, signal)) {
        if (seen.kind === 'so-far' && flags.events !== true) {
          for (const line of [...headLines(seen.record, colours), ...saidLines(seen.record, colours)]) talk(line);
        } else if (seen.kind === 'live') {
          if (flags.events === true) printEvent(seen.event);
          else if (seen.event.type !== 'run-started') view.listen(seen.event);
        } else if (seen.kind === 'idle' && !signal.aborted) {
          view.close();
          for (const line of summaryLines(await showDebate(hall, threadId), {}, colours)) talk(line);
          if (!seen.over) talk(`Nobody runs it now. Go on with: debate-hall resume ${threadId}`);
        }
      }
    } finally {
      view.close();
    }
    return EXIT.decided;
  });
}
