// Makes sentences of clauses.

export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A clause, with or without its full stop, as a sentence. */
export const endSentence = (text: string): string => `${capitalize(text).replace(/\.$/, '')}.`;
