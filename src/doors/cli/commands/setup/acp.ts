// `debate-hall acp`: a panel as one agent for editors that speak the Agent Client Protocol.
import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { exitProcess, onStopSignal } from '../../../../process/cleanup/stop-signals.ts';
import { packageFile } from '../../../../support/package-root.ts';
import type { HallSettings } from '../../../acp/halls.ts';
import { PanelAgent } from '../../../acp/panel-agent.ts';
import { hallOptions } from '../../actions/run-action.ts';
import { addHallOptions, addLimitOptions, collect, Option } from '../../input/options.ts';
import { collectSettings } from '../../input/settings-from-flags.ts';
import { printWarning } from '../../terminal/io.ts';

/** Ending agents takes a few seconds at most; whatever still hangs then must not keep the process. */
const LONGEST_END_MS = 15_000;

/** Returns never: the process ends with the client, or with a signal. */
async function serve(settings: HallSettings): Promise<void> {
  // Standard output belongs to the protocol: whatever a library prints goes to standard error.
  globalThis.console = new Console(process.stderr);
  const panel = new PanelAgent(settings);
  const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
  const { closed } = panel.connect(ndJsonStream(Writable.toWeb(process.stdout), input));
  await new Promise<void>((resolve) => {
    closed.then(resolve, resolve);
    onStopSignal(resolve);
  });
  setTimeout(() => exitProcess(1), LONGEST_END_MS).unref();
  await panel.close();
  exitProcess(0);
}

export function define(command: Command): void {
  const seats = command
    .description(
      'Serve a panel as one agent of the Agent Client Protocol on standard input and output, for Zed, JetBrains and other clients.',
    )
    .option('-F, --format <format>', 'debate format, which sets the rules')
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--preset <preset>', 'preset to start from')
    .option('--seat <seat=agent>', 'agent for any seat (repeatable)', collect)
    .addOption(new Option('--perspectives <how>', 'points of view for seats without one').choices(['auto']));
  addHallOptions(addLimitOptions(seats).optionsGroup('Project:'))
    .addHelpText(
      'after',
      `\nEditors start it and speak with it. Their settings: ${packageFile('docs/acp.md')}\n\nExample:\n  debate-hall acp --preset thrifty`,
    )
    .action(async (flags) => {
      const { perspectives } = flags;
      const options = hallOptions(flags, collectSettings(flags));
      await serve({ ...options, onWarning: printWarning, ...defined({ perspectives }) });
    });
}
