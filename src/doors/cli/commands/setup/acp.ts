// `debate-hall acp`: a panel as one agent for editors that speak the Agent Client Protocol.

import type { Command } from 'commander';
import { defined } from '../../../../domain/defined.ts';
import { packageFile } from '../../../../support/package-root.ts';
import { serve } from '../../../acp/serve.ts';
import type { HallFlags } from '../../actions/run-action.ts';
import { addHallOptions, addLimitOptions, collect } from '../../input/options.ts';
import { type DebateFlags, settingsFrom } from '../../input/settings-from-flags.ts';

async function run(flags: HallFlags & DebateFlags): Promise<void> {
  const { hall, config, trust } = flags;
  await serve({
    settings: [
      ...settingsFrom(flags),
      ...(hall === undefined ? [] : [{ name: '--hall', path: ['hall'], value: hall }]),
    ],
    ...defined({ configFile: config }),
    ...(trust === true ? { trust } : {}),
  });
}

export function define(command: Command): void {
  command
    .description(
      'Serve a panel as one agent of the Agent Client Protocol on standard input and output, for Zed, JetBrains and other clients.',
    )
    .option('-F, --format <format>', 'debate format, which sets the rules')
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--preset <preset>', 'preset to start from')
    .option('--seat <seat=agent>', 'agent for any seat (repeatable)', collect);
  addHallOptions(addLimitOptions(command).optionsGroup('Project:'))
    .addHelpText(
      'after',
      `\nEditors start it and speak with it. Their settings: ${packageFile('docs/acp.md')}\n\nExample:\n  debate-hall acp --preset thrifty`,
    )
    .action(run);
}
