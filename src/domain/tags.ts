// Tags: short labels that a debate is opened with, in one spelling each, so that the same word finds it again.

export const MAX_TAGS = 10;
/** Characters. */
export const MAX_TAG = 40;

/**
 * Letters and digits of any script; what else may follow them leaves a tag one word in every document. Written where it is used, as
 * classes of characters take half a millisecond of a start.
 */
export const isTag = (text: string): boolean =>
  text.length <= MAX_TAG && /^[\p{Ll}\p{Lo}\p{Lm}\p{N}][\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}._+#/-]*$/u.test(text);

/** "Data Base " is "data-base". The result is a tag only where `isTag` says so. */
export const normalizeTag = (text: string): string =>
  text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, '-');
