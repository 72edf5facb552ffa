// The commands that set up a machine or a project.
import { Argument, type Command } from 'commander';
import type { Shell } from '../commands/setup/completion.ts';
import { addHallOptions, loadAction } from '../input/options.ts';
import { defineTrust } from './trust-commands.ts';

export function defineSetup(program: Command): void {
  addHallOptions(program.command('agents').description('List agents and whether they are ready to use.'))
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/setup/agents.ts')));

  addHallOptions(program.command('perspectives').description('List the points of view a seat can take.'))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Give one to a seat with "+NAME" behind its agent:
  debate-hall run --format panel --seat a=claude+operator --seat b=codex "Should we move to Postgres?"`,
    )
    .action(loadAction(() => import('../commands/setup/perspectives.ts')));

  addHallOptions(program.command('doctor').description('Check agents, configuration and hall.'))
    .option('--probe', 'also ask each usable agent one short question (costs a few tokens)')
    .option('--agent <name>', 'with --loopback: the agent to check')
    .option('--loopback', 'play the model of an agent on this machine and report what it does beside answering')
    .option('--clean', 'remove copies of texts that were left behind')
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/setup/doctor.ts')));

  program
    .command('init')
    .summary('Create a config file from the agents found.')
    .description('Create a config file for this project from the agents found on this machine.')
    .option('--force', 'overwrite an existing file')
    .action(loadAction(() => import('../commands/setup/init.ts')));

  const config = program.command('config').description('Inspect the configuration.');
  addHallOptions(
    config.command('explain').description('Show settings that differ from the defaults, and where each comes from.'),
  )
    .option('--all', 'include the defaults')
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/setup/config-explain.ts')));

  defineTrust(program);

  program
    .command('completion')
    .description('Print a shell completion script.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  source <(debate-hall completion bash)     in ~/.bashrc
  source <(debate-hall completion zsh)      in ~/.zshrc, after compinit
  debate-hall completion fish | source      in ~/.config/fish/config.fish`,
    )
    .action(async (shell: string) => (await import('../commands/setup/completion.ts')).run(shell as Shell));
}
