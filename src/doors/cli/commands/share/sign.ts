// `debate-hall sign`: a person vouches with their SSH key for a ledger as it stands.
import path from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { signDebate } from '../../../../hall/operations/records/signatures/sign-debate.ts';
import { withDebate } from '../../actions/run-action.ts';
import { addResultOptions } from '../../input/options.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';

export function define(command: Command): void {
  addResultOptions(
    command
      .description('Sign the current head of a ledger with your SSH key. The signature is kept next to the record.')
      .argument('<id>', 'the debate'),
  )
    .option(
      '--key <file>',
      'private key, or public key whose private key is in your SSH agent (default: the key git signs with)',
    )
    .addHelpText('after', '\nExample:\n  debate-hall sign rust-rewrite --key ~/.ssh/id_ed25519')
    .action(async (reference, flags) => {
      await withDebate(reference, flags, async ({ hall, threadId, signal }) => {
        const signed = await signDebate(hall, { threadId, signal, ...defined({ key: flags.key }) });
        if (flags.json === true) return await printJson(signed);
        const { events, head, key, statementFile, signatureFile } = signed;
        await printResult(`signed ${countNoun(events, 'event')}, head ${head}, with ${key}`);
        const files = [statementFile, signatureFile].map((file) => path.relative(hall.cwd, file));
        printMessage(
          `Commit ${files.join(' and ')}. Verify with: debate-hall verify ${threadId} --signed --signers FILE`,
        );
      });
    });
}
