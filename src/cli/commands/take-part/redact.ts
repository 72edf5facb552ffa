// `debate-hall redact`: removes text for good.
import { defined } from '../../../domain/defined.ts';
import { redact } from '../../../operations/debate/manual-turns.ts';
import { type ActingFlags, actManually } from '../../actions/manual-action.ts';

interface RedactFlags extends ActingFlags {
  readonly event: number;
  readonly field?: readonly string[];
  readonly reason: string;
}

export async function run(reference: string, flags: RedactFlags): Promise<void> {
  const { event, field, reason } = flags;
  await actManually(
    reference,
    flags,
    async (hall, { threadId, author }) =>
      redact(hall, { threadId, event, reason, author, ...defined({ fields: field }) }),
    { forGood: true },
  );
}
