// The options of the server, the same for `debate-hall mcp` and `debate-hall-mcp`.

import { Command } from 'commander';
import { packageVersion } from '../compose/version.ts';
import { defined } from '../domain/defined.ts';

/** Adds options and action; what serves is loaded only then. */
export function defineServing(command: Command): Command {
  return command
    .option('--toolsets <toolsets>', 'comma-separated toolsets to offer: core, github, asymmetric, review')
    .option('--read-only', 'offer only read-only tools')
    .option('--hall <folder>', 'folder where the debates are kept')
    .option('--config <file>', "config file to use instead of the project's")
    .option('--trust', 'trust the project while this server runs: its programs, addresses and keys')
    .action(
      async (flags: { toolsets?: string; hall?: string; config?: string; trust?: boolean; readOnly?: boolean }) => {
        const { serve } = await import('./stdio.ts');
        const { toolsets, hall, config, trust, readOnly } = flags;
        await serve({
          ...(toolsets === undefined ? {} : { toolsets: toolsets.split(',').map((name) => name.trim()) }),
          ...defined({ hall, configFile: config }),
          ...(trust === true ? { trust } : {}),
          ...(readOnly === true ? { readOnly } : {}),
        });
      },
    );
}

export function createMcpProgram(name: string): Command {
  return defineServing(new Command(name))
    .description('Serve debates over the Model Context Protocol on standard input and output.')
    .version(packageVersion());
}
