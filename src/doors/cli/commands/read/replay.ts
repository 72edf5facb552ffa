// `debate-hall replay`: plays a debate back without a model, while the rules read everything in it again.
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { replayDebate } from '../../../../hall/operations/records/replay-debate.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { viewFor } from '../../render/live/live-view.ts';
import { listRemarks, replayLines } from '../../render/verify-view.ts';
import { coloursFor, printJson, printLines, printMessage } from '../../terminal/io.ts';

interface ReplayFlags extends HallFlags {
  readonly until?: number;
  readonly speed?: number;
  readonly log?: boolean;
  readonly quiet?: boolean;
}

export async function run(reference: string, flags: ReplayFlags): Promise<void> {
  await withHall(flags, [], async ({ hall, signal }) => {
    const threadId = await findDebate(hall, reference);
    const view = await viewFor({ ...flags, quiet: flags.quiet === true || flags.json === true });
    const { until, speed } = flags;
    const result = await replayDebate(hall, {
      ...{ threadId, signal, listen: view.listen },
      ...defined({ until, speed }),
    }).finally(() => view.close());
    if (signal.aborted) throw new HallError('cancelled', 'Cancelled.');
    if (flags.json === true) await printJson(result);
    else {
      for (const remark of listRemarks(result)) printMessage(remark);
      await printLines(replayLines(toPrintable(result), coloursFor(process.stdout)));
    }
    return result.ok ? EXIT.ok : EXIT.internal;
  });
}
