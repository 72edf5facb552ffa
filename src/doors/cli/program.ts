// The program with all its commands.
import { type Argument, Command } from 'commander';
import { packageVersion } from '../../hall/compose/version.ts';
import { packageFile } from '../../support/package-root.ts';
import { COMMAND_GROUPS } from './commands/groups.ts';
import { throwUsageErrors } from './errors/usage-error.ts';

function argumentTerm(argument: Argument): string {
  const text = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${text}>` : `[${text}]`;
}

/** With --no-color before it, or after "help": the first word that names a command. */
function findNamed(words: readonly string[]): string | undefined {
  const names = Object.values(COMMAND_GROUPS).flatMap((commands) => commands.map(({ name }) => name));
  return words.find((word) => names.includes(word));
}

/** What commands have in common. The environment carries the choice of no color to whatever prints, prompts and spinners included. */
function completeCommand(command: Command): void {
  // What only groups other commands prints nothing but help.
  const isGroup = command.commands.length > 0 && command.options.length === 0;
  if (!isGroup) {
    command.option('--no-color', 'print without color').on('option:no-color', () => {
      process.env['NO_COLOR'] = '1';
    });
  }
  if (command.commands.length > 0) command.helpCommand('help [command]', 'Show help for a command.');
  for (const child of command.commands) completeCommand(child);
}

/**
 * All commands are there by name, so that one that is mistyped gets an answer; only the file of the one that `words`, those after the
 * name of the program, name is loaded. Without words every file is.
 */
export async function createProgram(words?: readonly string[]): Promise<Command> {
  const program = new Command('debate-hall')
    .description('Agent CLIs debate a decision under finite rules and leave a record that nobody can quietly change.')
    .usage('<command> [options]')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .configureHelp({
      // Nearly all commands take options; leaving that out keeps each on one line.
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
    })
    // A command with commands of its own, as eval is, leaves them their options.
    .enablePositionalOptions()
    .showSuggestionAfterError(false)
    .configureOutput({
      // Whoever runs the program reports errors; see usage-error.ts.
      outputError: () => {},
      // Help is a result, also when a command was left out.
      writeErr: (text) => process.stdout.write(text),
    })
    .addHelpText(
      'after',
      `
Start with:
  debate-hall run --rehearse "Should we rewrite our backend in Rust?"

"debate-hall <command> --help" shows the options of a command.`,
    )
    .addHelpText('afterAll', `\nDocs: ${packageFile('docs/cli.md')}`);
  const named = words === undefined ? undefined : findNamed(words);
  for (const [heading, commands] of Object.entries(COMMAND_GROUPS)) {
    program.commandsGroup(heading);
    for (const { name, summary, load } of commands) {
      const command = program.command(name).summary(summary);
      if (words === undefined || name === named) (await load()).define(command);
    }
  }
  completeCommand(program);
  throwUsageErrors(program);
  return program;
}
