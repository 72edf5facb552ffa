// The alternatives that a question names: by its words alone, and none where nobody can tell where one begins or ends.
import { findConfusable, simplifyWords } from './match-options.ts';

/** Between two alternatives. */
const OR =
  /\s+(?:or|oder|ou|oppure|eller|czy|albo|lub|nebo|anebo|alebo|или|либо|чи|або|ή|είτε|أم|أو|או|या|یا|atau|yoksa|veya|ya da|vagy|hoặc)\s+|\s*(?:还是|還是|或者|或(?![许許いる])|それとも|または|もしくは|あるいは|아니면|또는|혹은)\s*/iu;

const MOST_WORDS = 3;
/** Of scripts that do not part words. */
const MOST_CHARACTERS = 24;
/** A comma within a number parts nothing. */
const COMMA = /\s*(?:(?<!\d),|,(?!\d)|[،、，])\s*/;
const GROUPED = /(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])/g;
/** What begins no alternative. */
const NO_START =
  /^(?:(?:and|but|so|what|who|which|when|where|why|how|if|whether|given|considering|assuming|because|since|as|should|shall|is|are|do|does|did|can|could|will|would|we|i|they|it|you|there|this|that|und|et|y|e|wir|nous|soll|sollen)(?![\p{L}])|我们|我們|应该|應該)/iu;
/** A clause before the question itself. */
const LEAD =
  /^(?:given|for|in|if|when|with|since|as|on|at|considering|regarding|because|assuming|after|before)\s(?:[^,]|,(?=\d))*,(?!\d)\s*/i;

const wordsIn = (text: string) => text.split(/\s+/).length;
/** Where its numbers stand: of "pay 5" and "10 euros" each lacks a word of the other. */
const toShape = (text: string) => text.replace(/\S*\d\S*/g, '0').replace(/[^\s0]+/g, 'x');
const isBare = (part: string) => /^[\d.,]+$/.test(part);
const isShort = (part: string) => wordsIn(part) <= MOST_WORDS && [...part].length <= MOST_CHARACTERS;

/** Each may also be an alternative to another of them. */
const COMPARED = 'later|earlier|older|newer|higher|lower|above|below|over|under|longer|shorter|greater';
const BOUNDS = `more|less|fewer|so|similar|the like|${COMPARED}`;
const NUMBERS = 'one|two|three|four|five|six|seven|eight|nine|ten';
const COUNTS = `\\d\\S{0,20}|(?<!\\p{L})(?:an?|${NUMBERS})`;
/** "5% or more", "two or more engineers", "an hour or longer for each", "a week or two": one thing, and no alternative to it. */
const OR_MORE = new RegExp(
  `(?= or )(?:(?<=${COUNTS}) or (?:${BOUNDS})(?!\\p{L})|(?<=(?:${COUNTS})(?: \\S{1,40}){1,2})(?<! (?:now|${COMPARED})) or (?:${BOUNDS}|two)(?=$| (?:for|in|on|at|per|each|a) ))`,
  'giu',
);
const IS_BOUND = new RegExp(`^(?:${BOUNDS})$`, 'i');
const IS_COMPARED = new RegExp(`^(?:now|${COMPARED})$`, 'i');
/** The last mark of a topic that ends in a quote is gone. */
const QUOTED = /"[^"]*(?:"|$)|“[^”]*(?:”|$)|„[^“”]*(?:[“”]|$)|«[^»]*(?:»|$)|`[^`]*(?:`|$)|「[^」]*(?:」|$)/gu;

const toOneSpace = (text: string) => text.replace(/\s+/g, ' ');
/** Without "or" where it parts no alternatives: in a quote, and before a bound. */
const withoutFalseOr = (question: string) =>
  question.replace(QUOTED, (quote) => (OR.test(quote) ? '' : quote)).replace(OR_MORE, '');

const AND = /\s(?:and|&|und|et|y|e)\s/i;

const isDoubtful = (part: string) =>
  NO_START.test(part) || AND.test(part) || /\d,\d/.test(part.replace(GROUPED, '0')) || simplifyWords(part) === '';

function check(given: readonly string[]): readonly string[] | undefined {
  const parts = given.map((part) => part.replace(/^(?:either\s+)?["'‘“„«`]*|["'’“”»`]+$/giu, ''));
  const fits = parts.length >= 2 && parts.every((part) => isShort(part) && !isDoubtful(part));
  if (parts.some(isBare) && !parts.every(isBare)) return undefined;
  if (parts.some((part) => IS_BOUND.test(part)) && !parts.every((part) => IS_COMPARED.test(part))) return undefined;
  return fits && findConfusable(parts) === undefined ? parts : undefined;
}

const startsWithDeterminer = (part: string) => STARTS_WITH_DETERMINER.test(part);
const isName = (part: string) => part.split(/\s+/).every((word) => /^[\p{Lu}\d]/u.test(word));

/**
 * Of "hot or cold storage" the last word may belong to both, and elsewhere the first: nobody can tell unless all are names, or have as
 * many words; in English, where no word of the first is left out of the others, the last must not have more.
 */
function keepAlike(parts: readonly string[] | undefined, isEnglish = false): readonly string[] | undefined {
  if (parts === undefined || new Set(parts.map(startsWithDeterminer)).size > 1) return undefined;
  const last = wordsIn(parts.at(-1) ?? '');
  const isAlike = (part: string) => wordsIn(part) === last || (isEnglish && wordsIn(part) > last);
  return parts.every(isAlike) || parts.every(isName) ? parts : undefined;
}

/** "Rust, Go or Zig" as its parts; `undefined` when they are not a short list. */
function splitAlternatives(text: string): readonly string[] | undefined {
  const list = text.replace(LEAD, '');
  const halves = list.split(OR);
  if (halves.length < 2) return undefined;
  return check(
    halves
      .flatMap((half) => half.split(COMMA))
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
}

/** "How much memory, 4 GB or 8 GB": what follows the first comma, or the last colon. */
function splitAfterMark(question: string): readonly string[] | undefined {
  const colon = Math.max(question.lastIndexOf(':'), question.lastIndexOf('：'));
  if (colon !== -1) return splitAlternatives(question.slice(colon + 1));
  const comma = COMMA.exec(question);
  return comma === null ? undefined : splitAlternatives(question.slice(comma.index + comma[0].length));
}

const CHOOSES = /^(?:should|shall|do|does|will|would|must|is it better|would it be better)\s/i;
const IS_IT = /^(?:is|are|was|were)\s+(?:it|this|that|they|these)\s+(.+)$/i;
const BETTER =
  /^(?:is|are|was|would|will)\s+(.+?\s+or\s+\S+)\s+(?:be\s+)?(?:(?:the\s+)?(?:better|best|right)|faster|safer|cheaper|simpler|easier|more\s+\p{L}+)(?![\p{L}]).*$/iu;
/** What stands before the first alternative: a verb that takes one, or a preposition. */
const BEFORE =
  /(?<![\p{L}])(?:use|using|adopt|choose|pick|take|buy|prefer|select|keep|need|want|go with|migrate to|move to|switch to|in|on|to|with|into|at|by|from|as)\s+/giu;
const PRONOUN = /^(?:\S+)\s+(?:we|i|they|you|he|she|it)\s+/i;
const AFTER =
  /\s+(?:for|in|on|to|at|from|by|when|if|this|next|as|with|because|before|after|here|now|instead)(?![\p{L}]).*$/iu;
/** What a choice between names is for: "Postgres or SQLite for our event store". */
const PURPOSE = /\s+(?:for|as|in|when)(?![\p{L}]).*$/iu;
const VERSUS = /\s+(?:vs\.?|versus)\s+/gi;
const DETERMINER = /(?<![\p{L}])(?:the|a|an|our|this|that|my|one|its)\s+/giu;

const STARTS_WITH_DETERMINER = new RegExp(`^${DETERMINER.source}`, 'iu');

/** "able to read or write" */
const TO_ACT = /(?<!\p{L})(?:able|allowed|permitted|supposed) to(?!\p{L})/iu;
const ACTS =
  /^(?:use|adopt|choose|pick|take|buy|prefer|keep|move|switch|migrate|stay|wait|build|write|rewrite|drop|stop|start|leave|replace|remove|split|add|make|hire|try)(?!\p{L})|\s(?:it|them)$/u;
const STARTS_WITH_COUNT = new RegExp(`^(?:\\d|(?:${NUMBERS}|more|less|fewer|at least|up to)(?!\\p{L}))`, 'iu');

/** "use Postgres on RDS": an object before the last preposition may be the alternative as well. */
function hasObject(before: string, [last, earlier]: readonly RegExpExecArray[]): boolean {
  if (last === undefined || earlier === undefined || /^from\s/i.test(earlier[0])) return false;
  return !/^(?:it|them|this|that)?\s*$/i.test(before.slice(earlier.index + earlier[0].length, last.index));
}

/** "Jenkins or move", "more than 3 or 4 servers": the first is no alternative to the other. */
function areUnlike(rest: string, other: string): boolean {
  const isCounted = STARTS_WITH_COUNT.test(rest) || STARTS_WITH_COUNT.test(other);
  return ACTS.test(rest) !== ACTS.test(other) || (isCounted && toShape(rest) !== toShape(other));
}

/** The words before "or" without those that belong to the whole question; `undefined` where nobody can tell. */
function cutFirst(before: string, other: string): string | undefined {
  if (startsWithDeterminer(other)) {
    const found = [...before.matchAll(DETERMINER)].at(-1);
    return found === undefined ? undefined : before.slice(found.index);
  }
  if (TO_ACT.test(before)) return undefined;
  const verbs = [...before.matchAll(BEFORE)].toReversed();
  const [verb] = verbs;
  if (verb !== undefined) {
    const taken = before.slice(verb.index + verb[0].length);
    return hasObject(before, verbs) || areUnlike(taken, other) ? undefined : taken;
  }
  const pronoun = PRONOUN.exec(before);
  if (pronoun === null) return undefined;
  const rest = before.slice(pronoun[0].length);
  // Of "write unit" and "integration tests" each lacks a word of the other.
  if (wordsIn(other) > 1 || STARTS_WITH_COUNT.test(other) !== STARTS_WITH_COUNT.test(rest)) return undefined;
  if (wordsIn(rest) === 1) return toShape(rest) === toShape(other) ? rest : undefined;
  return wordsIn(rest) === 2 ? rest.slice(rest.search(/\s/) + 1) : undefined;
}

/** Of an English question that would else ask for yes or no. "May we read or write?" is one that does. */
function splitInSentence(question: string): readonly string[] | undefined {
  const better = BETTER.exec(question)?.[1];
  if (better !== undefined) return keepAlike(splitAlternatives(better), true);
  const isIt = IS_IT.exec(question)?.[1];
  if (isIt !== undefined && !/^better\s|\sto\s/i.test(isIt)) return keepAlike(splitAlternatives(isIt));
  if (!CHOOSES.test(question)) return undefined;
  const halves = question.split(/\s+or\s+/i);
  const last = (halves.at(-1) ?? '').replace(AFTER, '');
  const [first = '', ...listed] = halves.slice(0, -1).join(', ').split(COMMA);
  const start = cutFirst(first, last);
  return start === undefined ? undefined : keepAlike(check([start, ...listed, last].map((part) => part.trim())), true);
}

function splitWhole(words: string): readonly string[] | undefined {
  const names = splitAlternatives(words.replace(PURPOSE, ''));
  return keepAlike(splitAlternatives(words)) ?? (names?.every(isName) === true ? names : undefined);
}

/** Of a request in this form, such as "Choose between A and B". Languages in which a name would have another ending here are not among them. */
const CHOOSE = [
  'choose|pick|select|decide|wähl(?:e|en|t)|entscheide[nt]?|choisi(?:s|r|ssez|ssons)|décide[rz]?|tranche[rz]?',
  'elige|elegir|elija[ns]?|escoge[rd]?|decid(?:e|ir|id|a|i|ere|ete)|scegli(?:ere|ete)?|escolh(?:a|er)|kies|kiezen|beslis',
].join('|');
const CHOICE = new RegExp(
  `^(?:${CHOOSE})(?: (?:sie|wir|dich|euch|sich|uns))*(?:(?<between> (?:between|among|zwischen|entre|tra|fra|tussen))|(?<one>(?: exactly| only)? one(?: of| from| among|(?=:)))|(?<either> either))?:?(?: (?<named>.+))?$`,
  'iu',
);
/** Names that no "or" parts, or that stand below. */
const LISTS = /[:：](?:$|.*[,、，])/u;
const BOTH = /\s(?:and|&|und|et|y|e|en)\s/iu;
/** What may join something more that is asked for to a request, or to one alternative. */
const JOINS = new RegExp(
  `[,;:/(\\[，：；（–—]|${BOTH.source}|\\s(?:[-+]|vs\\.?|versus|plus|then|also|but|as well|along with|together with|including|sowie|dann|auch|aber|puis|ainsi que|luego|además|así como|poi|nonché|depois|além|daarna|evenals)(?!\\S)`,
  'iu',
);
/** "Between 5 and 10" can be whatever is between them; and what "them" are stands elsewhere. */
const NO_CHOICE = new RegExp(`${STARTS_WITH_COUNT.source}|^(?:them|these|those|both)(?!\\p{L})`, 'iu');

const areSame = (words: readonly (string | undefined)[]) =>
  new Set(words.map((word) => word?.toLowerCase())).size === 1;

/**
 * Of "option A and B below" the first word belongs to both, and the last to none: several words are one name, or all parts begin alike,
 * and have no word more or end alike.
 */
function areWhole(parts: readonly string[]): boolean {
  if (parts.every((part) => wordsIn(part) === 1) || parts.every(isName)) return true;
  const words = parts.map((part) => part.split(/\s+/));
  const beginAlike = parts.every(startsWithDeterminer) || areSame(words.map(([first]) => first));
  return beginAlike && (words.every(({ length }) => length === 2) || areSame(words.map((each) => each.at(-1))));
}

/** What a request leaves to choose; empty where nobody can tell, `undefined` where it names no alternatives. */
export function findChoice(request: string): readonly string[] | undefined {
  const words = toOneSpace(request);
  const found = CHOICE.exec(words)?.groups;
  if (found === undefined) return undefined;
  const { between, one, either, named = '' } = found;
  const isMarked = /[:：]/.test(words);
  const both = (between ?? one) === undefined ? [] : named.split(BOTH);
  const list = both.length === 2 && !OR.test(named) ? both.join(' or ') : named;
  if (!OR.test(list)) return both.length > 2 || LISTS.test(words) ? [] : undefined;
  const parts = isMarked ? splitAfterMark(words) : splitWhole(list);
  const [purpose = ''] = PURPOSE.exec(list) ?? [];
  if (parts === undefined || !areWhole(parts) || [purpose, ...parts].some((part) => JOINS.test(part))) return [];
  if (withoutFalseOr(list) !== list) return [];
  if (between !== undefined) return parts.some((part) => NO_CHOICE.test(part)) ? [] : parts;
  return isMarked || either !== undefined || parts.every(isName) ? parts : [];
}

export const namesAlternatives = (question: string) => OR.test(withoutFalseOr(toOneSpace(question)));

/** Whether a request to decide may ask for more than yes or no. */
export const asksMore = (clause: string) => JOINS.test(clause) || namesAlternatives(clause);

/** The options that a question names, wherever they stand. `polar`: it would else ask for yes or no; `open`: it asks which, or why. */
export function findOptions(
  question: string,
  form: 'polar' | 'open' | 'unclear' | undefined,
): readonly string[] | undefined {
  const asked = toOneSpace(question);
  const words = form === 'polar' || form === 'open' ? asked : asked.replace(VERSUS, ' or ');
  if (!OR.test(words) || withoutFalseOr(words) !== words) return undefined;
  if (form === 'polar') return splitInSentence(words);
  const whole = form === 'open' || /[:：]/.test(words) ? undefined : splitWhole(words);
  return whole ?? splitAfterMark(words);
}
