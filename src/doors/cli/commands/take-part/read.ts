// `debate-hall read`: looks something up for a seat that a person fills.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { lookManually } from '../../../../hall/operations/reading/look-manually.ts';
import { withDebate } from '../../actions/run-action.ts';
import { namedValues } from '../../input/named-values.ts';
import { addResultOptions, collect } from '../../input/options.ts';
import { TOOL_NAMES } from '../../input/tool-names.ts';
import { printEither, printResult } from '../../terminal/io.ts';

/** What tools take as numbers and switches; everything else is text, also where it looks like a number. */
const TYPED: ReadonlySet<string> = new Set(['line', 'lines', 'skip', 'literal', 'ignore_case']);

function toArguments(values: readonly string[]): Record<string, unknown> {
  const named = Object.entries(namedValues('--data', values));
  const text = (name: string) => values.findLast((value) => value.startsWith(`${name}=`))?.slice(name.length + 1);
  return Object.fromEntries(named.map(([name, value]) => [name, TYPED.has(name) ? value : text(name)]));
}

export function define(command: Command): void {
  addResultOptions(
    command
      .description(
        'Look something up for a seat whose turn it is, in what the debate was opened with. Each look is recorded.',
      )
      .argument('<id>', 'the debate')
      .argument('<tool>', `how to look: ${TOOL_NAMES.join(', ')}`),
  )
    .requiredOption('--seat <seat>', 'the seat')
    .option('--seat-key <key>', 'the key, or the session_id, that you got when you claimed the seat')
    .option('--data <name=value>', 'what the tool takes (repeatable)', collect)
    .addHelpText(
      'after',
      '\nExample:\n  debate-hall read split-engine read_file --data path=src/engine.ts --data line=40 --seat wall',
    )
    .action(async (reference, tool, flags) => {
      await withDebate(reference, flags, async ({ hall, threadId, signal }) => {
        const { seat, seatKey, data = [] } = flags;
        const look = { threadId, seat, tool, arguments: toArguments(data), signal, ...defined({ seatKey }) };
        const found = await lookManually(hall, look);
        await printEither(flags, found, ({ text }) => printResult(text));
        return found.refused ? EXIT.usage : EXIT.ok;
      });
    });
}
