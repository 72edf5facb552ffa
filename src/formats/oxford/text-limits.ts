// How long the texts of an argument may be, in words: sides are asked to keep to it, and judges see no more.
import type { Argument } from './answers.ts';

const WORDS = {
  title: 7,
  claim: 25,
  source: 30,
  content: 100,
  relevance: 30,
  warrant: 50,
  backing: 50,
  qualifier: 10,
  clash: 75,
};

const WORD = /\S+/g;

export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/** `most`: how many words are asked for; `name`: which text of the argument it is. */
type ChangeText = (text: string, most: number, name: string) => string;

function mapTexts(argument: Argument, change: ChangeText): Argument {
  const { title, claim, grounds, warrant, backing, qualifier, attacks, defends } = argument;
  const optional = (text: string | null, most: number, name: string) =>
    text === null ? null : change(text, most, name);
  const clash = <T extends { readonly content: string }>(list: readonly T[] | null, name: string) =>
    list === null
      ? null
      : list.map((each, index) => ({
          ...each,
          content: change(each.content, WORDS.clash, `${name}[${index}].content`),
        }));
  return {
    title: change(title, WORDS.title, 'title'),
    claim: change(claim, WORDS.claim, 'claim'),
    grounds: grounds.map(({ source, content, relevance }, index) => ({
      source: change(source, WORDS.source, `grounds[${index}].source`),
      content: change(content, WORDS.content, `grounds[${index}].content`),
      relevance: change(relevance, WORDS.relevance, `grounds[${index}].relevance`),
    })),
    warrant: change(warrant, WORDS.warrant, 'warrant'),
    backing: optional(backing, WORDS.backing, 'backing'),
    qualifier: optional(qualifier, WORDS.qualifier, 'qualifier'),
    attacks: clash(attacks, 'attacks'),
    defends: clash(defends, 'defends'),
  };
}

/** In one line, which no text leaves to look like another argument, and cut at the limit, with a mark that says so. */
function cutText(said: string, most: number): string {
  const text = said.replace(/\s*[\n\r\u2028\u2029]\s*/g, ' ');
  const words = [...text.matchAll(WORD)];
  const next = words[most];
  if (next === undefined) return text;
  return `${text.slice(0, next.index).trimEnd()} […cut here: ${words.length} words, the limit is ${most}]`;
}

/** As judges see it: neither side gains by writing more than was asked for. */
export function cutArgument(argument: Argument): Argument {
  return mapTexts(argument, cutText);
}

/** Words of an argument: as it was written, and how many of them judges see. */
export function countArgumentWords(argument: Argument): { readonly written: number; readonly judged: number } {
  let written = 0;
  let judged = 0;
  mapTexts(argument, (text, most) => {
    const words = countWords(text);
    written += words;
    judged += Math.min(words, most);
    return text;
  });
  return { written, judged };
}

/** Texts that are longer than was asked for; nothing is refused for that. */
export function warnOfLength(given: readonly Argument[]): string[] {
  const warnings: string[] = [];
  for (const [index, argument] of given.entries()) {
    mapTexts(argument, (text, most, name) => {
      const words = countWords(text);
      if (words > most) warnings.push(`arguments[${index}].${name} has ${words} words; judges see the first ${most}.`);
      return text;
    });
  }
  return warnings;
}
