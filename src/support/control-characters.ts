// The characters that nobody sees and that steer terminals or reorder text, and how text is rid of them.
import { stripVTControlCharacters } from 'node:util';

/** C0 without tab and line feed, DEL, C1, and the bidirectional embeddings, overrides and isolates. */
export const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text that can be written to a terminal: escape sequences and control characters are gone, `\n` and `\t` stay. */
export function stripControl(text: string): string {
  return stripVTControlCharacters(text.replaceAll('\r\n', '\n')).replace(CONTROL_CHARACTERS, '');
}

/** The same value with every text in it fit for a terminal: what a view gets, so that none forgets a field. */
export function toPrintable<T>(value: T): T {
  if (typeof value === 'string') return stripControl(value) as T;
  if (Array.isArray(value)) return value.map(toPrintable) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPrintable(item)])) as T;
}

/**
 * The same text with everything spelled out, such as `\u{1b}`, that no reader sees, or takes for something else: controls, formats,
 * unassigned characters, line ends, odd blanks. For what a person has to judge.
 */
export function escapeInvisible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]|[^\S ]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** JSON of a value with all of them escaped, so that it can be printed anywhere and still says the same. */
export function toPrintableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    CONTROL_CHARACTERS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
