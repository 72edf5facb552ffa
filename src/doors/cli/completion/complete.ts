// `debate-hall __complete -- WORDS`: what a shell may offer for the last of these words. Shells know nothing themselves.
import type { Command } from 'commander';
import { stripControl } from '../../../support/control-characters.ts';
import { findPosition, type Position } from './position.ts';
import type { CompletionValue } from './values.ts';

/** Names of what is on disk: shells complete these themselves. */
const FILES: ReadonlySet<string> = new Set(['file', 'folder', 'path', 'source']);

const getSummary = (command: Command) => command.summary() || command.description();

function commandsAt({ command }: Position): CompletionValue[] {
  return command.commands.map((each) => ({ value: each.name(), description: getSummary(each) }));
}

function optionsAt({ command }: Position): CompletionValue[] {
  const options = command.options.flatMap(({ long, description }) => (long ? [{ value: long, description }] : []));
  return [...options, { value: '--help', description: 'display help for command' }];
}

/** The placeholder of an option stands in its flags, that of an argument is its name. */
function readPlaceholder({ slot }: Position): string | undefined {
  if (slot === undefined) return undefined;
  return 'flags' in slot ? /[<[](.+?)(?:\.\.\.)?[>\]]/.exec(slot.flags)?.[1] : slot.name();
}

async function valuesAt(position: Position, current: string): Promise<CompletionValue[]> {
  const choices = position.slot?.argChoices;
  if (choices !== undefined) return choices.map((value) => ({ value }));
  const placeholder = readPlaceholder(position) ?? '';
  const { hasValues, listValues } = await import('./values.ts');
  return hasValues(placeholder) ? await listValues(placeholder, position, current) : [];
}

/** First whether files fit as well: `:files` or `:words`; then a line for each word, with what it means after a tab. */
export async function completionLines(program: Command, words: readonly string[]): Promise<readonly string[]> {
  const position = findPosition(program, words);
  const current = words.at(-1) ?? '';
  const { takesCommand, takesOption, prefix } = position;
  if (takesOption && current.startsWith('-')) return toLines(optionsAt(position), current);
  const commands = takesCommand ? commandsAt(position) : [];
  if (FILES.has(readPlaceholder(position) ?? '')) return toLines(commands, current, ':files');
  const values = await valuesAt(position, current.slice(prefix.length)).catch((): CompletionValue[] => []);
  const whole = values.map(({ value, ...rest }) => ({ value: `${prefix}${value}`, ...rest }));
  return toLines([...commands, ...whole], current);
}

function toLines(candidates: readonly CompletionValue[], current: string, first = ':words'): string[] {
  const fitting = candidates.filter(({ value }) => value.startsWith(current));
  const lines = fitting.map(
    ({ value, description = '' }) => `${value}\t${stripControl(description).replace(/\s+/g, ' ')}`,
  );
  return [first, ...lines];
}
