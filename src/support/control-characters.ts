// The characters that nobody sees and that steer terminals or reorder text, and how text is rid of them.
import { stripVTControlCharacters } from 'node:util';
import { mapStrings } from './map-strings.ts';

/** C0 without tab and line feed, DEL, C1, and the bidirectional embeddings, overrides and isolates. */
export const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const spellOut = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/** What takes no room, or breaks a line in some programs only. Not all of it is in the category of formats, and some of that is seen. */
const UNSEEN = /[\p{DI}\u2028\u2029\ufff9-\ufffb]/u;
/** Where scripts and emoji need a joiner or a variant; and what Markdown of ours has to keep hosts from linking names and numbers. */
const NEEDED = String.raw`(?<=(?!\p{ASCII})[\p{L}\p{M}\p{Emoji}])[\u200c\u200d](?=(?!\p{ASCII})[\p{L}\p{M}\p{Emoji}])|(?<=[\p{L}\p{S}\p{Emoji}])[\ufe00-\ufe0f]|(?<=[@#:]|GH-)\u200b`;

function showUnseen(text: string): string {
  // Few texts have any of it, and to make the pattern takes 2 ms.
  if (!UNSEEN.test(text)) return text;
  return text.replace(
    new RegExp(`(${NEEDED})|${UNSEEN.source}`, 'gu'),
    (character, needed?: string) => needed?.replace('\u200b', '') ?? spellOut(character),
  );
}

/** Text that can be written to a terminal: escape sequences and control characters are gone, `\n` and `\t` stay, and what is unseen is shown. */
export function stripControl(text: string): string {
  return showUnseen(stripVTControlCharacters(text.replaceAll('\r\n', '\n')).replace(CONTROL_CHARACTERS, ''));
}

/** Members whose lines are kept; a view sets them off from the margin. */
const OF_LINES: ReadonlySet<string> = new Set([
  'text',
  'shown',
  'said',
  'note',
  'topic',
  'markdown',
  'details',
  'decision',
  'form',
]);

const joinLines = (text: string) => text.replace(/\s*[\n\r]\s*/g, ' ');

/**
 * The same value with every text in it fit for a terminal: what a view gets, so that none forgets a field. Names and all other
 * members than those of words are on one line, so that none of them passes for a line of the program.
 */
export const toPrintable = <T>(value: T): T =>
  mapStrings(value, (text, key) => {
    const shown = stripControl(text);
    return key === undefined || OF_LINES.has(key) ? shown : joinLines(shown);
  });

/**
 * The same text with everything spelled out, such as `\u{1b}`, that no reader sees, or takes for something else: controls, formats,
 * unassigned characters, line ends, odd blanks. For what a person has to judge.
 */
export function escapeInvisible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]|[^\S ]/gu, spellOut);
}

/** JSON of a value with all of them escaped, so that it can be printed anywhere and still says the same. */
export function toPrintableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    CONTROL_CHARACTERS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
