// `debate-hall hall prune`: removes what a shared hall has kept for longer than it is to.
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { openUpkeep } from '../../../../hall/compose/desks.ts';
import { type Pruned, pruneHall, type Retention } from '../../../../hall/operations/upkeep/prune-hall.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { askConsent } from '../../terminal/ask-consent.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';
import { localPrincipal } from '../../terminal/local-principal.ts';

interface PruneFlags extends HallFlags, Retention {
  readonly key?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const NOUNS = {
  audit: ['entry of the audit trail', 'entries of the audit trail'],
  debates: ['debate', 'debates'],
  runs: ['row of runs, webhooks and usage', 'rows of runs, webhooks and usage'],
  streams: ['row of live streams', 'rows of live streams'],
} as const satisfies Record<keyof Retention, readonly [string, string]>;

const describe = (pruned: Pruned): string =>
  (Object.entries(pruned) as [keyof Retention, number][])
    .map(([kind, n]) => countNoun(n, NOUNS[kind][0], NOUNS[kind][1]))
    .join(', ');

export async function run(flags: PruneFlags): Promise<void> {
  const { audit, debates, runs, streams, key, json, yes } = flags;
  const retention: Retention = defined({ audit, debates, runs, streams });
  await withHall(flags, [], async ({ hall, signal }) => {
    if (Object.keys(retention).length === 0) {
      throw new HallError('usage', 'Say what is to go and after how many days.', {
        hint: 'Such as --streams 7 --runs 90 --debates 730 --audit 730.',
      });
    }
    const desk = await openUpkeep(hall, localPrincipal());
    try {
      const prune = async (dryRun: boolean) =>
        await pruneHall(hall, desk, { retention, dryRun, signal, ...defined({ key }) });
      if (flags.dryRun === true || yes !== true) {
        const planned = await prune(true);
        if (flags.dryRun === true) {
          await (json === true ? printJson(planned) : printResult(`would remove ${describe(planned)}`));
          return EXIT.ok;
        }
        if (!(await askConsent(`Permanently remove ${describe(planned)}?`))) {
          printMessage('Nothing was removed.');
          return EXIT.cancelled;
        }
      }
      const pruned = await prune(false);
      await (json === true ? printJson(pruned) : printResult(`removed ${describe(pruned)}`));
      return EXIT.ok;
    } finally {
      await desk.close();
    }
  });
}
