// Next steps that are typed: which they are, and their words where nobody types.

/** As every door can do it: what is refused for a secret that is none is let in. */
export const ALLOW_SECRETS = 'set "context.allowSecrets" in the configuration';

/** What is in quotation marks besides our commands: those of other programs, and names that somebody gave. */
const QUOTED = /"(?!debate-hall )[^"]*"/g;
const TYPED = /debate-hall [a-z]|(?<!\S)--[a-z]|\b(?:the|your own) shell\b|^Pipe /;

/** Whether it speaks of commands of this program, of their options, or of what only a shell does. */
export const isTyped = (hint: string): boolean => TYPED.test(hint.replace(QUOTED, ''));

/** What does the same as a command elsewhere, by the name of the command. */
export type Steps = Readonly<Record<string, string>>;

/** A command in quotation marks, or at the end. */
const COMMAND = /"debate-hall [a-z][^"]*"|debate-hall [a-z]+(?: [^.]*|)(?: …|\.|$)$/g;
const RESUMED = /(?:review|plan) --resume (?=\S+$)/;

/** In the words of another door, as far as that has one for what the hint names. */
export function nameSteps(hint: string, steps: Steps): string {
  return hint.replace(COMMAND, (command) => {
    const plain = command.replace(RESUMED, 'resume ');
    const step = steps[/(?<=debate-hall )[a-z]+/.exec(plain)?.[0] ?? ''];
    if (step === undefined || / --[a-z]/.test(plain)) return command;
    return command.startsWith('"') ? step : `${step}.`;
  });
}

/** For people in a browser or an editor, who have these steps there. */
export function writeOffTerminal(hint: string, steps: Steps = {}): string {
  const told = nameSteps(hint, steps);
  return isTyped(told) ? `In a terminal: ${hint}` : told;
}
