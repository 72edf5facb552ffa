// The command line: every command by name, and one call of them, from its words to its exit code.
import type { Command as TypedCommand } from '@commander-js/extra-typings';
import { type Argument, Command, Help, InvalidArgumentError, type Option } from 'commander';
import { packageFile, packageVersion } from '../../support/package-root.ts';
import { nameOptions, reportError } from './errors/report-error.ts';
import { isHelp, throwUsageErrors } from './errors/usage-error.ts';
import { getRoom, wrapMessage, wrapText } from './render/layout/word-wrap.ts';

interface CommandFile {
  /** Gives the command its arguments, options and action. */
  readonly define: (command: TypedCommand) => void;
}

interface CommandEntry {
  readonly name: string;
  /** What its help says as well, where its file describes it no further. */
  readonly summary: string;
  readonly load: () => Promise<CommandFile>;
}

const entry = (name: string, summary: string, load: CommandEntry['load']): CommandEntry => ({ name, summary, load });

/** In groups by what people want to do, common ones first. The file of a command is loaded when the command is named. */
const COMMAND_GROUPS: Readonly<Record<string, readonly CommandEntry[]>> = {
  'Debate:': [
    entry('run', 'Debate a topic with the agents on this machine.', () => import('./commands/debate/run.ts')),
    entry('check', 'Ask several agents independently and compare.', () => import('./commands/debate/check.ts')),
    entry(
      'review',
      'Have several agents review and cross-check a change.',
      () => import('./commands/debate/review.ts'),
    ),
    entry('plan', 'Have several agents settle on one plan.', () => import('./commands/debate/plan.ts')),
    entry('resume', 'Resume a debate where it left off.', () => import('./commands/debate/resume.ts')),
    entry('ask', 'Ask the seats of a finished debate one more question.', () => import('./commands/debate/ask.ts')),
    entry('fork', 'Run a debate again with something changed.', () => import('./commands/debate/fork.ts')),
    entry('watch', 'Follow a debate running in another process.', () => import('./commands/debate/watch.ts')),
  ],
  'Read:': [
    entry('view', 'Open the hall in your browser, live.', () => import('./commands/read/view.ts')),
    entry('list', 'List debates, most recently changed first.', () => import('./commands/read/list.ts')),
    entry('show', 'Show a debate: outcome, panel and transcript.', () => import('./commands/read/show.ts')),
    entry('search', 'Search topics, decisions and transcripts.', () => import('./commands/read/search.ts')),
    entry('stats', 'Show where time, tokens and money went.', () => import('./commands/read/stats.ts')),
    entry('verify', 'Check a ledger offline, from first byte to last.', () => import('./commands/read/verify.ts')),
    entry('replay', 'Play a debate back and check every step.', () => import('./commands/read/replay.ts')),
    entry('compare', 'Show how two debates differ.', () => import('./commands/read/compare.ts')),
  ],
  'Learn:': [
    entry('outcome', 'Record how a decision turned out.', () => import('./commands/learn/outcome.ts')),
    entry('calibration', 'Compare confidence with what turned out.', () => import('./commands/learn/calibration.ts')),
    entry('recall', 'Find past decisions that resemble a question.', () => import('./commands/learn/recall.ts')),
    entry('eval', 'Find out whether debates are worth their price.', () => import('./commands/learn/eval.ts')),
    entry('recheck', "Debate a question again with today's material.", () => import('./commands/learn/recheck.ts')),
  ],
  'Take part:': [
    entry('open', 'Start a debate with manual turns and print its ID.', () => import('./commands/take-part/open.ts')),
    entry('say', 'Take a turn for a seat.', () => import('./commands/take-part/say.ts')),
    entry('read', 'Look something up for a seat.', () => import('./commands/take-part/read.ts')),
    entry('pick', 'Pick the next speaker in a mediated debate.', () => import('./commands/take-part/pick.ts')),
    entry(
      'interject',
      'Add an interjection that every later speaker sees.',
      () => import('./commands/take-part/interject.ts'),
    ),
    entry('close', 'Close a debate with a decision.', () => import('./commands/take-part/close.ts')),
    entry('kill', 'End a debate immediately, wherever it is running.', () => import('./commands/take-part/kill.ts')),
  ],
  'Share:': [
    entry('export', 'Export a debate as a document.', () => import('./commands/share/export.ts')),
    entry('import', 'Import a debate from another tool.', () => import('./commands/share/import.ts')),
    entry('sign', 'Sign a ledger with your SSH key.', () => import('./commands/share/sign.ts')),
    entry('github', 'Share a debate on GitHub and propose its decision.', () => import('./commands/share/github.ts')),
  ],
  'Clean up:': [
    entry(
      'redact',
      'Permanently remove text; the ledger still verifies.',
      () => import('./commands/clean-up/redact.ts'),
    ),
    entry('delete', 'Permanently delete a debate: ledger and record.', () => import('./commands/clean-up/delete.ts')),
  ],
  'Run a shared hall:': [
    entry('serve', 'Serve a shared hall over HTTP: MCP and the page.', () => import('./commands/team/serve.ts')),
    entry('worker', 'Run the queued debates of a shared hall.', () => import('./commands/team/worker.ts')),
    entry('queue', 'List and control the runs of workers.', () => import('./commands/team/queue.ts')),
    entry('keys', 'Manage the keys of a shared hall.', () => import('./commands/team/keys.ts')),
    entry('people', 'Show, export and erase the people of a shared hall.', () => import('./commands/team/people.ts')),
    entry('audit', 'Show who did what in a shared hall.', () => import('./commands/team/audit.ts')),
    entry('webhooks', 'Notify a chat or a program about debates.', () => import('./commands/team/webhooks.ts')),
    entry('hall', 'Copy the debates of a hall, and remove what is old.', () => import('./commands/team/hall.ts')),
    entry('db', 'Set up the database of a shared hall.', () => import('./commands/team/db.ts')),
  ],
  'Set up:': [
    entry('agents', 'List agents and whether they are ready to use.', () => import('./commands/setup/agents.ts')),
    entry('perspectives', 'List the points of view a seat can take.', () => import('./commands/setup/perspectives.ts')),
    entry('doctor', 'Check agents, configuration and hall.', () => import('./commands/setup/doctor.ts')),
    entry('init', 'Create a config file from the agents found.', () => import('./commands/setup/init.ts')),
    entry('config', 'Inspect the configuration.', () => import('./commands/setup/config.ts')),
    entry('trust', 'Decide which projects may run programs and use keys.', () => import('./commands/setup/trust.ts')),
    entry('completion', 'Print a shell completion script.', () => import('./commands/setup/completion.ts')),
    entry('mcp', 'Serve debates to assistants over MCP.', () => import('./commands/setup/mcp.ts')),
    entry('plugin', 'Add slash commands to claude, codex or gemini.', () => import('./commands/setup/plugin.ts')),
    entry('uninstall', 'List what is on this machine, and remove it.', () => import('./commands/setup/uninstall.ts')),
    entry('acp', 'Serve a panel as one agent to editors over ACP.', () => import('./commands/setup/acp.ts')),
  ],
};

function argumentTerm(argument: Argument): string {
  const text = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${text}>` : `[${text}]`;
}

/** With --no-color before it, or after "help": the first word that names a command. */
function findNamed(words: readonly string[]): string | undefined {
  const names = Object.values(COMMAND_GROUPS).flatMap((commands) => commands.map(({ name }) => name));
  return words.find((word) => names.includes(word));
}

/** Columns: with fewer, descriptions stand below what they describe. */
const LEAST_ROOM = 20;
const BELOW = ' '.repeat(6);

const formatItem: Help['formatItem'] = (term, termWidth, description, help) => {
  const width = help.helpWidth ?? 80;
  if (width - termWidth - 4 >= LEAST_ROOM || description === '')
    return Help.prototype.formatItem.call(help, term, termWidth, description, help);
  const lines = help.boxWrap(description, width - BELOW.length).split('\n');
  return [`  ${term}`, ...lines.map((line) => BELOW + line)].join('\n');
};

function wrapHelpLine(line: string): string {
  const room = getRoom(process.stdout);
  // To be copied.
  if (/^ .*debate-hall /.test(line)) return line;
  if (/^[A-Z][a-z]+: /.test(line)) return wrapText(line, room, { hang: '  ' });
  return wrapMessage(line, room, (/^ +(?:\d+ +)?/.exec(line)?.[0] ?? '').replaceAll(/\d/g, ' '));
}

/** Commander wraps only what it lays out itself. */
const wrapHelp = (text: string) => text.split('\n').map(wrapHelpLine).join('\n');

/** What an option with such a value names: blank, as an empty variable is, it would mean the current folder or nothing at all. */
const NAMED = /[<[](?:file|folder|path|source|command)[\]>]/;

function refuseBlank(option: Option): void {
  if (!NAMED.test(option.flags)) return;
  const { parseArg: parse } = option;
  option.argParser((value: string, before: unknown) => {
    if (value.trim() === '') throw new InvalidArgumentError('It must not be blank.');
    return parse === undefined ? value : parse(value, before);
  });
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
  for (const option of command.options) refuseBlank(option);
  if (command.commands.length > 0) command.helpCommand('help [command]', 'Show help for a command.');
  for (const child of command.commands) completeCommand(child);
}

/**
 * All commands are there by name, so that one that is mistyped gets an answer, unless `words`, those after the name of the program, begin
 * with one. Only the file of the one that they name is loaded. Without words every file is.
 */
export async function createProgram(words?: readonly string[]): Promise<Command> {
  const program = new Command('debate-hall')
    .description('Agent CLIs debate a decision under finite rules and leave a record that nobody can quietly change.')
    .usage('<command> [options]')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .configureHelp({
      // Nearly all commands take options; leaving that out keeps each on one line.
      minWidthToWrap: LEAST_ROOM,
      formatItem,
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
    })
    // A command with commands of its own, as eval is, leaves them their options.
    .enablePositionalOptions()
    .showSuggestionAfterError(false)
    .configureOutput({
      // Whoever runs the program reports errors; see usage-error.ts.
      outputError: () => {},
      // Help is a result, also when a command was left out.
      writeErr: (text) => process.stdout.write(wrapHelp(text)),
      writeOut: (text) => process.stdout.write(wrapHelp(text)),
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
  const isFirst = named !== undefined && words?.[0] === named;
  for (const [heading, commands] of Object.entries(COMMAND_GROUPS)) {
    program.commandsGroup(heading);
    for (const { name, summary, load } of commands) {
      if (isFirst && name !== named) continue;
      const command = program.command(name).summary(summary).description(summary);
      if (words === undefined || name === named) (await load()).define(command as unknown as TypedCommand);
    }
  }
  completeCommand(program);
  program.hook('preAction', (_, command) => nameOptions(command));
  throwUsageErrors(program);
  return program;
}

/** Also where the words make no sense, so that a program that asked for JSON gets JSON in any case. */
function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end === -1 ? words.length : end).includes('--json');
}

/** What the completion scripts call; no command, since nobody types it. */
const COMPLETE = '__complete';

async function printCompletions(words: readonly string[]): Promise<void> {
  const { completionLines } = await import('./completion/complete.ts');
  process.stdout.write(`${(await completionLines(await createProgram(words), words)).join('\n')}\n`);
}

/** Sets the exit code of the process. `words` are those after the name of the program. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  // The words to complete follow "--".
  if (words[0] === COMPLETE) return await printCompletions(words.slice(2));
  try {
    const program = await createProgram(words);
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    // Also a command that is incomplete, such as `debate-hall` by itself: its help is the answer, and no error.
    if (isHelp(error)) process.exitCode = 0;
    else process.exitCode = await reportError(error, wantsJson(words));
  }
}
