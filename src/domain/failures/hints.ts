// Next steps that are typed: which they are, and their words where nobody types.

const TYPED = /debate-hall |--[a-z]|shell|^Pipe /;

/** Whether it speaks of commands of this program, or of their options. */
export const isTyped = (hint: string): boolean => TYPED.test(hint);

/** For people in a browser or an editor. */
export const writeOffTerminal = (hint: string): string => (isTyped(hint) ? `In a terminal: ${hint}` : hint);
