// `debate-hall resume`: goes on where the ledger stands.
import { findDebate } from '../../operations/find-debate.ts';
import { endOfDebate } from '../../operations/run-thread.ts';
import { personName } from '../person.ts';
import { type HallFlags, withHall } from '../run-action.ts';
import { runAndShow, showEnd, type ViewFlags } from '../run-view.ts';
import { type LimitFlags, raisedLimits, type SeatFlags, seatSpecs, settingsFrom } from '../settings-from-flags.ts';

type ResumeFlags = HallFlags &
  SeatFlags &
  LimitFlags &
  ViewFlags & { readonly more?: number; readonly retries?: number };

export async function run(reference: string, flags: ResumeFlags): Promise<void> {
  const { retries } = flags;
  await withHall(flags, settingsFrom(retries === undefined ? {} : { retries }), async (context) => {
    const threadId = await findDebate(context.hall, reference);
    const reseat = seatSpecs(flags);
    const limits = raisedLimits(flags);
    const changes = { ...reseat, ...limits, ...(flags.more === undefined ? {} : { more: flags.more }) };
    const end = Object.keys(changes).length === 0 ? await endOfDebate(context.hall, threadId) : undefined;
    if (end !== undefined) return await showEnd(end, flags);
    return await runAndShow(context, flags, {
      threadId,
      reseat,
      ...limits,
      ...(flags.more === undefined ? {} : { more: { rounds: flags.more, by: personName() } }),
    });
  });
}
