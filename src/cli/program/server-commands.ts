// The commands that serve debates to assistants over MCP.
import type { Command } from 'commander';
import { defineServing } from '../../mcp/program.ts';
import { loadAction } from '../input/options.ts';

export function defineServer(program: Command): void {
  const mcp = program
    .command('mcp')
    .summary('Serve debates to assistants over MCP.')
    .description('Serve debates over the Model Context Protocol on standard input and output.');
  defineServing(mcp);
  mcp
    .command('install')
    .description("Add this server to a client's MCP config; existing entries are kept.")
    .option('--client <client>', 'claude, codex, gemini, vscode or cursor (default: all found)')
    .option('--print', 'print the entry instead of writing it')
    .addHelpText(
      'after',
      `
Options of "mcp" become part of the entry:
  debate-hall mcp install --read-only --toolsets core,review --hall ~/debates`,
    )
    // Commander gives options that "mcp" has as well to "mcp".
    .action((_flags, command: Command) =>
      loadAction(() => import('../commands/set-up/mcp-install.ts'))(command.optsWithGlobals(), command),
    );
}
