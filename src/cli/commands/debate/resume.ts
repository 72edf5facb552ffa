// `debate-hall resume`: resumes a debate where it left off.
import { defined } from '../../../domain/defined.ts';
import type { ExitCode } from '../../../domain/exit-codes.ts';
import { getRunOutput, listStepsAfterClose, type RunOutput } from '../../../operations/debate/run-thread.ts';
import { findDebate } from '../../../operations/records/find-debate.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { runAndShow, showEnd, type ViewFlags } from '../../actions/run-view.ts';
import {
  type LimitFlags,
  raisedLimits,
  type SeatFlags,
  seatSpecs,
  settingsFrom,
} from '../../input/settings-from-flags.ts';
import { coloursFor, printMessage } from '../../terminal/io.ts';
import { personName } from '../../terminal/person.ts';

type ResumeFlags = HallFlags &
  SeatFlags &
  LimitFlags &
  ViewFlags & { readonly more?: number; readonly retries?: number };

/** The end of a debate that is over, and what can still be done with it. */
async function showClosed(end: RunOutput, flags: ResumeFlags): Promise<ExitCode> {
  const exit = await showEnd(end, flags);
  const steps = listStepsAfterClose(end.snapshot).join(', or ');
  if (flags.quiet !== true && steps !== '')
    printMessage(`${coloursFor(process.stderr).cyan('next: ')} The debate is closed; ${steps}.`);
  return exit;
}

export async function run(reference: string, flags: ResumeFlags): Promise<void> {
  const { retries } = flags;
  await withHall(flags, settingsFrom(retries === undefined ? {} : { retries }), async (context) => {
    const threadId = await findDebate(context.hall, reference);
    const reseat = seatSpecs(flags);
    const limits = raisedLimits(flags);
    const changes = { ...reseat, ...limits, ...defined({ more: flags.more }) };
    const end = Object.keys(changes).length === 0 ? await getRunOutput(context.hall, threadId) : undefined;
    if (end !== undefined) return await showClosed(end, flags);
    return await runAndShow(context, flags, {
      threadId,
      reseat,
      ...limits,
      ...(flags.more === undefined ? {} : { more: { rounds: flags.more, by: personName() } }),
    });
  });
}
