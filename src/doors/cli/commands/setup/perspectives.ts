// `debate-hall perspectives`: the points of view a seat can take.
import type { Command } from '@commander-js/extra-typings';
import { listPerspectives } from '../../../../hall/operations/setup/guide.ts';
import { withHall } from '../../actions/run-action.ts';
import { addResultOptions } from '../../input/options.ts';
import { coloursFor, printEither, printSentences } from '../../terminal/io.ts';

export function define(command: Command): void {
  addResultOptions(command)
    .addHelpText(
      'after',
      `
Give one to a seat with "+NAME" behind its agent:
  debate-hall run --format panel --seat a=claude+operator --seat b=codex "Should we move to Postgres?"`,
    )
    .action(async (flags) => {
      await withHall(flags, {}, async ({ hall }) => {
        const perspectives = await listPerspectives(hall);
        await printEither(flags, perspectives, async (shown) => {
          const { bold, dim } = coloursFor(process.stdout);
          const width = Math.max(...shown.map(({ name }) => name.length));
          const lines = shown.map(
            ({ name, summary, own }) => `${bold(name.padEnd(width))}  ${summary}${own ? dim(' (your own text)') : ''}`,
          );
          await printSentences(lines, width + 2);
        });
      });
    });
}
