// Words that stand where there is nothing to say.

/** Longer texts say something. */
const LONGEST = 80;
const NOTHING = /\b(?:none|null|nil|nothing|n\/?a|not applicable|undefined|unknown)\b/i;

/** Whether it has a letter or digit of any script. Loading the tables of Unicode takes longer than all the rest, and few marks need them. */
export const hasLetters = (text: string): boolean =>
  /[\dA-Za-z]/.test(text) || (/[^\0-\x7f]/.test(text) && /[\p{L}\p{N}]/u.test(text));

/** Whether there is nothing to read in it: no letter, digit or symbol. */
export const isBlank = (text: string | null | undefined): boolean =>
  text === null || text === undefined || !(hasLetters(text) || /\p{S}/u.test(text));

/** "None.", "n/a", "(null)", "—", or no words at all. */
export const isNothing = (text: string): boolean =>
  text.length <= LONGEST && isBlank(text.normalize('NFKC').replace(NOTHING, ''));
