// `debate-hall config`: values of the configuration and where they come from.
import type { Command } from '@commander-js/extra-typings';
import { quoteValue } from '../../../../hall/config/trust/project-claims.ts';
import { type ExplainedValue, explainHall } from '../../../../hall/operations/setup/explain-hall.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { withHall } from '../../actions/run-action.ts';
import { addCommand } from '../../input/options.ts';
import { type Colours, coloursFor, printJson, printMessage, printSentences } from '../../terminal/io.ts';

function shownValue({ value, hidden, ignored }: ExplainedValue): string {
  if (hidden === true) return '(hidden)';
  return ignored === true ? quoteValue(value) : JSON.stringify(value);
}

function explainedLines(rows: readonly ExplainedValue[], colours: Colours): string[] {
  const width = Math.max(...rows.map(({ path }) => path.length));
  return toPrintable(rows).map((row) => {
    const { path, origin, ignored } = row;
    const from = colours.dim(`(${origin.kind}: ${origin.source})`);
    return `${path.padEnd(width)}  ${shownValue(row)}  ${from}${ignored === true ? colours.yellow(' ignored: not trusted') : ''}`;
  });
}

export function define(config: Command): void {
  addCommand(config, 'explain', 'Show settings that differ from the defaults, and where each comes from.')
    .option('--all', 'include the defaults')
    .action(async (flags) => {
      const all = flags.all === true;
      // Who wants to know what is ignored wants to decide afterwards.
      await withHall(flags, { asksForTrust: false }, async ({ hall }) => {
        const rows = await explainHall(hall, { all });
        if (flags.json === true) await printJson(rows);
        else if (rows.length > 0) await printSentences(explainedLines(rows, coloursFor(process.stdout)));
        if (!all && flags.json !== true)
          printMessage(`${rows.length === 0 ? 'Everything' : 'Everything else'} is at its default; --all shows it.`);
      });
    });
}
