// `debate-hall verify`: whether a ledger, or every ledger of the hall, can be trusted, and if not, where trust ends.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { HallError, orRefusal } from '../../../../domain/failures/errors.ts';
import type { ExitCode } from '../../../../domain/failures/exit-codes.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { describeNone, findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { verifyAll, verifyDebate } from '../../../../hall/operations/records/verify-debate.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type HallFlags, readHall } from '../../actions/run-action.ts';
import { warnOfLoneRecords } from '../../actions/warn-of-left-out.ts';
import { addResultOptions, Option } from '../../input/options.ts';
import { chooseExit, evidenceLines, listRemarks, verifyLines, verifyRow } from '../../render/verify-view.ts';
import { coloursFor, printJson, printMessage, printRows, printSentences } from '../../terminal/io.ts';

async function verifyHall(hall: Hall, flags: HallFlags, demand: Parameters<typeof verifyAll>[1]): Promise<ExitCode> {
  const results = await verifyAll(hall, demand);
  const exit = chooseExit(results);
  await warnOfLoneRecords(hall);
  if (flags.json === true) {
    await printJson(results);
    return exit;
  }
  if (results.length === 0) printMessage(describeNone(hall));
  const width = Math.max(0, ...results.map(({ threadId }) => threadId.length));
  const colours = coloursFor(process.stdout);
  await printRows(toPrintable(results).map((result) => verifyRow(result, width, colours)));
  return exit;
}

export function define(command: Command): void {
  addResultOptions(command.argument('[id]', 'the debate'))
    .addOption(new Option('--all', 'check every debate in the hall').conflicts(['head', 'evidence']))
    .option('--head <hash>', 'hash you noted earlier that the chain must contain')
    .option('--evidence', 'also read the sources again and compare every look and citation')
    .option('--signed', 'also require a signature by a known key')
    .option('--signers <file>', 'allowed-signers file of OpenSSH (default: the one git uses)')
    .addHelpText(
      'after',
      `
Exits with 0 if the ledger verifies, with 2 if its chain is intact but it needs
another version of Debate Hall, and otherwise with 1, naming the first bad event
and field. Each line of the signers file is a person and a key:
ada@example.org ssh-ed25519 AAAA…

Examples:
  debate-hall verify --all
  debate-hall verify rust-rewrite --signed --signers team.signers`,
    )
    .action(async (reference, flags) => {
      await readHall(flags, async ({ hall, signal }) => {
        if ((reference === undefined) !== (flags.all === true)) {
          throw new HallError('bad-input', 'Pass the ID of one debate, or --all.', {
            hint: 'debate-hall verify ID, or debate-hall verify --all',
          });
        }
        const demand =
          flags.signed === true || flags.signers !== undefined
            ? { signed: { ...defined({ signers: flags.signers }), signal } }
            : {};
        if (reference === undefined) return await verifyHall(hall, flags, demand);
        const threadId = await findDebate(hall, reference);
        const result = await verifyDebate(hall, { threadId, ...defined({ head: flags.head }), ...demand });
        // What reads sources again is loaded only for this.
        const checkAgain = async () =>
          flags.evidence === true && result.ok
            ? await (await import('../../../../hall/operations/reading/check-evidence.ts')).checkEvidence(
                hall,
                threadId,
                signal,
              )
            : undefined;
        if (flags.json === true) {
          // What was found of the chain is said all the same.
          const evidence = await orRefusal(checkAgain());
          const isRefused = evidence instanceof HallError;
          await printJson({
            ...result,
            ...defined({ evidence: isRefused ? { ok: false, error: evidence } : evidence }),
          });
          if (isRefused) return evidence.exitCode;
          return chooseExit(evidence === undefined ? [result] : [result, evidence]);
        }
        for (const remark of listRemarks(result)) printMessage(remark);
        const colours = coloursFor(process.stdout);
        await printSentences(verifyLines(toPrintable(result), colours));
        const evidence = await checkAgain();
        if (evidence !== undefined) await printSentences(evidenceLines(toPrintable(evidence), colours));
        const exit = chooseExit(evidence === undefined ? [result] : [result, evidence]);
        if (result.signatures?.signersFile === null) {
          printMessage(
            'Pass an allowed-signers file with --signers FILE; see debate-hall verify --help for its format.',
          );
        }
        return exit;
      });
    });
}
