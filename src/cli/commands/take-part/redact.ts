// `debate-hall redact`: removes text for good.
import { defined } from '../../../domain/defined.ts';
import { redact } from '../../../operations/debate/by-hand.ts';
import { type ActingFlags, actByHand } from '../../actions/by-hand-action.ts';

interface RedactFlags extends ActingFlags {
  readonly event: number;
  readonly field?: readonly string[];
  readonly reason: string;
}

export async function run(reference: string, flags: RedactFlags): Promise<void> {
  const { event, field, reason } = flags;
  await actByHand(
    reference,
    flags,
    async (hall, { threadId, author }) =>
      redact(hall, { threadId, event, reason, author, ...defined({ fields: field }) }),
    { forGood: true },
  );
}
