// The program with all its commands, grouped by what people want to do. Each is a file, which is loaded when it is named.
import { type Argument, Command } from 'commander';
import { packageVersion } from '../../hall/compose/version.ts';
import { packageFile } from '../../support/package-root.ts';
import { throwUsageErrors } from './errors/usage-error.ts';

function argumentTerm(argument: Argument): string {
  const text = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${text}>` : `[${text}]`;
}

interface CommandFile {
  /** Gives the command its arguments, options and action. */
  readonly define: (command: Command) => void;
}

interface CommandGroup {
  readonly heading: string;
  readonly commands: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<CommandFile> }>>;
}

/** Every command and its file, in the order of the help: common ones first. */
const GROUPS: readonly CommandGroup[] = [
  {
    heading: 'Debate:',
    commands: {
      run: {
        summary: 'Debate a topic with the agents on this machine.',
        load: () => import('./commands/debate/run.ts'),
      },
      check: {
        summary: 'Ask several agents independently and compare.',
        load: () => import('./commands/debate/check.ts'),
      },
      review: {
        summary: 'Have several agents review and cross-check a change.',
        load: () => import('./commands/debate/review.ts'),
      },
      plan: { summary: 'Have several agents settle on one plan.', load: () => import('./commands/debate/plan.ts') },
      resume: { summary: 'Resume a debate where it left off.', load: () => import('./commands/debate/resume.ts') },
      ask: {
        summary: 'Ask the seats of a finished debate one more question.',
        load: () => import('./commands/debate/ask.ts'),
      },
      fork: { summary: 'Run a debate again with something changed.', load: () => import('./commands/debate/fork.ts') },
      watch: {
        summary: 'Follow a debate running in another process.',
        load: () => import('./commands/debate/watch.ts'),
      },
    },
  },
  {
    heading: 'Read:',
    commands: {
      view: { summary: 'Open the hall in your browser, live.', load: () => import('./commands/read/view.ts') },
      list: { summary: 'List debates, most recently changed first.', load: () => import('./commands/read/list.ts') },
      show: { summary: 'Show a debate: outcome, panel and transcript.', load: () => import('./commands/read/show.ts') },
      search: { summary: 'Search topics, decisions and transcripts.', load: () => import('./commands/read/search.ts') },
      stats: { summary: 'Show where time, tokens and money went.', load: () => import('./commands/read/stats.ts') },
      verify: {
        summary: 'Check a ledger offline, from first byte to last.',
        load: () => import('./commands/read/verify.ts'),
      },
      replay: { summary: 'Play a debate back and check every step.', load: () => import('./commands/read/replay.ts') },
      compare: { summary: 'Show how two debates differ.', load: () => import('./commands/read/compare.ts') },
    },
  },
  {
    heading: 'Learn:',
    commands: {
      outcome: { summary: 'Record how a decision turned out.', load: () => import('./commands/learn/outcome.ts') },
      calibration: {
        summary: 'Compare confidence with what turned out.',
        load: () => import('./commands/learn/calibration.ts'),
      },
      recall: {
        summary: 'Find past decisions that resemble a question.',
        load: () => import('./commands/learn/recall.ts'),
      },
      eval: {
        summary: 'Find out whether debates are worth their price.',
        load: () => import('./commands/learn/eval.ts'),
      },
      recheck: {
        summary: "Debate a question again with today's material.",
        load: () => import('./commands/learn/recheck.ts'),
      },
    },
  },
  {
    heading: 'Take part:',
    commands: {
      open: {
        summary: 'Start a debate with manual turns and print its ID.',
        load: () => import('./commands/take-part/open.ts'),
      },
      say: { summary: 'Take a turn for a seat.', load: () => import('./commands/take-part/say.ts') },
      read: { summary: 'Look something up for a seat.', load: () => import('./commands/take-part/read.ts') },
      pick: {
        summary: 'Pick the next speaker in a mediated debate.',
        load: () => import('./commands/take-part/pick.ts'),
      },
      interject: {
        summary: 'Add an interjection that every later speaker sees.',
        load: () => import('./commands/take-part/interject.ts'),
      },
      close: { summary: 'Close a debate with a decision.', load: () => import('./commands/take-part/close.ts') },
      kill: {
        summary: 'End a debate immediately, wherever it is running.',
        load: () => import('./commands/take-part/kill.ts'),
      },
    },
  },
  {
    heading: 'Share:',
    commands: {
      export: { summary: 'Export a debate as a document.', load: () => import('./commands/share/export.ts') },
      import: { summary: 'Import a debate from another tool.', load: () => import('./commands/share/import.ts') },
      sign: { summary: 'Sign a ledger with your SSH key.', load: () => import('./commands/share/sign.ts') },
      github: {
        summary: 'Share a debate on GitHub and propose its decision.',
        load: () => import('./commands/share/github.ts'),
      },
    },
  },
  {
    heading: 'Clean up:',
    commands: {
      redact: {
        summary: 'Permanently remove text; the ledger still verifies.',
        load: () => import('./commands/clean-up/redact.ts'),
      },
      delete: {
        summary: 'Permanently delete a debate: ledger and record.',
        load: () => import('./commands/clean-up/delete.ts'),
      },
    },
  },
  {
    heading: 'Run a shared hall:',
    commands: {
      serve: {
        summary: 'Serve a shared hall over HTTP: MCP and the page.',
        load: () => import('./commands/team/serve.ts'),
      },
      worker: { summary: 'Run the queued debates of a shared hall.', load: () => import('./commands/team/worker.ts') },
      queue: { summary: 'List and control the runs of workers.', load: () => import('./commands/team/queue.ts') },
      keys: { summary: 'Manage the keys of a shared hall.', load: () => import('./commands/team/keys.ts') },
      people: {
        summary: 'Show, export and erase the people of a shared hall.',
        load: () => import('./commands/team/people.ts'),
      },
      audit: { summary: 'Show who did what in a shared hall.', load: () => import('./commands/team/audit.ts') },
      webhooks: {
        summary: 'Notify a chat or a program about debates.',
        load: () => import('./commands/team/webhooks.ts'),
      },
      hall: {
        summary: 'Copy the debates of a hall, and remove what is old.',
        load: () => import('./commands/team/hall.ts'),
      },
      db: { summary: 'Set up the database of a shared hall.', load: () => import('./commands/team/db.ts') },
    },
  },
  {
    heading: 'Set up:',
    commands: {
      agents: {
        summary: 'List agents and whether they are ready to use.',
        load: () => import('./commands/setup/agents.ts'),
      },
      perspectives: {
        summary: 'List the points of view a seat can take.',
        load: () => import('./commands/setup/perspectives.ts'),
      },
      doctor: { summary: 'Check agents, configuration and hall.', load: () => import('./commands/setup/doctor.ts') },
      init: { summary: 'Create a config file from the agents found.', load: () => import('./commands/setup/init.ts') },
      config: { summary: 'Inspect the configuration.', load: () => import('./commands/setup/config.ts') },
      trust: {
        summary: 'Decide which projects may run programs and use keys.',
        load: () => import('./commands/setup/trust.ts'),
      },
      completion: { summary: 'Print a shell completion script.', load: () => import('./commands/setup/completion.ts') },
      mcp: { summary: 'Serve debates to assistants over MCP.', load: () => import('./commands/setup/mcp.ts') },
      plugin: {
        summary: 'Add slash commands to claude, codex or gemini.',
        load: () => import('./commands/setup/plugin.ts'),
      },
      uninstall: {
        summary: 'List what is on this machine, and remove it.',
        load: () => import('./commands/setup/uninstall.ts'),
      },
      acp: {
        summary: 'Serve a panel as one agent to editors over ACP.',
        load: () => import('./commands/setup/acp.ts'),
      },
    },
  },
];

/** With --no-color before it, or after "help": the first word that names a command. */
function findNamed(words: readonly string[]): string | undefined {
  return words.find((word) => GROUPS.some(({ commands }) => Object.hasOwn(commands, word)));
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
  for (const { heading, commands } of GROUPS) {
    program.commandsGroup(heading);
    for (const [name, { summary, load }] of Object.entries(commands)) {
      const command = program.command(name).summary(summary);
      if (words === undefined || name === named) (await load()).define(command);
    }
  }
  completeCommand(program);
  throwUsageErrors(program);
  return program;
}
