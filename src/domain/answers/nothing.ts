// Words that stand where there is nothing to say.

/** Longer texts say something. */
const LONGEST = 80;
const NOTHING = /\b(?:none|null|nil|nothing|n\/?a|not applicable|undefined|unknown)\b/i;

/** Whether there is nothing to read in it: no letter, digit or symbol. */
export const isBlank = (text: string | null | undefined): boolean => !/[\p{L}\p{N}\p{S}]/u.test(text ?? '');

/** "None.", "n/a", "(null)", "—", or no words at all. */
export const isNothing = (text: string): boolean =>
  text.length <= LONGEST && isBlank(text.normalize('NFKC').replace(NOTHING, ''));
