// Makes what commander refuses an error like all others: a sentence, and the next step.
import { type Command, CommanderError } from 'commander';
import { HallError } from '../../../domain/failures/errors.ts';
import { findNearest } from '../../../domain/values/nearest.ts';
import { capitalize, endSentence } from '../../../domain/words/sentence.ts';

/** Arguments that people write in words, so that dashes and blanks come with them. */
const TEXTS: ReadonlySet<string> = new Set(['topic', 'question', 'text', 'decision', 'reason']);

const withAncestors = (command: Command): Command[] =>
  command.parent === null ? [command] : [...withAncestors(command.parent), command];

const formatPath = (command: Command) =>
  withAncestors(command)
    .map((each) => each.name())
    .join(' ');

const takesText = ({ registeredArguments }: Command) => registeredArguments.some((each) => TEXTS.has(each.name()));

/** One of a command above, which it does not take here. */
function placeOption(command: Command, flag: string): string | undefined {
  const owner = withAncestors(command).find((each) =>
    each.options.some(({ long, short }) => [long, short].includes(flag)),
  );
  return owner && `Put it after the name: ${formatPath(owner)} ${flag}`;
}

function similarOption(command: Command, flag: string): string | undefined {
  const names = withAncestors(command).flatMap(({ options }) => options.map(({ long }) => long ?? ''));
  const found = findNearest(flag.replace(/^-+/, ''), ['help', ...names.map((name) => name.replace(/^-+/, ''))]);
  return found === undefined ? undefined : `Did you mean --${found}?`;
}

function similarCommand({ commands }: Command, name: string): string | undefined {
  const found = findNearest(
    name,
    commands.map((each) => each.name()),
  );
  return found === undefined ? undefined : `Did you mean "${found}"?`;
}

function unknownCommand(command: Command, name: string): HallError {
  return new HallError('usage', `Unknown command "${name}".`, {
    hint: similarCommand(command, name) ?? `See "${formatPath(command)} --help".`,
  });
}

/** A text that begins with a dash is not a misspelled option. */
const isText = (flag: string) => /\s|^-+[^\w-]|^-+$/.test(flag);

/** Of commander's words for a wrong value, those that a reader needs. */
const REWORDED: readonly (readonly [RegExp, string])[] = [
  [/^option '.*?(--[\w-]+)[^']*' argument '(.*?)' is invalid\./s, '"$2" is not valid for $1.'],
  [/^command-argument value '(.*?)' is invalid for argument '(.*?)'\./s, '"$1" is not a valid $2.'],
  [/Allowed choices are (.*)\.$/, 'Choose from $1.'],
  [/^option '.*?(--[\w-]+)([^']*)' argument missing/, '$1 needs a value:$2'],
  [/^required option '(.*?)' not specified/, '$1 is required'],
  [/^missing required argument '(.*?)'/, 'The argument <$1> is missing'],
  [/^too many arguments for '.*?'\. Expected/, 'Too many arguments: expected'],
  [/^option '.*?(--[\w-]+)[^']*' cannot be used with option '.*?(--[\w-]+)[^']*'/, '$1 cannot be used with $2'],
];

function asSentence(message: string): string {
  const raw = message.replace(/^error: /, '');
  const text = REWORDED.reduce((words, [pattern, better]) => words.replace(pattern, better), raw);
  return /[?!]$/.test(text) ? capitalize(text) : endSentence(text);
}

/** The help is a result and not an error; it leaves commander in the same way. */
export const isHelp = (error: unknown): error is CommanderError =>
  error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help');

/** Of `help nothing-like-that`; commander answers it with the help of everything. */
function unknownHelp(command: Command): HallError | undefined {
  const [help, name] = command.args;
  if (help !== 'help' || name === undefined) return undefined;
  const known = command.commands.some((each) => each.name() === name);
  return known ? undefined : unknownCommand(command, name);
}

/** The help that has every option, since what was refused may be one that the other leaves out. */
function seeHelp(command: Command): string {
  const isFolded = command.options.some(({ long }) => long === '--help-all');
  return `See "${formatPath(command)} ${isFolded ? '--help-all' : '--help'}".`;
}

function usageError(command: Command, { code, message }: CommanderError): HallError {
  const token = /'(.*)'$/s.exec(message)?.[1] ?? '';
  const help = seeHelp(command);
  switch (code) {
    case 'commander.unknownOption': {
      const quoted = `Put "--" before text that starts with "-": ${formatPath(command)} … -- "- one"`;
      const onlyHolds = command.commands.length > 0 && (command.parent === null || command.options.length === 0);
      // Most people mean an option of the command that follows.
      const other = onlyHolds ? `Put options after the command: ${formatPath(command)} COMMAND ${token}` : help;
      const hint =
        isText(token) && takesText(command)
          ? quoted
          : (placeOption(command, token) ?? similarOption(command, token) ?? other);
      return new HallError('usage', `Unknown option "${token}".`, { hint });
    }
    case 'commander.unknownCommand':
      return unknownCommand(command, token);
    case 'commander.excessArguments': {
      const hint = takesText(command) ? 'Quote text that has spaces, such as "Tabs or spaces?".' : help;
      return new HallError('usage', asSentence(message), { hint });
    }
    default:
      return new HallError(code === 'commander.conflictingOption' ? 'usage' : 'bad-input', asSentence(message), {
        hint: help,
      });
  }
}

/** From here on this command and those below it throw a HallError for what they refuse. */
export function throwUsageErrors(command: Command): void {
  command.exitOverride((error) => {
    throw isHelp(error) ? (unknownHelp(command) ?? error) : usageError(command, error);
  });
  for (const child of command.commands) throwUsageErrors(child);
}
