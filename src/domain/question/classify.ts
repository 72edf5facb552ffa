// What kind of answer a topic asks for, by its form alone: no model is called. Whatever is doubtful is a question for words.
import { defined } from '../defined.ts';
import type { AnswerKind } from './choices.ts';
import { findConfusable, simplifyWords } from './match-options.ts';
import { QUESTION_FORMS } from './question-forms.ts';

/** What turns a request into a question for yes or no: "Can you tell us whether …". */
const WHETHER = /(?<![\p{L}])(?:whether|if|that|ob|dass|si|que|se|che|om|att|at|czy|że|jestli|zda|ли|чи)(?![\p{L}])/iu;

const NOT = [
  'or (?:not|no)|oder (?:nicht|nein)|ou (?:non|pas|não)|o no|o non|of niet|eller (?:inte|ikke|ej)|czy nie|nebo ne|alebo nie',
  'или не(?:т)?|чи ні|ya da değil|ή όχι|أم لا|או לא|या नहीं|hay không|atau tidak',
].join('|');
const EITHER = [
  'yes or no|ja oder nein|oui ou non|sí o no|sì o no|sim ou não|ja of nee|ja eller nej|ja eller nei|tak czy nie|ano nebo ne',
  'да или нет|так чи ні|evet mi hayır mı|ναι ή όχι|نعم أم لا|כן או לא|हाँ या नहीं|có hay không|ya atau tidak',
].join('|');

/** "… or not", "…: yes or no". */
const OR_NOT = new RegExp(
  `(?:[\\s,;:،–—-]+(?:${EITHER}|${NOT})|还是不[是要]?|還是不|はいかいいえ|是或否|是还是否)$`,
  'iu',
);

/** Between two alternatives. */
const OR =
  /\s+(?:or|oder|ou|oppure|eller|czy|albo|lub|nebo|anebo|alebo|или|либо|чи|або|ή|είτε|أم|أو|או|या|یا|atau|yoksa|veya|ya da|vagy|hoặc)\s+|\s*(?:还是|還是|或者|或(?![许許いる])|それとも|または|もしくは|あるいは|아니면|또는|혹은)\s*/iu;

/** At the end of a statement that asks whether it is so. */
const TAG =
  /,\s*(?:right|correct|agreed|ok|okay|yes|oder|nicht wahr|non|no|verdad|não|vero|toch|eller hur|ikke sant|правда|да|так|değil mi|(?:is|are|do|does|did|should|can|could|will|would|has|have|must|was|were)(?:n['’]t)? (?:it|we|they|he|she|i|you|there|that|this))$/iu;

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
const toShape = (text: string) => text.replace(/\S*\d\S*/g, '0').replace(/[^\s0]+/g, 'x');
const isBare = (part: string) => /^[\d.,]+$/.test(part);
const isShort = (part: string) => part !== '' && wordsIn(part) <= MOST_WORDS && [...part].length <= MOST_CHARACTERS;

function check(parts: readonly string[]): readonly string[] | undefined {
  const fits =
    parts.length >= 2 && parts.every((part) => isShort(part) && !NO_START.test(part) && simplifyWords(part) !== '');
  if (parts.some(isBare) && !parts.every(isBare)) return undefined;
  return fits && findConfusable(parts) === undefined ? parts : undefined;
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
  if (wordsIn(rest) === wordsIn(other)) return toShape(rest) === toShape(other) ? rest : undefined;
  return wordsIn(rest) === wordsIn(other) + 1 ? rest.slice(rest.search(/\s/) + 1) : undefined;
}

/** Of an English question that would else ask for yes or no. "May we read or write?" is one that does. */
function splitInSentence(question: string): readonly string[] | undefined {
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

export interface Classified {
  readonly answer: AnswerKind;
  readonly options?: readonly string[];
  /** Of a number. */
  readonly unit?: string;
  /** A question whose form says nothing: it may well be one that could be voted on. */
  readonly isUnclear?: true;
}

const TEXT: Classified = { answer: 'text' };
const UNCLEAR: Classified = { answer: 'text', isUnclear: true };
const YES_NO: Classified = { answer: 'yes-no' };
const PROBABILITY = /^(?:how likely|what (?:is|are) the (?:probability|chance|chances|odds|likelihood))\b/i;
const NUMBER = /^(?:how many|how much|what (?:number|percentage|share|fraction) of)\b/i;
/** "How many days do we need": what is counted, where it is one word. */
const COUNTED =
  /^how many (\p{L}{2,40}) (?:do|does|did|should|shall|can|could|will|would|must|are|is|were|was|have|has|may|might)\b/iu;
const MARKS = /[?？؟⸮\s"'”’»)\]]+$/u;

/** The last question of the topic's first line, without its mark; `undefined` where that line ends with none. */
function findQuestion(topic: string): string | undefined {
  const [line = ''] = topic.trim().split('\n');
  const last = line
    .trim()
    // A dot inside a name or a number ends no sentence.
    .split(/(?<=[.!?؟])\s+|(?<=[。！？])/u)
    .filter((part) => part.trim() !== '')
    .at(-1);
  if (last === undefined) return undefined;
  const sentence = last.slice(Math.max(0, last.lastIndexOf('¿'))).trim();
  const isGreek = /\p{Script=Greek}/u.test(sentence) && /[;\u037e]$/.test(sentence);
  if (isGreek) return sentence.replace(/[;\u037e]+$/, '').trim();
  if (/[?？؟⸮]["'”’»)\]]*$/u.test(sentence)) return sentence.replace(MARKS, '');
  const withoutStop = sentence.replace(/[。.]$/, '');
  return /(?:[吗嗎]|ですか|ますか|でしょうか|べきか|니까)$/u.test(withoutStop) ? withoutStop : undefined;
}

/** Without what answers a question in another one: "Can you tell us why" asks why. `unclear`: for yes or no, or for one of two. */
function askForm(question: string): 'polar' | 'open' | 'unclear' | undefined {
  const words = question.normalize('NFC').replace(/\s+/g, ' ');
  let isOpen = false;
  for (const { polar, open, request, or } of QUESTION_FORMS) {
    if (request?.test(words) === true) return WHETHER.test(words.replace(request, '')) ? 'polar' : 'open';
    const at = words.search(polar);
    if (at === 0 || (at > 0 && !open.test(words))) return or?.test(words) === true ? 'unclear' : 'polar';
    isOpen ||= open.test(words);
  }
  if (isOpen) return 'open';
  const isTagged =
    TAG.test(words) ||
    words
      .split(/[,،]\s*/)
      .slice(1)
      .some((clause) => isPolarStart(clause));
  return isTagged ? 'polar' : undefined;
}

const isPolarStart = (words: string) => QUESTION_FORMS.some(({ polar }) => words.search(polar) === 0);

/** The options that the question names, wherever they stand. */
function findOptions(question: string, form: ReturnType<typeof askForm>): readonly string[] | undefined {
  if (!OR.test(question)) return undefined;
  if (form === 'polar') return splitInSentence(question.replace(/\s+/g, ' '));
  const whole = form === 'open' || /[:：]/.test(question) ? undefined : splitAlternatives(question);
  return whole ?? splitAfterMark(question);
}

/** The last question of the topic's first line is what counts. */
export function classifyTopic(topic: string): Classified {
  const question = findQuestion(topic);
  if (question === undefined || question === '') return TEXT;
  if (OR_NOT.test(question)) return YES_NO;
  const form = askForm(question);
  const options = findOptions(question, form);
  if (options !== undefined) return { answer: 'choice', options };
  if (PROBABILITY.test(question)) return { answer: 'probability' };
  if (NUMBER.test(question)) {
    const unit = COUNTED.exec(question)?.[1]?.toLowerCase();
    return { answer: 'number', ...defined({ unit }) };
  }
  if (form === 'polar' && !OR.test(question)) return YES_NO;
  return form === 'open' ? TEXT : UNCLEAR;
}
