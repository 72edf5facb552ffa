// `debate-hall plugin`: the slash commands, the skill and the MCP server as a plug-in of an agent CLI.
import type { Command } from '@commander-js/extra-typings';
import {
  installPlugin,
  type PluginChange,
  planInstall,
  planUninstall,
  uninstallPlugin,
} from '../../../plugins/install-plugin.ts';
import { PROGRAM_WAYS } from '../../../plugins/plugin-programs.ts';
import { PLUGIN_PROGRAMS } from '../../../plugins/render-plugin.ts';
import { withPlugins } from '../../actions/with-plugins.ts';
import { printJson, printLines, printMessage } from '../../terminal/io.ts';

async function print(change: PluginChange, verb: string, flags: { dryRun?: boolean; json?: boolean }): Promise<void> {
  const { dryRun = false, json = false } = flags;
  if (json) return await printJson({ ...change, dryRun });
  const { folder, files, commands } = change;
  await printLines([
    ...commands.map((words) => `${dryRun ? 'would run' : 'ran'} ${words.join(' ')}`),
    `${dryRun ? `would ${verb}` : verb} ${folder}`,
    ...files.map((file) => `  ${file}`),
  ]);
}

export function define(plugin: Command): void {
  plugin.description('Add slash commands, the skill and the MCP server to an agent CLI, or remove them.').addHelpText(
    'after',
    `
Commands it adds: debate, debate-run, debate-report, check, review-panel, decided.
Type /debate-hall:debate in claude, $debate-hall:debate in codex, /debate in gemini.

Examples:
  debate-hall plugin install claude
  debate-hall plugin install gemini --dry-run
  debate-hall plugin uninstall codex`,
  );
  const addChange = (name: string, description: string, dryRun: string) =>
    plugin
      .command(name)
      .description(description)
      .addArgument(plugin.createArgument('<program>', 'the agent CLI').choices(PLUGIN_PROGRAMS))
      .option('--dry-run', dryRun)
      .option('--json', 'print JSON');

  addChange(
    'install',
    "Add the plug-in with the program's own commands; what you have under that name is kept.",
    'say what would be written and run, and do nothing',
  ).action(async (program, flags) => {
    await withPlugins(async (ports) => {
      const isDry = flags.dryRun === true;
      const change = isDry ? planInstall(program, ports) : await installPlugin(program, ports);
      await print(change, isDry ? 'write' : 'wrote', flags);
      if (!isDry && flags.json !== true) printMessage(PROGRAM_WAYS[program].next);
    });
  });
  addChange(
    'uninstall',
    "Remove the plug-in with the program's own commands, and its files.",
    'say what would be removed and run, and do nothing',
  ).action(async (program, flags) => {
    await withPlugins(async (ports) => {
      const isDry = flags.dryRun === true;
      const change = isDry ? planUninstall(program, ports) : await uninstallPlugin(program, ports);
      await print(change, isDry ? 'remove' : 'removed', flags);
    });
  });
}
