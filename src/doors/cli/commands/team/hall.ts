// `debate-hall hall`: copies the debates of a hall, and removes what is old.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../../domain/failures/exit-codes.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { openUpkeep } from '../../../../hall/compose/desks.ts';
import { openNamedFolder } from '../../../../hall/compose/store.ts';
import { describeLeftCopies } from '../../../../hall/operations/records/delete-debate.ts';
import { type CopiedDebate, copyHall } from '../../../../hall/operations/setup/copy-hall.ts';
import { type Pruned, pruneHall, type Retention } from '../../../../hall/operations/upkeep/prune-hall.ts';
import type { Clock } from '../../../../support/clock.ts';
import { escapeInvisible, toPrintable } from '../../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { requireFolder } from '../../input/named-file.ts';
import { addCommand, ON_POSTGRES, parseWhole } from '../../input/options.ts';
import { getPaper } from '../../render/layout/table.ts';
import { debateLines } from '../../render/list-view.ts';
import { askConsent } from '../../terminal/ask-consent.ts';
import { printEither, printJson, printLines, printMessage, printResult, printWarning } from '../../terminal/io.ts';
import { localPrincipal } from '../../terminal/person.ts';

const TELL_EVERY_MS = 5_000;

/** A line every few seconds, for a hall that takes minutes. */
function createProgress({ elapsed }: Pick<Clock, 'elapsed'>): (done: number, total: number) => void {
  let printedAt = elapsed();
  return (done, total) => {
    if (elapsed() - printedAt < TELL_EVERY_MS) return;
    printedAt = elapsed();
    printMessage(`${done} of ${countNoun(total, 'debate')}`);
  };
}

/** Some that could not be copied make the whole incomplete. */
async function reportCopies(copies: readonly CopiedDebate[], { json }: { json?: boolean }): Promise<ExitCode> {
  const refused = copies.flatMap((copy) => (copy.copied ? [] : [copy]));
  if (json === true) await printJson(copies);
  else {
    const unchanged = copies.filter((copy) => copy.copied && copy.unchanged).length;
    const rest = [
      ...(unchanged === 0 ? [] : [`${unchanged} already there`]),
      ...(refused.length === 0 ? [] : [`${refused.length} not`]),
    ];
    const copied = countNoun(copies.length - refused.length - unchanged, 'debate');
    await printResult([`${copied} copied`, ...rest].join(', '));
    for (const { threadId, why } of refused) printMessage(`${threadId}: ${escapeInvisible(why)}`);
  }
  return refused.length === 0 ? EXIT.ok : EXIT.internal;
}

/** From a folder into this hall, or the other way. */
async function copyAll(flags: HallFlags & { readonly from?: string; readonly to?: string }): Promise<void> {
  if (flags.from !== undefined) await requireFolder(flags.from);
  await withHall(flags, { reads: flags.to !== undefined }, async ({ hall, signal }) => {
    const find = (option: 'from' | 'to') => {
      const folder = flags[option];
      return folder === undefined ? hall.store : openNamedFolder(folder, option);
    };
    const onProgress = createProgress(hall.clock);
    const copies = await copyHall(hall, { from: find('from'), to: find('to'), signal, onProgress });
    return await reportCopies(copies, flags);
  });
}

const NOUNS = {
  audit: ['entry of the audit trail', 'entries of the audit trail'],
  debates: ['debate', 'debates'],
  runs: ['row of runs, webhooks and usage', 'rows of runs, webhooks and usage'],
  streams: ['row of live streams', 'rows of live streams'],
} as const satisfies Record<keyof Retention, readonly [string, string]>;

function describe({ debates, copies: _, ...counts }: Pruned): string {
  const all = { ...counts, ...defined({ debates: debates?.length }) };
  const kinds = (Object.keys(NOUNS) as (keyof Retention)[]).filter((kind) => all[kind] !== undefined);
  return kinds.map((kind) => countNoun(all[kind] ?? 0, NOUNS[kind][0], NOUNS[kind][1])).join(', ');
}

/** What else there is to know before it goes, or once it is gone. */
function warnOfCopies({ copies }: Pruned): void {
  const left = copies === undefined ? '' : describeLeftCopies(copies);
  if (left !== '') printWarning(left);
}

const listPruned = ({ debates = [] }: Pruned): string[] =>
  debates.length === 0 ? [] : debateLines(toPrintable(debates), getPaper());

export function define(hall: Command): void {
  addCommand(hall, 'import', 'Copy all debates of a folder into this hall.')
    .requiredOption('--from <folder>', 'the folder that keeps them')
    .addHelpText('after', `${ON_POSTGRES} hall import --from debates`)
    .action(copyAll);
  addCommand(hall, 'export', 'Copy all debates of this hall into a folder.')
    .requiredOption('--to <folder>', 'the folder to keep them in')
    .addHelpText('after', `${ON_POSTGRES} hall export --to backup`)
    .action(copyAll);
  addCommand(hall, 'prune', 'Remove what is older than so many days.')
    .option('--debates <days>', 'debates that nobody has written to since', parseWhole)
    .option('--runs <days>', 'runs that are over, webhooks that were sent, and what people used', parseWhole)
    .option('--streams <days>', 'live streams of debates that nobody runs', parseWhole)
    .option('--audit <days>', 'entries of the audit trail, behind a checkpoint that you sign', parseWhole)
    .option('--key <file>', 'SSH key that signs the checkpoint (default: as for "sign")')
    .option('--dry-run', 'only say what would go, and list the debates')
    .option('--yes', 'do not ask')
    .addHelpText('after', `${ON_POSTGRES} hall prune --streams 7 --runs 90 --debates 730 --dry-run`)
    .action(async (flags) => {
      const { audit, debates, runs, streams, key, yes } = flags;
      const retention: Retention = defined({ audit, debates, runs, streams });
      await withHall(flags, {}, async ({ hall, signal }) => {
        if (Object.keys(retention).length === 0) {
          throw new HallError('bad-input', 'Say what to remove, and after how many days.', {
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
              warnOfCopies(planned);
              await printEither(flags, planned, (shown) =>
                printLines([`would remove ${describe(shown)}`, ...listPruned(shown)]),
              );
              return EXIT.ok;
            }
            for (const line of listPruned(planned)) printMessage(line);
            warnOfCopies(planned);
            if (!(await askConsent(`Permanently remove ${describe(planned)}?`))) {
              printMessage('Nothing was removed.');
              return EXIT.cancelled;
            }
          }
          const pruned = await prune(false);
          warnOfCopies(pruned);
          await printEither(flags, pruned, (shown) => printResult(`removed ${describe(shown)}`));
          return EXIT.ok;
        } finally {
          await desk.close();
        }
      });
    });
}
