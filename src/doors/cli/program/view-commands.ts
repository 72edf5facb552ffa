// The command that opens the hall in a browser.
import type { Command } from 'commander';
import { packageFile } from '../../../support/package-root.ts';
import { addHallOptions, loadAction, parsePort } from '../input/options.ts';

export function defineView(program: Command): void {
  addHallOptions(
    program
      .command('view')
      .summary('Open the hall in your browser, live.')
      .description(
        'Open the hall in your browser: read and search debates, follow them live, take part, start and pause runs. Only this machine can reach the page.',
      )
      .argument('[id]', 'the debate to show first'),
  )
    .option('--port <port>', 'port to listen on (default: one that stays the same for this hall)', parsePort)
    .option('--forwarded-port <port>', 'port of your own machine that a tunnel forwards to this one', parsePort)
    .option('--no-open', 'print the address instead of opening a browser')
    .option('--print-url', 'print only the address, to standard output')
    .addHelpText(
      'after',
      `
The address works once, within one minute. Press Enter for a new one and Ctrl-C to stop.

Examples:
  debate-hall view
  debate-hall view last
  ssh -L 7000:127.0.0.1:7000 my-server debate-hall view --port 7000 --no-open

Using the page, and its security: ${packageFile('docs/view.md')}`,
    )
    .action(loadAction(() => import('../commands/read/view.ts')));
}
