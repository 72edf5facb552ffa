// What may stand where the cursor is, by the words before it and the commands themselves, so that it is never out of date.
import type { Argument, Command, Option } from 'commander';

export interface Position {
  readonly command: Command;
  /** Sub-commands may stand here. */
  readonly takesCommand: boolean;
  /** Options may stand here. */
  readonly takesOption: boolean;
  /** The option whose value stands here, or the argument. */
  readonly slot: Option | Argument | undefined;
  /** What belongs to the current word and not to the value: `--format=`. */
  readonly prefix: string;
  /** What was given before, by the long names of options and the names of arguments. */
  readonly given: Readonly<Record<string, string>>;
}

/** What may have no value has none before another option. */
const canFollow = ({ optional }: Option, word: string) => !optional || !word.startsWith('-') || word === '-';

const takesValue = ({ required, optional }: Option) => required || optional;

/** `words` are those after the name of the program; the last one is being written and may be empty. */
export function findPosition(program: Command, words: readonly string[]): Position {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const given: Record<string, string> = {};
  let command = program;
  let waiting: Option | undefined;
  let takesOption = true;
  let asksForHelp = false;
  let count = 0;

  const optionCalled = (flag: string) => command.options.find(({ long, short }) => flag === long || flag === short);
  for (const word of before) {
    if (waiting !== undefined && canFollow(waiting, word)) {
      given[waiting.name()] = word;
      waiting = undefined;
      continue;
    }
    waiting = undefined;
    if (takesOption && word === '--') takesOption = false;
    else if (takesOption && word.startsWith('-') && word !== '-') {
      const [flag = '', value] = word.split(/=(.*)/s);
      const option = optionCalled(flag);
      if (option === undefined || !takesValue(option)) continue;
      if (value === undefined) waiting = option;
      else given[option.name()] = value;
    } else if (word === 'help' && count === 0 && !asksForHelp && command.commands.length > 0) asksForHelp = true;
    else {
      const child: Command | undefined =
        count === 0 && !asksForHelp ? command.commands.find((each) => each.name() === word) : undefined;
      const argument = command.registeredArguments[count];
      if (child !== undefined) command = child;
      else {
        if (argument !== undefined) given[argument.name()] = word;
        count += 1;
      }
    }
  }

  const here = { command, given, prefix: '' };
  if (waiting !== undefined) return { ...here, takesCommand: false, takesOption: waiting.optional, slot: waiting };
  if (asksForHelp) return { ...here, takesCommand: count === 0, takesOption: false, slot: undefined };
  const flag = /^(--[a-z-]+)=/.exec(current)?.[1];
  const option = takesOption && flag !== undefined ? optionCalled(flag) : undefined;
  if (option !== undefined) {
    return { ...here, takesCommand: false, takesOption: false, slot: option, prefix: `${flag}=` };
  }
  const { registeredArguments: all, commands } = command;
  const last = all.at(-1);
  const slot = all[count] ?? (last?.variadic === true ? last : undefined);
  return { ...here, takesCommand: count === 0 && commands.length > 0, takesOption, slot };
}
