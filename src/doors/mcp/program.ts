// The options of the server, the same for `debate-hall mcp` and `debate-hall-mcp`.
import type { Command } from '@commander-js/extra-typings';
import { Command as CommanderCommand, InvalidArgumentError } from 'commander';
import { defined } from '../../domain/defined.ts';
import { EXIT } from '../../domain/failures/exit-codes.ts';
import { TOOLSET_NAMES } from '../../hall/config/toolset-names.ts';
import { packageVersion } from '../../support/package-root.ts';
import type { ServeOptions } from './stdio.ts';

/** What serves is loaded only when it is needed. */
async function serveProcess(options: ServeOptions): Promise<void> {
  const { serve } = await import('./stdio.ts');
  await serve(options);
}

function parseToolsets(list: string): readonly string[] {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !TOOLSET_NAMES.some((each) => each === name));
  if (unknown.length === 0) return names;
  const named = unknown.map((name) => `"${name}"`).join(', ');
  throw new InvalidArgumentError(`Unknown toolset ${named}; choose from ${TOOLSET_NAMES.join(', ')}.`);
}

/** Adds what it does, options and action. */
export function defineServing(command: Command, serve = serveProcess) {
  return command
    .description('Serve debates over the Model Context Protocol on standard input and output.')
    .option('--toolsets <toolsets>', `comma-separated toolsets to offer: ${TOOLSET_NAMES.join(', ')}`, parseToolsets)
    .option('--read-only', 'offer only read-only tools')
    .option('--hall <folder>', 'folder where the debates are kept')
    .option('--config <file>', "config file to use instead of the project's")
    .option('--trust', 'trust the project while this server runs: its programs, addresses and keys')
    .action(async ({ toolsets, hall, config, trust, readOnly }) => {
      await serve({
        ...defined({ hall, configFile: config, toolsets }),
        ...defined({ trust, readOnly }),
      });
    });
}

export function createMcpProgram() {
  return (
    defineServing(new CommanderCommand('debate-hall-mcp') as unknown as Command)
      .version(packageVersion())
      // Commander would end with 1, which is for what is no fault of the caller.
      .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT.ok : EXIT.usage))
  );
}
