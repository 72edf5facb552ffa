// Fences untrusted material in a prompt: between two lines with a marker that nothing inside can repeat.
import { toUSVString } from 'node:util';

const MARKER = /^[0-9A-Za-z]{8,}$/;
/** Holds no character that a marker can have, so that putting it in never makes a new marker. */
const REMOVED = '⟦…⟧';
const TITLE_LENGTH = 200;

function oneLine(title: string): string {
  const line = title
    .replace(/[\s\p{C}]+/gu, ' ')
    .replace(/<{2,}|>{2,}/g, '…')
    .trim();
  return line.length > TITLE_LENGTH ? `${toUSVString(line.slice(0, TITLE_LENGTH))}…` : line;
}

/**
 * The text between `<<<MARKER title>>>` and `<<<end MARKER>>>`. The marker, in whatever case, is taken out of title and
 * text, so nothing inside can end the fence.
 * @param marker at least 8 ASCII letters and digits that the author of the text cannot guess
 */
export function fence(marker: string, title: string, text: string): string {
  if (!MARKER.test(marker)) throw new TypeError('A marker is at least 8 ASCII letters and digits.');
  const without = (part: string) => part.replace(new RegExp(marker, 'gi'), REMOVED);
  return `<<<${marker} ${without(oneLine(title))}>>>\n${without(text)}\n<<<end ${marker}>>>`;
}
