// `debate-hall completion`: a script for a shell that asks this program what to offer, so that it never goes out of date.
import type { Command } from '@commander-js/extra-typings';
import { printResult } from '../../terminal/io.ts';

const bash = `_debate_hall() {
  local word current="" index quotes="[\\"'\\\\\\\\]"
  local -a words=() lines=()
  # Bash splits words at ":" and "=" as well; the program reads them whole.
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if [[ -n "$current" && ( "$word" == [:=]* || "$current" == *[:=] ) ]]; then
      current+="$word"
      words[\${#words[@]}-1]="$current"
    else
      current="$word"
      words+=("$current")
    fi
  done
  while IFS= read -r word; do lines+=("$word"); done < <(
    debate-hall __complete -- "\${words[@]//$quotes/}" 2>/dev/null | cut -f1
  )
  COMPREPLY=()
  if [[ "\${lines[0]}" == ":files" ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "\${current##*=}")
  fi
  # Only what follows the last ":" or "=" is replaced.
  local kept="\${current%"\${current##*[:=]}"}"
  for word in "\${lines[@]:1}"; do
    word="\${word#"$kept"}"
    # What has blanks stays one word.
    if [[ "$word" == *[![:alnum:]_.,/@%+=:-]* && "\${COMP_WORDS[COMP_CWORD]}" != $quotes* ]]; then printf -v word %q "$word"; fi
    COMPREPLY+=("$word")
  done
  if [[ \${#COMPREPLY[@]} -eq 1 && "\${COMPREPLY[0]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -F _debate_hall debate-hall`;

const zsh = `#compdef debate-hall
_debate_hall() {
  local -a lines described unfinished
  local line value
  lines=("\${(@f)$(debate-hall __complete -- "\${(@)words[2,CURRENT]//[\\"\\'\\\\]/}" 2>/dev/null)}")
  if [[ "\${lines[1]}" == ":files" ]]; then
    [[ "$PREFIX" == --*=* ]] && compset -P '*='
    _files
  fi
  for line in "\${(@)lines[2,-1]}"; do
    value="\${line%%$'\\t'*}"
    if [[ "$value" == *= ]]; then
      unfinished+=("$value")
    elif [[ -n "$value" ]]; then
      described+=("\${value//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( \${#unfinished} )) && compadd -S '' -- "\${(@)unfinished}"
  (( \${#described} )) && _describe debate-hall described
}
compdef _debate_hall debate-hall`;

const fish = `function __debate_hall_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct | string replace -ra '["\\'\\\\\\\\]' '')
    set -l lines (debate-hall __complete -- $words[2..-1] "$current" 2>/dev/null)
    if test "$lines[1]" = ":files"
        set -l option (string match -r '^--[^=]*=' -- "$current")
        for path in (__fish_complete_path (string replace -- "$option" '' "$current"))
            echo "$option$path"
        end
    end
    if test (count $lines) -gt 1
        printf '%s\\n' $lines[2..-1]
    end
end
complete -c debate-hall -f -a '(__debate_hall_complete)'`;

const SCRIPTS = { bash, zsh, fish };

export function define(command: Command): void {
  command
    .addArgument(command.createArgument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  source <(debate-hall completion bash)     in ~/.bashrc
  source <(debate-hall completion zsh)      in ~/.zshrc, after compinit
  debate-hall completion fish | source      in ~/.config/fish/config.fish`,
    )
    .action(async (shell) => {
      await printResult(SCRIPTS[shell]);
    });
}
