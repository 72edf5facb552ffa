// `debate-hall audit verify`: whether the trail of a shared hall is whole.

import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { openAuditTrail } from '../../../../hall/compose/store.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printResult } from '../../terminal/io.ts';

export async function run({ head: known, ...flags }: HallFlags & { readonly head?: string }): Promise<void> {
  await withHall(flags, [], async ({ hall: { loaded, clock } }) => {
    const trail = await openAuditTrail(loaded.config, loaded.env, clock);
    try {
      const { entries, head, problem } = await trail.verify(loaded.config.store.hall, known);
      if (flags.json === true) await printJson({ ok: problem === undefined, entries, head, problem });
      else {
        const state = problem === undefined ? 'whole' : `NOT whole: ${problem}`;
        await printResult(`${countNoun(entries, 'entry', 'entries')}, ${state}\nhead ${head ?? 'none'}`);
      }
      return problem === undefined ? EXIT.ok : EXIT.internal;
    } finally {
      await trail.close();
    }
  });
}
