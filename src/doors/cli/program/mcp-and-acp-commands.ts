// The commands that serve debates: to assistants over MCP, and to editors as an agent of the Agent Client Protocol.
import type { Command } from 'commander';
import { packageFile } from '../../../support/package-root.ts';
import { defineServing } from '../../mcp/program.ts';
import { addHallOptions, addLimitOptions, collect, loadAction } from '../input/options.ts';

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
      loadAction(() => import('../commands/setup/mcp-install.ts'))(command.optsWithGlobals(), command),
    );
}

export function defineAgent(program: Command): void {
  const acp = program
    .command('acp')
    .summary('Serve a panel as one agent to editors over ACP.')
    .description(
      'Serve a panel as one agent of the Agent Client Protocol on standard input and output, for Zed, JetBrains and other clients.',
    )
    .option('-F, --format <format>', 'debate format, which sets the rules')
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--preset <preset>', 'preset to start from')
    .option('--seat <seat=agent>', 'agent for any seat (repeatable)', collect);
  addHallOptions(addLimitOptions(acp).optionsGroup('Project:'))
    .addHelpText(
      'after',
      `\nEditors start it and speak with it. Their settings: ${packageFile('docs/acp.md')}\n\nExample:\n  debate-hall acp --preset thrifty`,
    )
    .action(loadAction(() => import('../commands/setup/acp.ts')));
}
