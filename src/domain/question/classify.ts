// What kind of answer a topic asks for, by its form alone: no model is called. Whatever is doubtful is a question for words.
import { defined } from '../defined.ts';
import { asksMore, findChoice, findOptions, namesAlternatives } from './alternatives.ts';
import type { AnswerKind } from './choices.ts';
import { asksAmount, asksNumber, asksProbability, asksShare, PERCENT } from './quantity-forms.ts';
import { readQuestionForms, readRequests } from './question-forms.ts';
import { isMagnitude } from './read-number.ts';

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

/** At the end of a statement that asks whether it is so. */
const TAG =
  /,\s*(?:right|correct|agreed|ok|okay|yes|oder|nicht wahr|non|no|verdad|não|vero|toch|eller hur|ikke sant|правда|да|так|değil mi|(?:is|are|do|does|did|should|can|could|will|would|has|have|must|was|were)(?:n['’]t)? (?:it|we|they|he|she|i|you|there|that|this))$/iu;

export interface Classified {
  readonly answer: AnswerKind;
  readonly options?: readonly string[];
  /** Of a number. */
  readonly unit?: string;
  /** What its form does not say: which kind of answer it wants, so that it may well be one that could be voted on; or what is counted. */
  readonly unclear?: 'kind' | 'unit';
}

const TEXT: Classified = { answer: 'text' };
const UNCLEAR: Classified = { answer: 'text', unclear: 'kind' };
const UNCOUNTED: Classified = { answer: 'text', unclear: 'unit' };
const YES_NO: Classified = { answer: 'yes-no' };
/** "How many days do we need": what is counted, where it is one word. */
const COUNTED =
  /^how many (\p{L}{2,40}) (?:do|does|did|should|shall|can|could|will|would|must|are|is|were|was|have|has|may|might)\b/iu;
/** In a longer sentence no form says what is asked, and looking for one takes too long. */
const LONGEST = 2_000;
const MARK = '?？؟⸮';
/** A bracket that closes one of the question's own belongs to it. */
const MARKS = new RegExp(`(?:[${MARK}!\\s"'”’“»*_]|(?<!\\([^()]*)\\)|(?<!\\[[^[\\]]*)\\])+$`, 'u');
/** Ends with a mark, or compares, as a title does: "Kafka vs RabbitMQ". */
const IS_ASKED = new RegExp(`[${MARK}][!"'”’“»)\\]*_\\s]*$|\\s(?:vs\\.?|versus)\\s`, 'iu');
/** Of Markdown, and a tag such as "[RFC]". */
const IN_FRONT = /^(?:\[[^\]]*\]\s*|(?:#{1,6}|[>*+-]|\d{1,3}[.)])\s+|[*_]{1,3}(?=\S))+/u;
const REQUEST_END = /[.。!"'”’“»*_\s]+$/u;
/** A quote that is the whole question. */
const AS_QUOTE = /^["'„“«‹「](?=[^"“”„«»「」]*["'”“»›」]?$)/u;
const IN_BRACKETS = /^\(([^()]*)\)$/;
/** "RFC 12:", "By 2030,": what stands before the question. */
const LEAD = /^(?:[^,:،：]|[,:](?=\d))*[,:،：]\s+/u;

const TITLE = /^[^,:،：]{1,60}[:：]\s+/u;
const POLITE =
  /^(?:(?:please|bitte|let(?:['’]s| us)|help (?:me|us)(?: to)?|(?:we|i|you) (?:must|(?:need|have|want) to)) )+/iu;
/** "Decide whether to …". */
const DECIDE = new RegExp(
  `^(?:${[
    '(?:decide|determine|judge|assess|evaluate|debate|discuss) (?:whether(?: or not)?|if(?= (?:we|i|it|they|this|that|there|the|our|an?) ))|tell (?:me|us) whether',
    "(?:entscheide[nt]?|prüf(?:e|en|t)|klär(?:e|en|t))(?: (?:sie|wir))?,? ob|(?:décide[rz]?|détermine[rz]?) (?:si|s(?=['’]ils? ))",
    'decid(?:e|id|a|ir) si|(?:decid(?:i|ete|ere|a|ir)|stabili(?:sci|re)) se|(?:beslis|besluit|bepaal) of',
  ].join('|')})(?<clause>[ '’].+)$`,
  'iu',
);

function classifyBare(request: string): Classified | undefined {
  const clause = DECIDE.exec(request)?.groups?.['clause']?.replace(OR_NOT, '');
  if (clause !== undefined) return asksMore(clause) ? UNCLEAR : YES_NO;
  const options = findChoice(request);
  if (options === undefined) return undefined;
  return options.length === 0 ? UNCLEAR : { answer: 'choice', options };
}

/** Of a sentence that asks for a decision without being a question, perhaps below a title; `undefined` for any other. */
const classifyRequest = (sentence: string): Classified | undefined =>
  classifyBare(sentence.replace(POLITE, '')) ?? classifyBare(sentence.replace(TITLE, '').replace(POLITE, ''));

/** What a sentence asks, without its mark; empty where it asks nothing. */
function readSentence(text: string): string {
  if (text.length > LONGEST) return '';
  const sentence = text
    .slice(Math.max(0, text.lastIndexOf('¿')))
    .trim()
    .replace(IN_FRONT, '')
    .replace(IN_BRACKETS, '$1');
  const isGreek = /\p{Script=Greek}/u.test(sentence) && /[;\u037e]$/.test(sentence);
  if (isGreek) return sentence.replace(/[;\u037e]+$/, '').trim();
  if (IS_ASKED.test(sentence)) return sentence.replace(MARKS, '').replace(AS_QUOTE, '');
  const withoutStop = sentence.replace(/[。.]$/, '');
  const isQuestion = /(?:[吗嗎]|ですか|ますか|でしょうか|べきか|니까)$/u.test(withoutStop);
  const request = sentence.replace(REQUEST_END, '');
  return isQuestion ? withoutStop : classifyRequest(request) === undefined ? '' : request;
}

/** Verbs that follow a German "was" and are no words of other languages. */
const GERMAN_VERB =
  'sind|soll|sollte[nst]*|sollen|kann|kannst|können|könnte[nt]?|muss|müssen|müsste[nt]?|wird|werden|würde[nt]?|darf|dürfen|wäre[nt]?|hätte[nt]?|tun|tut|ist|hat|haben|wollen|wollte[nt]?|mach(?:t|en|st)|gibt|bring(?:t|en)|koste[nt]|kostet|passiert|geschieht|bedeute[nt]|bedeutet|heißt|sprech(?:en|t)|spricht|fehlt|bleib(?:t|en)|brauch(?:t|en)|nutzt|nützt|hilft|geht|läuft|liegt|führt|steht|kommt|nehmen|nimmt|taugt|spart|sparen|mein(?:st|t|en)|denk(?:st|t|en)|empfehlen|empfiehlt|erwarten|erwartet|unterscheidet|ändert|entsteht|gehört|zählt|wissen|lernen|folgt|passt|stört|verursacht';
const GERMAN_WHAT = new RegExp(`^[Ww]as(?:,| (?:${GERMAN_VERB})(?!\\p{L}))`, 'u');
/** One more word tells it from an English "was" before a noun, as in "Was government support enough?". */
const GERMAN_WORD =
  /[äöüß]|(?<!\p{L})(?:der|das|dem|den|eine?[mnrs]?|(?:k|m|d|s)eine?[mnrs]?|unser[emnrs]*|wir|ich|du|sie|ihr|uns|euch|mir|dir|ihnen|sich|gegen|beim?|mit|vom?n?|zum|zur|auf|nach|dabei|dagegen|damit|davon|nicht|noch|mehr|wenn|falsch|gut|richtig|schief|eigentlich|[Dd]ie(?= \p{Lu}))(?!\p{L})/u;

/** "Was" begins questions in English and Dutch, too. */
const isGermanWhat = (words: string) =>
  GERMAN_WHAT.test(words) ||
  (/^[Ww]as (?!(?:it|that|most|least|not|dat|het)(?!\p{L}))(?:war|will|\p{Ll}+(?:t|en|ern|eln))(?!\p{L})/u.test(
    words,
  ) &&
    GERMAN_WORD.test(words));

/** Without what answers a question in another one: "Can you tell us why" asks why. `unclear`: for yes or no, or for one of two. */
function askForm(question: string): 'polar' | 'open' | 'unclear' | undefined {
  const words = question.normalize('NFC').replace(/\s+/g, ' ');
  if (isGermanWhat(words)) return 'open';
  const forms = readQuestionForms();
  const known = forms.find(({ request }) => request?.test(words) === true)?.request;
  const asked = known ?? readRequests().find((each) => each.test(words));
  if (asked !== undefined && WHETHER.test(words.replace(asked, ''))) return 'polar';
  if (asked !== undefined) return known === undefined ? 'unclear' : 'open';
  let isOpen = false;
  for (const { polar, open, or } of forms) {
    const at = words.search(polar);
    if (at === 0 || (at > 0 && !open.test(words))) return or?.test(words) === true ? 'unclear' : 'polar';
    isOpen ||= open.test(words);
  }
  if (isOpen) return 'open';
  const isTagged =
    TAG.test(words) ||
    words
      .split(/[,:،：]\s*/)
      .slice(1)
      .some((clause) => isPolarStart(clause));
  return isTagged ? 'polar' : undefined;
}

const isPolarStart = (words: string) => readQuestionForms().some(({ polar }) => words.search(polar) === 0);

/** Without what stands before the question and asks for nothing itself. */
function withoutLead(question: string): string {
  const [lead] = LEAD.exec(question) ?? [];
  return lead === undefined || askForm(lead) !== undefined ? question : withoutLead(question.slice(lead.length));
}

function classifyQuestion(question: string): Classified {
  if (OR_NOT.test(question)) return YES_NO;
  const form = askForm(question);
  const options = findOptions(question, form);
  if (options !== undefined) return { answer: 'choice', options };
  const isQuantity = form === 'open' || form === undefined;
  const asked = withoutLead(question);
  if (isQuantity && asksProbability(asked)) return { answer: 'probability' };
  if (isQuantity && asksNumber(asked)) {
    const counted = COUNTED.exec(asked)?.[1];
    const unit = asksShare(asked) || PERCENT.test(counted ?? asked) ? '%' : counted;
    // "How many million will it cost".
    return unit !== undefined && isMagnitude(unit) ? UNCOUNTED : { answer: 'number', ...defined({ unit }) };
  }
  if (isQuantity && asksAmount(asked)) return UNCOUNTED;
  if (form === 'polar' && !namesAlternatives(question)) return YES_NO;
  return form === 'open' ? TEXT : UNCLEAR;
}

/** "Options: A, B" behind a question, and a line of a list below one. */
const LISTED =
  /^(?:the )?(?:options|choices|alternatives|candidates|optionen|alternativen|opciones|opzioni|opções|opties|варианты|选项|選項|選択肢)\s*[:：]/iu;
const ITEM = /^\s*(?:[-*+•–]|\(?(?:\d{1,2}|\p{L})[.):])\s+\S/u;

/** What another says or is shown: a mark in it asks nothing, and ends no sentence. */
const QUOTED = /"[^"]*"|[„“][^„“”]*[“”]|[«‹][^«»‹›]*[»›]|「[^「」]*」|`[^`]*`/gu;
const FENCE = /^\s*(?:`{3}|~{3})/;
/** A dot inside a name or a number ends no sentence, nor does that of "vs.". */
const SENTENCE_END =
  /(?<=[.!?؟⸮])(?<!\s[Vv][Ss]\.)\s+|(?<=[?؟⸮][)\]*_]{1,3})\s+(?=[\p{Lu}¿])|(?<=[。！？])|(?<=؟)(?=\p{L})|(?<=\p{Script=Greek}\s?[;\u037e])\s+/gu;
/** Asks again what the question before it asks. */
const ECHO = new RegExp(`^(?:${EITHER}|${NOT}|right|correct|oder|nicht wahr|verdad|vero|правда)$`, 'iu');

interface Sentence {
  readonly said: string;
  /** Without its quotes, unless it is one. */
  readonly bare: string;
}

function splitSentences(text: string): readonly Sentence[] {
  const line = text.trim();
  const bare = line.replace(QUOTED, (quote) => (quote.length === line.length ? quote : '_'.repeat(quote.length)));
  const ends = [...bare.matchAll(SENTENCE_END)].map(({ index, 0: { length } }) => index + length);
  return [...ends, line.length].flatMap((end, at) => {
    const begin = ends[at - 1] ?? 0;
    return end > begin ? { said: line.slice(begin, end).trim(), bare: bare.slice(begin, end).trim() } : [];
  });
}

/** Without code and what is quoted. */
function listOwnLines(lines: readonly string[]): readonly string[] {
  let isCode = false;
  return lines.filter((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode && !/^\s*>/.test(line);
  });
}

/** What a sentence beside the question asks as well; a comparison in passing asks nothing. */
const readBeside = ({ bare }: Sentence): string =>
  readSentence(/[.。]$/u.test(bare) ? bare.replace(/\s(?:vs\.?|versus)\s/giu, ' ') : bare);

/** Nothing that could be voted on is asked; a request beside a question in words only tells more of it. */
function isOfWords(question: string): boolean {
  if (classifyRequest(question) !== undefined) return true;
  const { answer, unclear } = classifyQuestion(question);
  return answer === 'text' && unclear === undefined;
}

/**
 * The last question of the topic's first line is what counts, and a request only where it is all of the topic. Where more follows it in that line, where another question stands
 * anywhere in the topic, or where what can be chosen is listed behind or below it, nobody can tell whether the form of the question alone says what is wanted.
 */
export function classifyTopic(topic: string): Classified {
  const [line = '', ...below] = topic.trim().split('\n');
  const sentences = splitSentences(line);
  const asked = sentences.findLastIndex(({ bare }) => readSentence(bare) !== '' && !ECHO.test(readSentence(bare)));
  const at = asked >= 0 ? asked : sentences.findLastIndex(({ said }) => readSentence(said) !== '');
  const question = readSentence(sentences[at]?.said ?? '');
  const beside = [...sentences.filter((_, index) => index !== at), ...listOwnLines(below).flatMap(splitSentences)];
  const more = beside.map(readBeside).filter((other) => other !== '' && other !== question);
  if (question === '') return more.every(isOfWords) ? TEXT : UNCLEAR;
  const request = classifyRequest(question);
  const isAlone = sentences.length === 1 && below.every((text) => text.trim() === '');
  if (request !== undefined) return isAlone ? request : UNCLEAR;
  const classified = classifyQuestion(question);
  const isEcho = ({ bare }: Sentence) => classified === YES_NO && ECHO.test(readSentence(bare));
  const behind = sentences.slice(at + 1).filter((sentence) => !isEcho(sentence));
  const isListed = below.filter((text) => ITEM.test(text)).length > 1 || behind.some(({ said }) => LISTED.test(said));
  if (classified.answer === 'text') {
    return classified.unclear === undefined && (isListed || !more.every(isOfWords)) ? UNCLEAR : classified;
  }
  const others = more.filter((other) => !(classified === YES_NO && ECHO.test(other)));
  return behind.length > 0 || others.length > 0 ? UNCLEAR : classified;
}
