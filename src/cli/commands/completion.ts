// `debate-hall completion`: scripts made from the commands themselves, so that they are never out of date.
import type { Command } from 'commander';
import { printResult } from '../io.ts';

interface Entry {
  readonly name: string;
  readonly description: string;
  readonly options: readonly { readonly flag: string; readonly description: string }[];
}

function entries(program: Command): Entry[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.summary() || command.description(),
    options: command.options.flatMap(({ long, description }) => (long ? [{ flag: long, description }] : [])),
  }));
}

function bash(commands: readonly Entry[]): string {
  const cases = commands.map(
    ({ name, options }) => `    ${name}) words="${options.map(({ flag }) => flag).join(' ')}" ;;`,
  );
  return `_debate_hall() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _debate_hall debate-hall`;
}

const zshText = (text: string) => text.replace(/[\\'[\]:`$]/g, ' ');

function zsh(commands: readonly Entry[]): string {
  const described = commands.map(({ name, description }) => `    '${name}:${zshText(description)}'`);
  const cases = commands.map(
    ({ name, options }) =>
      `    ${name}) _arguments ${options.map(({ flag, description }) => `'${flag}[${zshText(description)}]'`).join(' ')} '*:file:_files' ;;`,
  );
  return `#compdef debate-hall
_debate_hall() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
compdef _debate_hall debate-hall`;
}

const fishText = (text: string) => text.replace(/['\\]/g, '\\$&');

function fish(commands: readonly Entry[]): string {
  const lines = commands.flatMap(({ name, description, options }) => [
    `complete -c debate-hall -n __fish_use_subcommand -f -a ${name} -d '${fishText(description)}'`,
    ...options.map(
      (option) =>
        `complete -c debate-hall -n '__fish_seen_subcommand_from ${name}' -l ${option.flag.slice(2)} -d '${fishText(option.description)}'`,
    ),
  ]);
  return lines.join('\n');
}

const SHELLS = { bash, zsh, fish };
export type Shell = keyof typeof SHELLS;

export async function run(shell: Shell, program: Command): Promise<void> {
  await printResult(SHELLS[shell](entries(program)));
}
