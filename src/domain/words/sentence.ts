// Makes sentences of clauses.

export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** For within a sentence: of words whose first is no name. */
export const uncapitalize = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** Sentences one after the other, and clauses without a full stop apart from what follows. */
export const joinClauses = (clauses: readonly string[]): string =>
  clauses
    .map((clause, index) => (index === clauses.length - 1 || /[.!?…]$/.test(clause) ? clause : `${clause};`))
    .join(' ');

/** A clause, with or without its full stop, as a sentence. */
export const endSentence = (text: string): string => `${capitalize(text).replace(/\.$/, '')}.`;
