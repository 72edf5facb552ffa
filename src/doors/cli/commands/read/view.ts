// `debate-hall view`: the hall in a browser, for the person at this machine.
import { createInterface } from 'node:readline';
import type { Command } from '@commander-js/extra-typings';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { openBrowser } from '../../../../process/person-programs.ts';
import { packageFile } from '../../../../support/package-root.ts';
import { whenAborted } from '../../../../support/wait.ts';
import { startViewServer } from '../../../web/view-server.ts';
import { withHall } from '../../actions/run-action.ts';
import { addHallOptions, parsePort } from '../../input/options.ts';
import { printFault, printLines, printMessage, printWarning } from '../../terminal/io.ts';
import { personName } from '../../terminal/person.ts';

/** Each line of standard input asks for a new address. */
function onEachLine(signal: AbortSignal, ask: () => void): void {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', ask);
  // Input that ends asks for nothing more, and Ctrl-C reaches the process itself.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  whenAborted(signal, () => {
    lines.close();
    process.stdin.destroy();
  });
}

export function define(command: Command): void {
  addHallOptions(
    command
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
  ssh -t -L 7000:127.0.0.1:7000 my-server debate-hall view --port 7000 --no-open

Using the page, and its security: ${packageFile('docs/view.md')}`,
    )
    .action(async (reference, flags) => {
      await withHall(flags, { asksForTurns: false }, async ({ hall, openWith, signal }) => {
        const debate = reference === undefined ? undefined : await findDebate(hall, reference);
        const server = await startViewServer({
          hall,
          openWith,
          author: personName(),
          port: flags.port,
          forwardedPort: flags.forwardedPort,
          report: printFault,
        });
        try {
          if (flags.port === undefined && !server.hasUsualPort) {
            printWarning('The usual port of this hall is in use. Drafts of its page are kept for that port.');
          }
          const printAddress = async () => {
            const address = server.createAddress(debate);
            if (flags.printUrl === true) await printLines([address]);
            else printMessage(`Open ${address}`);
          };
          const opened =
            flags.open && flags.printUrl !== true && (await openBrowser(server.createAddress(debate), process.env));
          if (opened) printMessage(`The hall is open in your browser, at http://127.0.0.1:${server.port}/`);
          else await printAddress();
          printMessage('The address works once, within one minute. Press Enter for a new one, Ctrl-C to stop.');
          onEachLine(signal, () => void printAddress());
          await new Promise<void>((ended) => whenAborted(signal, ended));
          printMessage('Stopping; runs that were started here are paused.');
        } finally {
          await server.close();
        }
      });
    });
}
