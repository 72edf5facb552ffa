// Fences untrusted material in a prompt: between two lines with a marker that nothing inside can repeat.
import { shorten } from '../../domain/words/cut-line.ts';

const MARKER = /^[0-9A-Za-z]{8,}$/;
/** Holds no character that a marker can have, so that putting it in never makes a new marker. */
const REMOVED = '⟦…⟧';
const TITLE_LENGTH = 200;

function oneLine(title: string): string {
  const line = title
    .replace(/[\s\p{C}]+/gu, ' ')
    .replace(/<{2,}|>{2,}/g, '…')
    .trim();
  return shorten(line, TITLE_LENGTH);
}

/** What a text reads like: compatible forms are the same, and case, marks and whatever nobody sees count for nothing. */
interface Folded {
  readonly text: string;
  /** Where each of its characters stands in the original, and where the original ends. */
  readonly places: readonly number[] | undefined;
}

const ASCII = /^[\0-\x7f]*$/;
const UNSEEN = /[\p{Cf}\p{DI}\p{M}]/gu;

/** What looks like brackets of a fence, and how many of these it stands for. */
const BRACKETS: Readonly<Record<string, string>> = Object.fromEntries([
  ...[...'‹〈⟨❮❰˂ᐸ'].map((character) => [character, '<']),
  ...[...'«《⟪≪'].map((character) => [character, '<<']),
  ...[...'›〉⟩❯❱˃ᐳ'].map((character) => [character, '>']),
  ...[...'»》⟫≫'].map((character) => [character, '>>']),
  ['⋘', '<<<'],
  ['⋙', '>>>'],
]);
/** The beginning of a line that looks like the first or the last of a fence, whatever stands for its marker. */
const FENCE_LINE = /^[^\S\n\r\u2028\u2029]*(<<<+)(?!<)(?=.*>>[^\S\n\r\u2028\u2029]*$)/gm;

function foldText(original: string): Folded {
  if (ASCII.test(original)) return { text: original.toLowerCase(), places: undefined };
  let text = '';
  const places: number[] = [];
  let at = 0;
  for (const character of original) {
    const plain = character.normalize('NFKD').replace(UNSEEN, '').toLowerCase();
    const folded = BRACKETS[plain] ?? plain;
    for (let unit = 0; unit < folded.length; unit += 1) places.push(at);
    text += folded;
    at += character.length;
  }
  places.push(at);
  return { text, places };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Letters of other scripts look like some of a marker, so behind brackets half of it is enough. */
const LEAST_ALIKE = 8;

/** As many characters of the marker as a word has at the same distances from each other. */
function countAlike(word: string, marker: string): number {
  let most = 0;
  for (let shift = 1 - marker.length; shift < word.length; shift += 1) {
    let alike = 0;
    for (let at = 0; at < marker.length; at += 1) if (word[shift + at] === marker[at]) alike += 1;
    most = Math.max(most, alike);
  }
  return most;
}

/** Where the marker, what looks like it in a line of a fence, or the beginning of such a line stands in folded text. */
function* findMarkers(text: string, marker: string): Generator<Span> {
  for (let from = text.indexOf(marker); from !== -1; from = text.indexOf(marker, from + 1))
    yield { from, to: from + marker.length };
  for (const { 0: line, 1: brackets = '', index } of text.matchAll(FENCE_LINE)) {
    const to = index + line.length;
    yield { from: to - brackets.length, to };
  }
  const enough = Math.max(LEAST_ALIKE, marker.length / 2);
  for (const { 0: line, index: start } of text.matchAll(/^.*<<.*$/gm)) {
    for (const { 0: word, index } of line.matchAll(/[^\s<>]{8,}/g)) {
      const from = start + index;
      if (countAlike(word, marker) >= enough) yield { from, to: from + word.length };
    }
  }
}

function withoutMarker(original: string, marker: string): string {
  const { text, places } = foldText(original);
  const spans = [...findMarkers(text, marker)].sort((one, other) => one.from - other.from);
  const toPlace = (at: number) => places?.[at] ?? at;
  let kept = '';
  let end = 0;
  for (const { from, to } of spans) {
    if (toPlace(from) >= end) kept += original.slice(end, toPlace(from)) + REMOVED;
    end = Math.max(end, toPlace(to));
  }
  return kept + original.slice(end);
}

/**
 * The text between `<<<MARKER title>>>` and `<<<end MARKER>>>`. The marker, and what looks like it, is taken out of title and
 * text, and lines of it that look like those two lose their brackets, so nothing inside can end the fence, or seems to.
 * @param marker at least 8 ASCII letters and digits that the author of the text cannot guess
 */
export function fence(marker: string, title: string, text: string): string {
  if (!MARKER.test(marker)) throw new TypeError('A marker is at least 8 ASCII letters and digits.');
  const without = (part: string) => withoutMarker(part, marker.toLowerCase());
  return `<<<${marker} ${oneLine(without(title))}>>>\n${without(text)}\n<<<end ${marker}>>>`;
}
