// `debate-hall interject`: words from outside the seats.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { interject } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { actManually, readTurnText } from '../../actions/manual-action.ts';
import { defineActing } from '../../input/options.ts';

export function define(command: Command): void {
  defineActing(command)
    .argument('[text]', 'the interjection (default: standard input)')
    .option('--source <address>', 'where it comes from, such as a URL')
    .option('--key <key>', 'idempotency key')
    .option('--allow-secrets', 'allow text that looks like a secret')
    .action(async (reference, text, flags) => {
      const { source, key } = flags;
      await actManually(reference, flags, async (hall, { threadId, author, readInput }) =>
        interject(hall, {
          threadId,
          author,
          content: await readTurnText(text, readInput, 'the interjection'),
          ...defined({ source, key }),
        }),
      );
    });
}
