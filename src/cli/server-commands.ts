// The commands that serve debates to assistants over MCP.
import type { Command } from 'commander';
import { defineServing } from '../mcp/program.ts';
import { loadAction } from './input/options.ts';

export function defineServer(program: Command): void {
  const mcp = program
    .command('mcp')
    .summary('Serve debates to assistants over MCP.')
    .description('Serves debates over the Model Context Protocol on standard input and output.');
  defineServing(mcp);
  mcp
    .command('install')
    .description('Write the entry that makes a client start this server; what is there stays as it is.')
    .option('--client <client>', 'claude, codex, gemini, vscode or cursor (default: all that are found)')
    .option('--print', 'print the entry and write nothing')
    .addHelpText(
      'after',
      `
The options of "mcp" go into the entry:
  debate-hall mcp install --read-only --toolsets core,review --hall ~/debates`,
    )
    // Commander gives options that "mcp" has as well to "mcp".
    .action((_flags, command: Command) =>
      loadAction(() => import('./commands/set-up/mcp-install.ts'))(command.optsWithGlobals(), command),
    );
}
