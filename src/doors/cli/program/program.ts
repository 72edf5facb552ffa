// The program with all its commands, grouped by what people want to do. Actions are loaded only when they run, so that
// --version, --help and completion stay quick.
import { type Argument, Command } from 'commander';
import { packageVersion } from '../../../hall/compose/version.ts';
import { packageFile } from '../../../support/package-root.ts';
import { throwUsageErrors } from '../errors/usage-error.ts';
import { defineAudit } from './audit-commands.ts';
import { defineCleaningUp } from './clean-up-commands.ts';
import { defineCheck, defineResume, defineRun, defineWatch } from './debate-commands.ts';
import { defineFork } from './fork-commands.ts';
import { defineGitHub } from './github-commands.ts';
import { defineSharedHall } from './hall-and-db-commands.ts';
import { defineHindsight } from './learn-commands.ts';
import { defineAgent, defineServer } from './mcp-and-acp-commands.ts';
import { definePeople } from './people-commands.ts';
import { defineQueue } from './queue-commands.ts';
import { defineComparing, defineReading } from './read-commands.ts';
import { definePlan, defineReview } from './review-and-plan-commands.ts';
import { defineAccess } from './serve-and-keys-commands.ts';
import { defineSetup } from './setup-commands.ts';
import { defineSharing } from './share-commands.ts';
import { defineManual } from './take-part-commands.ts';
import { defineView } from './view-commands.ts';
import { defineWebhooks } from './webhooks-commands.ts';

type Define = (program: Command) => void;

function argumentTerm(argument: Argument): string {
  const text = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${text}>` : `[${text}]`;
}

interface CommandGroup {
  readonly heading: string;
  readonly names: readonly string[];
  readonly define: readonly Define[];
}

/** In the order of the help: common ones first. */
const GROUPS: readonly CommandGroup[] = [
  {
    heading: 'Debate:',
    names: ['run', 'check', 'review', 'plan', 'resume', 'fork', 'watch'],
    define: [defineRun, defineCheck, defineReview, definePlan, defineResume, defineFork, defineWatch],
  },
  {
    heading: 'Read:',
    names: ['view', 'list', 'show', 'search', 'stats', 'verify', 'replay', 'compare'],
    define: [defineView, defineReading, defineComparing],
  },
  { heading: 'Learn:', names: ['outcome', 'calibration', 'recall', 'recheck'], define: [defineHindsight] },
  { heading: 'Take part:', names: ['open', 'say', 'pick', 'interject', 'close', 'kill'], define: [defineManual] },
  { heading: 'Share:', names: ['export', 'import', 'sign', 'github'], define: [defineSharing, defineGitHub] },
  { heading: 'Clean up:', names: ['redact', 'delete'], define: [defineCleaningUp] },
  {
    heading: 'Run a shared hall:',
    names: ['serve', 'worker', 'queue', 'keys', 'people', 'audit', 'webhooks', 'hall', 'db'],
    define: [defineAccess, definePeople, defineQueue, defineAudit, defineWebhooks, defineSharedHall],
  },
  {
    heading: 'Set up:',
    names: ['agents', 'perspectives', 'doctor', 'init', 'config', 'trust', 'completion', 'mcp', 'acp'],
    define: [defineSetup, defineServer, defineAgent],
  },
];

/** Defining every command takes 3 ms, which a call that names one can save; help and what is unknown need them all. */
function groupsFor(word: string | undefined): readonly CommandGroup[] {
  const named = GROUPS.find(({ names }) => word !== undefined && names.includes(word));
  return named === undefined ? GROUPS : [named];
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

/** `word` is the first on the command line: where it is a command, only its group is defined. */
export function createProgram(word?: string): Command {
  const program = new Command('debate-hall')
    .description('Agent CLIs debate a decision under finite rules and leave a record that nobody can quietly change.')
    .usage('<command> [options]')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .configureHelp({
      // Nearly all commands take options; leaving that out keeps each on one line.
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
    })
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
  for (const { heading, define } of groupsFor(word)) {
    program.commandsGroup(heading);
    for (const each of define) each(program);
  }
  completeCommand(program);
  throwUsageErrors(program);
  return program;
}
