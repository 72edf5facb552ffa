// The alternatives that a question names: "Rust or Go?", "How much, 4 GB or 8 GB?", "Should we use Rust or Go for this?".
import { findConfusable, simplifyWords } from './options.ts';
import { OR } from './question-forms.ts';

const MOST_WORDS = 3;
/** Of scripts that do not part words. */
const MOST_CHARACTERS = 24;
const COMMA = /\s*[,،、，]\s*/;
/** What begins no alternative. */
const NO_START =
  /^(?:(?:and|but|so|what|who|which|when|where|why|how|if|whether|given|considering|assuming|because|since|as|should|shall|is|are|do|does|did|can|could|will|would|we|i|they|it|you|there|this|that|und|et|y|e|wir|nous|soll|sollen)(?![\p{L}])|我们|我們|应该|應該)/iu;
/** A clause before the question itself. */
const LEAD =
  /^(?:given|for|in|if|when|with|since|as|on|at|considering|regarding|because|assuming|after|before)\s[^,]*,\s*/i;

const wordsIn = (text: string) => text.split(/\s+/).length;
/** Where its numbers stand: of "pay 5" and "10 euros" each lacks a word of the other. */
const shapeOf = (text: string) => text.replace(/\S*\d\S*/g, '0').replace(/[^\s0]+/g, 'x');
const isBare = (part: string) => /^[\d.,]+$/.test(part);
const isShort = (part: string) => part !== '' && wordsIn(part) <= MOST_WORDS && [...part].length <= MOST_CHARACTERS;

function check(parts: readonly string[]): readonly string[] | undefined {
  const fits =
    parts.length >= 2 && parts.every((part) => isShort(part) && !NO_START.test(part) && simplifyWords(part) !== '');
  if (parts.some(isBare) && !parts.every(isBare)) return undefined;
  return fits && findConfusable(parts) === undefined ? parts : undefined;
}

/** "Rust, Go or Zig" as its parts; `undefined` when they are not a short list. */
export function splitAlternatives(text: string): readonly string[] | undefined {
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
export function splitAfterMark(question: string): readonly string[] | undefined {
  const colon = Math.max(question.lastIndexOf(':'), question.lastIndexOf('：'));
  if (colon !== -1) return splitAlternatives(question.slice(colon + 1));
  const comma = /[,،，]/.exec(question);
  return comma === null ? undefined : splitAlternatives(question.slice(comma.index + 1));
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
const DETERMINER = /(?<![\p{L}])(?:the|a|an|our|this|that|my|one|its)\s+/giu;

const STARTS_WITH_DETERMINER = new RegExp(`^${DETERMINER.source}`, 'iu');

const lastMatch = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].at(-1);

/** The words before "or" without those that belong to the whole question; `undefined` where nobody can tell. */
function cutFirst(before: string, other: string): string | undefined {
  if (STARTS_WITH_DETERMINER.test(other)) {
    const found = lastMatch(before, DETERMINER);
    return found === undefined ? undefined : before.slice(found.index);
  }
  const verb = lastMatch(before, BEFORE);
  if (verb !== undefined) {
    const rest = before.slice(verb.index + verb[0].length);
    if (rest !== '') return rest;
  }
  const pronoun = PRONOUN.exec(before);
  if (pronoun === null) return undefined;
  const rest = before.slice(pronoun[0].length);
  if (wordsIn(rest) === wordsIn(other)) return shapeOf(rest) === shapeOf(other) ? rest : undefined;
  return wordsIn(rest) === wordsIn(other) + 1 ? rest.slice(rest.search(/\s/) + 1) : undefined;
}

/** Of an English question that would else ask for yes or no. "May we read or write?" is one that does. */
export function splitInSentence(question: string): readonly string[] | undefined {
  const better = BETTER.exec(question)?.[1];
  if (better !== undefined) return splitAlternatives(better);
  const isIt = IS_IT.exec(question)?.[1];
  if (isIt !== undefined && !/^better\s/i.test(isIt)) {
    const parts = splitAlternatives(isIt);
    return parts?.every((part) => wordsIn(part) === wordsIn(parts[0] ?? '')) === true ? parts : undefined;
  }
  if (!CHOOSES.test(question)) return undefined;
  const halves = question.split(/\s+or\s+/i);
  const last = (halves.at(-1) ?? '').replace(AFTER, '');
  const [first, ...listed] = halves.slice(0, -1).join(', ').split(COMMA);
  const start = first === undefined ? undefined : cutFirst(first, last);
  return start === undefined || halves.length < 2
    ? undefined
    : check([start, ...listed, last].map((part) => part.trim()));
}
