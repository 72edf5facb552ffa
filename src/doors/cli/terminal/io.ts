// Standard streams of the command line: results to stdout, talk to stderr, colour only on a terminal.
import pc from 'picocolors';
import { systemClock } from '../../../support/clock.ts';
import { toPrintable, toPrintableJson } from '../../../support/control-characters.ts';
import { gathered } from '../../../support/pieces.ts';
import { quoteArgument } from '../../../support/quote-argument.ts';
import { currentRequest } from '../../../support/request-context.ts';
import { getColumns, getRoom, wrapMessage } from '../render/layout/word-wrap.ts';

export type Colours = ReturnType<typeof pc.createColors>;

/** `NO_COLOR` with any value: no colour; `FORCE_COLOR`: whatever it says; else on a terminal that is not dumb. */
export function coloursFor(stream: { readonly isTTY?: boolean }): Colours {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return pc.createColors(false);
  return pc.createColors(FORCE_COLOR ? !/^(?:0|false)$/.test(FORCE_COLOR) : stream.isTTY === true && TERM !== 'dumb');
}

/** Programs get text as it is, unless somebody forces what people see. */
export const isReadByPeople = (stream: { readonly isTTY?: boolean }): boolean =>
  stream.isTTY === true || coloursFor(stream).isColorSupported;

/** What goes out at once, in UTF-16 units: a long result is not in memory a second time as bytes. */
const PIECE = 1024 * 1024;

const writeOut = (text: string) => new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));

async function writeInPieces(text: string): Promise<void> {
  for (let from = 0; from < text.length; ) {
    // Both halves of a surrogate pair go out together.
    const to = from + PIECE;
    const next = /[\udc00-\udfff]/.test(text.charAt(to)) ? to + 1 : to;
    await writeOut(text.slice(from, next));
    from = next;
  }
}

/** Writes a result, whole or in pieces. Resolves when it is out, so that nothing is lost at exit. */
export async function printResult(result: string | Iterable<string>): Promise<void> {
  let last = '';
  for (const text of gathered(result)) {
    await writeInPieces(text);
    last = text;
  }
  if (!last.endsWith('\n')) await writeOut('\n');
}

function* ended(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

/** Writes a result of many lines. */
export async function printLines(lines: Iterable<string>): Promise<void> {
  for (const text of gathered(ended(lines))) await writeInPieces(text);
}

/** The same through the person's pager where they sit at a terminal. Nowhere else is a long result in memory as a whole. */
export async function printLong(lines: Iterable<string>): Promise<void> {
  if (!process.stdout.isTTY || !process.stdin.isTTY) return await printLines(lines);
  const all = [...lines];
  const { showInPager } = await import('../../../process/person-programs.ts');
  if (!(await showInPager(ended(all), process.env))) await printLines(all);
}

/** Less is no column for words. */
const LEAST_COLUMN = 40;

/**
 * Writes lines of words, which break between words where a terminal is too narrow for them. `column`: where the words begin, behind a
 * name, which their other lines stay below if there is room.
 */
export async function printSentences(lines: Iterable<string>, column = 0): Promise<void> {
  const width = getColumns(process.stdout);
  const below = width - column >= LEAST_COLUMN ? column : 0;
  const hang = (line: string) => ' '.repeat(Math.max(below, (/^ */.exec(line)?.[0].length ?? 0) + 2));
  await printLines([...lines].map((line) => wrapMessage(line, width, hang(line))));
}

/** Writes rows of tables and what stands around them: as wide as the terminal is, and no word is cut in two. */
export async function printRows(lines: Iterable<string>): Promise<void> {
  const room = getRoom(process.stdout);
  await printLines([...lines].map((line) => wrapMessage(line, room, '  ')));
}

export async function printJson(value: unknown): Promise<void> {
  await printResult(toPrintableJson(value, 2));
}

/** Writes a result as JSON for a program, or as `printText` does for a person, which gets it fit for a terminal. */
export async function printEither<T>(
  { json }: { readonly json?: boolean },
  result: T,
  printText: (shown: T) => Promise<void>,
): Promise<void> {
  await (json === true ? printJson(result) : printText(toPrintable(result)));
}

/** The same of a list: for a person `none` says that it is empty. */
export async function printList<Row>(
  flags: { readonly json?: boolean },
  rows: readonly Row[],
  none: string,
  printText: (shown: readonly Row[]) => Promise<void>,
): Promise<void> {
  await printEither(flags, rows, async (shown) => (shown.length === 0 ? printMessage(none) : await printText(shown)));
}

/** Aborted when the reader of the stream, such as `head`, has exited. */
export function signalReaderGone(stream: NodeJS.WriteStream): AbortSignal {
  const gone = new AbortController();
  stream.once('error', () => gone.abort());
  return gone.signal;
}

export const LOG_FORMS = ['json', 'text'] as const;
export type LogForm = (typeof LOG_FORMS)[number];

let form: LogForm = 'text';

/** For people at a terminal, else for programs, unless somebody chose a form. */
export const chooseLogForm = (wanted?: LogForm): LogForm => wanted ?? (process.stderr.isTTY === true ? 'text' : 'json');

/** From now on everything that is said besides results is a log in this form; returns what ends that. */
export function startLog(wanted: LogForm): () => void {
  form = wanted;
  return () => {
    form = 'text';
  };
}

/** One line of JSON, with its time and the request that it is about. Whether it went out: only a log for programs has fields. */
export function logEntry(level: 'info' | 'warning' | 'error', message: string, fields?: object): boolean {
  if (form !== 'json') return false;
  const time = new Date(systemClock.now()).toISOString();
  // JSON has no member for what is undefined.
  const entry = { time, level, message, requestId: currentRequest().requestId, ...fields };
  if (message !== '') process.stderr.write(`${JSON.stringify(toPrintable(entry))}\n`);
  return true;
}

/** What somebody types who has the program only from npm, as the first commands of the README do. */
const BY_NPM: Readonly<Record<string, string>> = { start: 'npm start -- ', npx: 'npx debate-hall ' };

/** Where a message of ours has a command: in quotation marks, or behind "Next", a colon or a dot; never in words or paths of others. */
const OWN_COMMAND =
  /(?<="|[·:] |^(?:\x1b\[\d+m)?(?:Next|next:) *(?:\x1b\[\d+m)? *)debate-hall ([a-z](?:'[^']*'|[^"·;()])*?)(?=\.? *(?:["·;()]|$))/g;

/** Commands that have no hall, or name another one. */
const WITHOUT_HALL = /^(?:completion|init|mcp|plugin|trust|uninstall)\b|--help| --hall /;

/** Options with which a command was told where the hall is; commands that its messages name reach the same one with them. */
let hallOptions = '';

/** From now on until what is returned is called. */
export function nameHall(options: readonly string[]): () => void {
  hallOptions = options.map((option) => ` ${quoteArgument(option)}`).join('');
  return () => {
    hallOptions = '';
  };
}

/** Our own line, with commands as they reach the hall that this one reached; a second time changes nothing. */
export function nameCommands(line: string): string {
  const { npm_lifecycle_event: event = '', npm_package_name: name } = process.env;
  const called = event === 'start' && name !== 'debate-hall' ? undefined : BY_NPM[event];
  return line.replace(
    OWN_COMMAND,
    (_, command: string) =>
      `${called ?? 'debate-hall '}${command}${WITHOUT_HALL.test(command) || command.endsWith(hallOptions) ? '' : hallOptions}`,
  );
}

/**
 * What goes to a log that may be that of a job in GitHub Actions: its runner takes `##[error]` from anywhere in a line for a command, and
 * names of files and words of seats can be in any.
 */
export const withoutCommands = (text: string): string =>
  process.env['GITHUB_ACTIONS'] === 'true' ? text.replaceAll('##[', '## [').replace(/^(\s*:)(?=:)/gm, '$1 ') : text;

/** `hang` begins the lines that the width of a terminal makes of it. */
export function printMessage(line: string, hang = ''): void {
  if (!logEntry('info', line))
    process.stderr.write(`${wrapMessage(withoutCommands(nameCommands(line)), getColumns(process.stderr), hang)}\n`);
}

export function printWarning(sentence: string): void {
  if (!logEntry('warning', sentence)) printMessage(`${coloursFor(process.stderr).yellow('warning:')} ${sentence}`);
}

/** Of a fault: where it came from is a part of it. */
export function printFault(fault: unknown): void {
  const stack = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  if (!logEntry('error', stack)) printWarning(stack);
}
