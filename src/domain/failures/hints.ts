// Next steps that are typed: which they are, and their words where nobody types.
import { endSentence } from '../words/sentence.ts';

/** As every door can do it: what is refused for a secret that is none is let in. */
export const ALLOW_SECRETS = 'set "context.allowSecrets" in the configuration';

/** What is in quotation marks besides our commands: those of other programs, and names that somebody gave. */
const QUOTED = /"(?!debate-hall )[^"]*"/g;
const TYPED = /debate-hall [a-z]|(?<!\S)--[a-z]|\b(?:the|your own) shell\b|^Pipe /;

/** Whether it speaks of commands of this program, of their options, or of what only a shell does. */
export const isTyped = (hint: string): boolean => TYPED.test(hint.replace(QUOTED, ''));

/** What does the same elsewhere, by a command with the names of its options ("resume --max-usd"), or by an option. */
export type Steps = Readonly<Record<string, string>>;

/** A command in quotation marks, or at the end of a sentence or of its half. */
const COMMAND = /"debate-hall [a-z][^"]*"|debate-hall [a-z]+(?: (?!…)[^\s.;]+)*(?: …)?(?:\.$|$|(?=; or ))/g;
const RESUMED = /(?:review|plan) --resume (?=\S+(?: --max-[a-z]+)?(?: …|\.|"|$))/;

/** An option with what it takes; a lone dash means what is piped in. */
const OPTION = /(?<!\S)(--[a-z-]+(?: …)?)(?! -)(?: "[^"]*"| [a-z-]+(?=[,.]))?/g;

/** In the words of another door, as far as that has one for what the hint names. */
export function nameSteps(hint: string, steps: Steps): string {
  const named = hint.replace(COMMAND, (command, at: number) => {
    const plain = command.replace(RESUMED, 'resume ');
    const name = [/(?<=debate-hall )[a-z]+/.exec(plain)?.[0], ...(plain.match(/(?<= )--[a-z-]+/g) ?? [])].join(' ');
    const step = steps[name];
    if (step === undefined) return command;
    return command.startsWith('"') || at + command.length < hint.length ? step : `${step}.`;
  });
  const said = named.replace(OPTION, (option, name: string) => steps[name] ?? option);
  return said === named ? named : endSentence(said);
}

/** For people in a browser or an editor, who have these steps there. */
export function writeOffTerminal(hint: string, steps: Steps = {}): string {
  const told = nameSteps(hint, steps);
  return isTyped(told) ? `In a terminal: ${hint}` : told;
}
