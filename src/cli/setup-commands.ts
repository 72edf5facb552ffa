// The commands that set up a machine or a project.
import { Argument, type Command } from 'commander';
import type { Shell } from './commands/set-up/completion.ts';
import { addHallOptions, loadAction } from './input/options.ts';
import { defineTrust } from './trust-commands.ts';

export function defineSetup(program: Command): void {
  addHallOptions(
    program.command('agents').description('List the agents, which of them can be used, and what is known of them.'),
  )
    .option('--json', 'print as JSON')
    .action(loadAction(() => import('./commands/set-up/agents.ts')));

  addHallOptions(program.command('doctor').description('Check this machine: agents, configuration, hall.'))
    .option('--probe', 'also ask each usable agent one short question, which costs a few tokens')
    .option('--clean', 'remove copies of texts that killed writes left in the hall')
    .option('--json', 'print as JSON')
    .action(loadAction(() => import('./commands/set-up/doctor.ts')));

  program
    .command('init')
    .description('Write a configuration file for this project, from the agents that are here.')
    .option('--force', 'replace a file that exists')
    .action(loadAction(() => import('./commands/set-up/init.ts')));

  const config = program.command('config').description('Look at the configuration.');
  addHallOptions(
    config.command('explain').description('Show what is not at its default, and where each value comes from.'),
  )
    .option('--all', 'show the defaults too')
    .option('--json', 'print as JSON')
    .action(loadAction(() => import('./commands/set-up/config-explain.ts')));

  defineTrust(program);

  program
    .command('completion')
    .description('Print a completion script for a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  source <(debate-hall completion bash)     in ~/.bashrc
  source <(debate-hall completion zsh)      in ~/.zshrc, after compinit
  debate-hall completion fish | source      in ~/.config/fish/config.fish`,
    )
    .action(async (shell: string) => (await import('./commands/set-up/completion.ts')).run(shell as Shell));
}
