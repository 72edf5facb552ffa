// What a question is about, in words that can stand inside a sentence.
import { quoteText } from './sheet.ts';

/** What kind of question it is. */
export type Kind = 'should' | 'choice' | 'safe' | 'how' | 'other';

export interface Choice {
  readonly sides: readonly [string, string];
  /** What the choice is for: "our event store". */
  readonly purpose?: string;
}

interface Parts {
  readonly kind: Kind;
  /** "rewrite our backend in Rust" */
  readonly action: string | undefined;
  /** What is asked to be safe, ready or correct. */
  readonly qualified: string | undefined;
  readonly choice: Choice | undefined;
  /** The whole question without its mark. */
  readonly bare: string;
  /** The first word that carries the topic. */
  readonly term: string;
}

/** "our backend"; in quotation marks where it is not known to be a noun. */
export function subjectOf({ kind, action, qualified, choice, bare, term }: Parts): string {
  const [named, otherwise] = {
    safe: [qualified, undefined],
    choice: [choice?.purpose, choice?.sides.join(' or ')],
    how: [objectOf(action), action],
    should: [objectOf(action), action],
    other: [openingOf(bare), bare],
  }[kind];
  return nounPhrase(named) ?? `“${shortName(otherwise) ?? term}”`;
}

/** The noun phrase that a statement starts with: "A four-day week serves us better". */
function openingOf(bare: string): string | undefined {
  const [determiner = '', ...words] = bare.split(' ');
  if (!DETERMINER.test(determiner) || words[0] === 'house') return undefined;
  return [determiner.toLowerCase(), ...words.slice(0, words[0]?.includes('-') ? 2 : 1)].join(' ');
}

function shortName(text = ''): string | undefined {
  const name = quoteText(text, 80);
  return name !== '' && name.length <= 30 && name.split(' ').length <= 4 ? name : undefined;
}

/** What an action acts on; nothing for verbs that take none. */
const objectOf = (action: string | undefined): string | undefined =>
  /^(?:go|get|be|become|stay|work)\b/iu.test(action ?? '') ? undefined : action?.replace(/^\S+\s*/u, '');

const ENDS_A_NOUN_PHRASE = new Set(
  `in on at to for from by with without into about over under as before after when while if because using via per and or
  but than so instead now today again back this next until through across between more less faster better out up down off
  away be is are was were there here`.split(/\s+/),
);
const DETERMINER = /^(?:an?|the|this|that|these|those|our|my|your|their|its|all|every|each)$/i;

/** The words up to the first preposition, where they read like a noun phrase. */
function nounPhrase(text: string | undefined): string | undefined {
  const words = quoteText(text ?? '', 80).split(' ');
  const end = words.findIndex(
    (word, index) => !(index === 0 && DETERMINER.test(word)) && ENDS_A_NOUN_PHRASE.has(word.toLowerCase()),
  );
  const phrase = (end < 0 ? words : words.slice(0, end)).slice(0, 5);
  const last = phrase.at(-1) ?? '';
  if (last === '' || DETERMINER.test(last) || !/[\p{L}\p{N}]/u.test(phrase.join(''))) return undefined;
  const joined = phrase.join(' ').replace(/[,;:]+$/u, '');
  return joined.length > 40 || joined.includes('…') ? undefined : joined;
}
