// `debate-hall mcp`: serves assistants, and adds the server to the configuration of their programs.
import type { Command } from '@commander-js/extra-typings';
import { defineServing } from '../../../mcp/program.ts';

export function define(mcp: Command): void {
  defineServing(mcp)
    // Its own options become part of the entry, wherever they stand.
    .enablePositionalOptions(false)
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
    .action(async (_flags, command) => {
      const { installServer } = await import('./mcp-install.ts');
      await installServer(command.optsWithGlobals());
    });
}
