// What a question is about, in words that can stand inside a sentence.
import { hasLetters } from '../../../../domain/answers/nothing.ts';
import { quoteText } from './sheet.ts';

/** What kind of question it is. */
export type Kind = 'should' | 'choice' | 'safe' | 'how' | 'other';

export interface TwoSides {
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
  readonly choice: TwoSides | undefined;
  /** The whole question without its mark. */
  readonly bare: string;
}

/** In characters, of a question that is quoted where no noun was found in it. */
const LONGEST_QUOTE = 50;

/** "our backend"; in quotation marks where it is not known to be a noun. */
export function findSubject({ kind, action, qualified, choice, bare }: Parts): string {
  const [named, otherwise] = {
    // "Is it safe to drop the column?"
    safe: [qualified === 'it' ? takeObject(/ to (.+)$/.exec(bare)?.[1]) : qualified, undefined],
    choice: [choice?.purpose, choice?.sides.join(' or ')],
    how: [takeObject(action), toGerund(shortName(action))],
    should: [takeObject(action), toGerund(shortName(action))],
    other: [askedThing(bare) ?? takeOpening(bare), bare],
  }[kind];
  const phrase = nounPhrase(named);
  if (phrase !== undefined) return phrase;
  if ((kind === 'how' || kind === 'should') && otherwise !== undefined) return otherwise;
  // One word of a question says nothing, least of all in a language whose grammar nobody here knows.
  return `“${shortName(otherwise) ?? (quoteText(bare, LONGEST_QUOTE) || 'the question')}”`;
}

const DOUBLES_ITS_END =
  /^(?:(?:qu|[^aeiou])*[aeiou][^aeiouwxy]|begin|commit|submit|permit|admit|transfer|prefer|defer|refer|forget|reset)$/;

/** "moving to a monorepo", for an action that begins with an English verb. */
function toGerund(action: string | undefined): string | undefined {
  const [, verb = '', rest = ''] = /^([a-z]{2,})((?:\s.*)?)$/.exec(action ?? '') ?? [];
  if (verb === '') return undefined;
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying${rest}`;
  if (/[^eoy]e$/.test(verb) && verb !== 'be') return `${verb.slice(0, -1)}ing${rest}`;
  return `${verb}${DOUBLES_ITS_END.test(verb) ? verb.at(-1) : ''}ing${rest}`;
}

/** "the language", of "Which language for the new service?"; "the number of engineers". */
function askedThing(bare: string): string | undefined {
  const counted = /^how many\s+(\p{L}+)/iu.exec(bare)?.[1];
  if (counted !== undefined) return `the number of ${counted}`;
  const asked =
    /^(?:which|what)\s+(?!one\b|way\b)(\p{Ll}+)\s+(?:for|in|on|should|shall|do|does|can|could|would|will|must|is|are)\b/iu;
  const thing = asked.exec(bare)?.[1];
  return thing === undefined ? undefined : `the ${thing}`;
}

/** The noun phrase that a statement starts with: "A four-day week serves us better". */
function takeOpening(bare: string): string | undefined {
  const [determiner = '', ...words] = bare.split(' ');
  if (!DETERMINER.test(determiner) || words[0] === 'house') return undefined;
  return [determiner.toLowerCase(), ...words.slice(0, words[0]?.includes('-') ? 2 : 1)].join(' ');
}

function shortName(text = ''): string | undefined {
  const name = quoteText(text, 80);
  return name !== '' && name.length <= 30 && name.split(' ').length <= 4 ? name : undefined;
}

/** What an action acts on; nothing for verbs that take none. */
const takeObject = (action: string | undefined): string | undefined =>
  /^(?:go|get|be|become|stay|work)\b/iu.test(action ?? '') ? undefined : action?.replace(/^\S+\s*/u, '');

const ENDS_A_NOUN_PHRASE = new Set(
  `in on at to for from by with without into about over under as before after when while if because using via per and or
  but than so instead now today again back this next until through across between more less faster better out up down off
  away be is are was were there here`.split(/\s+/),
);
const DETERMINER = /^(?:an?|the|this|that|these|those|our|my|your|their|its|all|every|each)$/i;

/** A side of a choice where a noun stands: words that may be a sentence of their own ("move the services to gRPC") are quoted. */
export function toNoun(side: string): string {
  const [first = '', ...others] = side.split(' ');
  return others.length > 0 && /^\p{Ll}/u.test(first) && !DETERMINER.test(first) ? `“${side}”` : side;
}

/** The words up to the first preposition, where they read like a noun phrase. */
function nounPhrase(text: string | undefined): string | undefined {
  const words = quoteText(text ?? '', 80).split(' ');
  const end = words.findIndex(
    (word, index) => !(index === 0 && DETERMINER.test(word)) && ENDS_A_NOUN_PHRASE.has(word.toLowerCase()),
  );
  const phrase = (end < 0 ? words : words.slice(0, end)).slice(0, 5);
  const last = phrase.at(-1) ?? '';
  if (last === '' || DETERMINER.test(last) || !hasLetters(phrase.join(''))) return undefined;
  const joined = phrase.join(' ').replace(/[,;:]+$/u, '');
  return joined.length > 40 || joined.includes('…') ? undefined : joined;
}
