// Next steps that are typed: which they are, and their words where nobody types.

/** What is in quotation marks besides our commands: those of other programs, and names that somebody gave. */
const QUOTED = /"(?!debate-hall )[^"]*"/g;
const TYPED = /debate-hall [a-z]|(?<!\S)--[a-z]|\b(?:the|your own) shell\b|^Pipe /;

/** Whether it speaks of commands of this program, of their options, or of what only a shell does. */
export const isTyped = (hint: string): boolean => TYPED.test(hint.replace(QUOTED, ''));

/** For people in a browser or an editor. */
export const writeOffTerminal = (hint: string): string => (isTyped(hint) ? `In a terminal: ${hint}` : hint);
