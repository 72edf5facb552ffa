// Options that several commands take, and how their values are read.
import type { Command, OptionValues, Option as TypedOption } from '@commander-js/extra-typings';
import { Option as CommanderOption, InvalidArgumentError } from 'commander';
import { OUTCOMES } from '../../../domain/outcomes.ts';
import { ANSWER_KINDS, GATES, WEIGHTS } from '../../../domain/question/choices.ts';
import { packageFile } from '../../../support/package-root.ts';

/** That of commander, whose values an action gets by their types. */
export const Option = CommanderOption as typeof TypedOption;

/** The setting that the option of this name gives. */
export const ALLOW_SECRETS = { name: '--allow-secrets', path: ['context', 'allowSecrets'] };

type Shared<Added extends OptionValues, More extends unknown[]> = <Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
  ...more: More
) => Command<Args, Flags & Added>;

/**
 * Options that several commands take: adds them to any, whatever it takes besides. They are typed on a command without any, since the
 * compiler takes exponentially long for a chain of options on a command that it does not know.
 */
export const shared = <Added extends OptionValues, More extends unknown[]>(
  add: (command: Command, ...more: More) => Command<[], Added>,
) => add as unknown as Shared<Added, More>;

/** What an action gets of options that several commands take, by what adds them. */
export type AddedBy<Add> = Add extends Shared<infer Flags, infer _> ? Flags : never;

/** What an action gets, by the function that adds the options of its command. */
export type FlagsOf<Add extends (command: Command) => { opts(): OptionValues }> = ReturnType<ReturnType<Add>['opts']>;

/** Of whatever runs a debate. */
const EXIT_WORDS: Readonly<Record<number, string>> = {
  0: 'decided',
  1: 'internal error, or a damaged ledger',
  2: 'usage or bad input',
  3: 'finished, but a seat failed or material did not reach the seats',
  4: 'an agent is missing, not logged in or could not answer, or a person is next',
  5: 'stopped by a limit',
  6: 'stable disagreement, or nothing could be settled',
  130: 'cancelled',
};

/** What a command ends with, in words of its own where it has some; `null` for what it never ends with. */
export function exitCodes(own: Readonly<Record<number, string | null>> = {}): string {
  const lines = Object.entries({ ...EXIT_WORDS, ...own }).flatMap(([code, words]) =>
    words === null ? [] : `\n  ${code.padEnd(5)}${words}`,
  );
  return `\nExit codes:${lines.join('')}`;
}

/** Begins the example of a command that is about a database. */
export const ON_POSTGRES = '\nExample:\n  DEBATE_HALL_STORE=postgres debate-hall';

/** Where the options and values of formats are listed. */
export const formatDocs = (page = '') =>
  `\nFormats: ${packageFile(`docs/formats/${page}`)}; their options: ${packageFile('docs/reference/formats.md')}`;

/** Reads a whole number within these bounds; `what` names it in the error. */
export const wholeNumber =
  (what: string, least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    if (number < least || number > most) throw new InvalidArgumentError(`It must be ${what}.`);
    return number;
  };

export const parseWhole = wholeNumber('a whole number, 1 or more', 1);
export const parseSequence = wholeNumber('a whole number, 0 or more', 0);
export const parsePort = wholeNumber('a port: a whole number from 1 to 65535', 1, 65_535);

export function parseHash(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('It must be a SHA-256 hash: 64 hex digits.');
  return text.toLowerCase();
}

export function parseAmount(text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number <= 0) throw new InvalidArgumentError('It must be a number greater than 0.');
  return number;
}

export function parseSpeed(text: string): number {
  if (Number(text) === 0) throw new InvalidArgumentError('Leave out --speed to play without pauses.');
  return parseAmount(text);
}

/** For what looks as if it could be given again: taking the last one only would drop the others without a word. */
export function parseOnce(text: string, before: string | undefined): string {
  if (before !== undefined) throw new InvalidArgumentError('It can be given only once.');
  return text;
}

/** As the ledger has them, and one for debates that have not come to anything yet. */
const OUTCOME_FILTERS = [...OUTCOMES, 'open'] as const;

export const collect = (value: string, all: string[] = []) => [...all, value];

/** Leaves in the help what people use; `--help-all` shows every option. */
export function foldHelp<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
  shown: readonly string[],
): Command<Args, Flags> {
  for (const option of command.options) if (!shown.includes(option.long ?? '')) option.hideHelp();
  command
    .addHelpText('after', () =>
      command.options.some(({ hidden }) => hidden)
        ? `\nThese are the common options; "debate-hall ${command.name()} --help-all" shows all.`
        : '',
    )
    .option('--help-all', 'show help with every option')
    .on('option:help-all', () => {
      unfoldHelp(command);
      command.help();
    });
  return command;
}

/** Shows every option that takes part in the command; `--no-color` is on every command, and in the guide. */
export function unfoldHelp(command: { readonly options: readonly { hidden: boolean }[] }): void {
  for (const option of command.options) option.hidden = false;
}

export const addHallOptions = shared((command) =>
  command
    .option('--hall <folder>', 'folder where the debates are kept')
    .option('--config <file>', "config file to use instead of the project's")
    .option('--trust', 'trust the project for this command: its programs, addresses and keys (see "trust")'),
);

export const addResultOptions = shared((command) => addHallOptions(command).option('--json', 'print JSON'));

export function defineActing(command: Command) {
  return addResultOptions(command.argument('<id>', 'the debate')).option(
    '--author <name>',
    'your name for the record (default: GIT_AUTHOR_NAME or your login name)',
  );
}

export const addCommand = (group: Command, name: string, description: string) =>
  addResultOptions(group.command(name).description(description));

/** Which hall, under a heading of its own, for commands with many options. */
export const withProject = shared((command) =>
  addHallOptions(command.optionsGroup('Project:')).optionsGroup('Other:').helpOption('-h, --help', 'show help'),
);

export const addFilterOptions = shared((command) =>
  addResultOptions(command)
    .option('-F, --format <format>', 'only debates in this format')
    .addOption(new Option('--outcome <outcome>', 'only debates with this outcome').choices(OUTCOME_FILTERS))
    .option('--tag <tag>', 'only debates with this tag (repeatable)', collect)
    .option('--since <time>', 'only debates changed since: 2026-11-20, 12h, 7d or 2w')
    .option('--limit <n>', 'maximum number of debates', parseWhole),
);

/** Who sits where. */
export const addSeatOptions = shared((command) =>
  command
    .option('--wind <agent>', 'agent that proposes: agent[:model][#effort][+perspective]')
    .option('--wall <agent>', 'agent that tests')
    .option('--door <agent>', 'agent that decides')
    .option('--mediator <agent>', 'agent that picks the speakers of a mediated debate')
    .option('--seat <seat=agent>', 'agent for any seat (repeatable)', collect),
);

export const addReadingOptions = shared((command) =>
  command
    .option(
      '--read <source>',
      'let seats look things up: file, folder, glob, address, git:REVISION, git:A..B or decisions (repeatable)',
      collect,
    )
    .option('--max-reads <n>', 'looks per seat and turn (default: 40)', parseWhole),
);

export const addTagOption = shared((command) =>
  command.option('--tag <tag>', 'tag to find the debate by (repeatable)', collect),
);

/** What kind of answer is asked for, and what follows from the seats' own answers. */
export const addQuestionOptions = shared((command) =>
  command
    .option('--options <words>', 'possible answers, separated by commas: "Rust,Go"')
    .addOption(
      new Option('--answer <kind>', 'kind of answer (default: by the form of the question)').choices(ANSWER_KINDS),
    )
    .option('--unit <unit>', 'what a number counts or measures: days, "€"; no answer may have another unit')
    .addOption(
      new Option('--weigh <by>', 'weight of an answer: the same for all, by confidence or by calibration').choices(
        WEIGHTS,
      ),
    ),
);

/** Of a debate that has turns after its openings. */
export const addGateOption = shared((command) =>
  command.addOption(
    new Option('--gate <mode>', 'when all openings agree: end (on), debate (off), or look once more first').choices(
      GATES,
    ),
  ),
);

export const addLimitOptions = shared((command) =>
  command
    .optionsGroup('Limits:')
    .option('--max-tokens <n>', 'make no further calls after this many tokens, further steps included', parseWhole)
    .option('--max-usd <amount>', 'make no further calls after this reported cost, further steps included', parseAmount)
    .option('--max-minutes <n>', 'make no further calls after this much run time, further steps included', parseAmount),
);

export const addViewOptions = shared((command) =>
  command
    .optionsGroup('Output:')
    .addOption(new Option('--json', 'print the full record as JSON').conflicts('events'))
    .option('-q, --quiet', 'print only the decision, and what limits it')
    .option('--log', 'print one line per step instead of streaming')
    .option('--events', 'print live events as JSON lines')
    .option('--report <file>', 'also write it here; the extension says how: .html, .md, .json … (repeatable)', collect)
    .option('--html <file>', 'the same as --report, as one HTML page'),
);
