// `debate-hall audit verify`: whether the trail of a shared hall is whole.

import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { openAuditTrail } from '../../../../hall/compose/store.ts';
import { type CheckedCheckpoint, checkCheckpoint } from '../../../../hall/operations/upkeep/check-checkpoint.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printResult } from '../../terminal/io.ts';

function describeCheckpoint({ n, at, key, signer }: CheckedCheckpoint): string {
  const by = signer === null ? `an unknown signer (${key})` : signer;
  return `The first ${countNoun(n, 'entry', 'entries')} were cut off on ${at.toISOString().slice(0, 10)}, signed by ${by}.`;
}

interface VerifyFlags extends HallFlags {
  readonly head?: string;
  readonly signers?: string;
}

export async function run({ head: known, signers, ...flags }: VerifyFlags): Promise<void> {
  await withHall(flags, [], async ({ hall, signal }) => {
    const { loaded, clock } = hall;
    const trail = await openAuditTrail(loaded.config, loaded.env, clock);
    try {
      const state = await trail.verify(loaded.config.store.hall, known);
      const { entries, head, checkpoint } = state;
      const checked = checkpoint && (await checkCheckpoint(hall, checkpoint, { signers, signal }));
      const problem = state.problem ?? checked?.problem;
      if (flags.json === true)
        await printJson({ ok: problem === undefined, entries, head, problem, checkpoint: checked });
      else {
        const verdict = problem === undefined ? 'whole' : `NOT whole: ${problem}`;
        const begins = checked === undefined ? '' : `\n${describeCheckpoint(checked)}`;
        await printResult(`${countNoun(entries, 'entry', 'entries')}, ${verdict}${begins}\nhead ${head ?? 'none'}`);
      }
      return problem === undefined ? EXIT.ok : EXIT.internal;
    } finally {
      await trail.close();
    }
  });
}
