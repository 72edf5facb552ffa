// How arguments and paths are written for somebody who copies them into a shell.
import { stripControl } from './control-characters.ts';

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', "'": "\\'", '\\': '\\\\' };

/** What a terminal would not show, or would act on, as bash, zsh and ksh read it between `$'` and `'`. */
function spellOut(character: string): string {
  if (character !== "'" && character !== '\\' && isPlain(character)) return character;
  const code = (character.codePointAt(0) as number).toString(16);
  return NAMED[character] ?? (code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`);
}

const isPlain = (text: string): boolean => !/[\n\t]/.test(text) && stripControl(text) === text;

/** A path for people: as it is, or as they can paste it into a shell where a terminal would not show it as it is. */
export const showPath = (path: string): string => (isPlain(path) ? path : quoteArgument(path));

/** As it is where no shell does anything with it; else in quotes. */
export function quoteArgument(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  if (!isPlain(argument)) return `$'${[...argument].map(spellOut).join('')}'`;
  return `'${argument.replaceAll("'", "'\\''")}'`;
}
