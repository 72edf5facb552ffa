// `debate-hall resume`: goes on where the ledger stands.
import { findDebate } from '../../operations/find-debate.ts';
import { personName } from '../person.ts';
import { type HallFlags, withHall } from '../run-action.ts';
import { runAndShow, type ViewFlags } from '../run-view.ts';
import { type LimitFlags, raisedLimits, type SeatFlags, seatSpecs, settingsFrom } from '../settings-from-flags.ts';

type ResumeFlags = HallFlags &
  SeatFlags &
  LimitFlags &
  ViewFlags & { readonly more?: number; readonly retries?: number };

export async function run(reference: string, flags: ResumeFlags): Promise<void> {
  const { retries } = flags;
  await withHall(flags, settingsFrom(retries === undefined ? {} : { retries }), async (context) => {
    return await runAndShow(context, flags, {
      threadId: await findDebate(context.hall, reference),
      reseat: seatSpecs(flags),
      ...raisedLimits(flags),
      ...(flags.more === undefined ? {} : { more: { rounds: flags.more, by: personName() } }),
    });
  });
}
