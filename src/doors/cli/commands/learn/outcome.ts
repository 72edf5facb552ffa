// `debate-hall outcome`: what happened after a debate.
import { defined } from '../../../../domain/defined.ts';
import { describeTurnedOut } from '../../../../domain/words/describe-hindsight.ts';
import { recordOutcome } from '../../../../hall/operations/records/outcomes/record-outcome.ts';
import { toRecord } from '../../../../ledger/engine/record/record.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type ActingFlags, actManually } from '../../actions/manual-action.ts';
import { printMessage } from '../../terminal/io.ts';

interface OutcomeFlags extends ActingFlags {
  readonly note?: string;
}

export async function run(reference: string, turnedOut: string, flags: OutcomeFlags): Promise<void> {
  await actManually(reference, flags, async (hall, { threadId, author }) => {
    const done = await recordOutcome(hall, { threadId, turnedOut, author, ...defined({ note: flags.note }) });
    const { hindsight } = toRecord(done.snapshot);
    if (hindsight !== undefined) printMessage(`Turned out ${toPrintable(describeTurnedOut(hindsight))}.`);
    return done;
  });
}
