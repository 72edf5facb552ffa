// `debate-hall resume`: goes on where the ledger stands.
import { ledgerLimits } from '../../operations/open-debate.ts';
import { personName } from '../person.ts';
import { type HallFlags, withHall } from '../run-action.ts';
import { runAndShow, type ViewFlags } from '../run-view.ts';
import { type LimitFlags, type SeatFlags, seatSpecs } from '../settings-from-flags.ts';

type ResumeFlags = HallFlags & SeatFlags & LimitFlags & ViewFlags & { readonly more?: number };

export async function run(threadId: string, flags: ResumeFlags): Promise<void> {
  await withHall(flags, [], async (context) => {
    const { maxTokens, maxUsd, maxMinutes } = flags;
    const raised = ledgerLimits({
      tokens: maxTokens ?? null,
      usd: maxUsd ?? null,
      minutes: maxMinutes ?? null,
      turns: null,
      rounds: null,
    });
    const limits = Object.fromEntries(Object.entries(raised).filter(([, value]) => value !== null));
    return await runAndShow(context, flags, {
      threadId,
      reseat: seatSpecs(flags),
      ...(flags.more === undefined ? {} : { more: { rounds: flags.more, by: personName() } }),
      ...(Object.keys(limits).length === 0 ? {} : { limits }),
    });
  });
}
