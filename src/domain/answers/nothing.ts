// Words that stand where there is nothing to say.

const NOTHING =
  /^[^\p{L}\p{N}\p{S}]*(?:none|null|nil|nothing|n\/?a|not applicable|undefined|unknown)?[^\p{L}\p{N}\p{S}]*$/iu;

/** "None.", "n/a", "(null)", "—", or no words at all. */
export const isNothing = (text: string): boolean => text.length <= 80 && NOTHING.test(text.normalize('NFKC'));
