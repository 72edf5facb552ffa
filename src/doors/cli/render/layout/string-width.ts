// How many columns of a terminal a text takes.
import exactWidth from 'fast-string-width';

const ASCII = /^[ -~]*$/;

/** Most words are plain ASCII, one column for each character; the library would load the tables of Unicode for them. */
export const stringWidth = (text: string): number => (ASCII.test(text) ? text.length : exactWidth(text));
