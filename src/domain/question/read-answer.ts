// What somebody means who answers a question in words: read as a whole, or refused with what is wrong.
import { once } from '../once.ts';
import { cutText } from '../words/cut-line.ts';
import type { AnswerReading } from './answer.ts';
import { areNumbered, findOption, findRanking, simplifyWords, withoutBrackets } from './match-options.ts';
import type { Question } from './question.ts';
import { readNumber } from './read-number.ts';
import { readProbability } from './read-probability.ts';

const split = (words: string) => words.split('|');

/** Yes, no, and the two ways out of a question, in many languages. A word stands here only where it cannot be taken for another answer. */
const WORDS = {
  yes: 'yes|y|true|ja|jo|oui|si|sí|sì|sim|да|так|ano|áno|tak|evet|ναι|نعم|כן|हाँ|हां|जी हाँ|जी हां|はい|是|是的|对|對|네|예|có|vâng|ya|iya|kyllä|igen|da|jah|jā|taip|بله|آری|হ্যাঁ|ใช่|oo|ndiyo',
  no: 'no|n|false|nein|non|não|nee|nej|nei|нет|ні|не|ne|nie|hayır|hayir|όχι|οχι|لا|לא|नहीं|जी नहीं|いいえ|否|不|不是|不是的|아니요|아니오|không|tidak|ei|nem|nu|nē|خیر|نه|না|ไม่|ไม่ใช่|hindi|hapana',
  none: 'none|nothing|none of these|none of the above|none of them|neither|no option|keine davon|keine von diesen|keine|keiner|aucun|aucune|aucune de ces réponses|ninguna|ninguno|ninguna de estas|nenhuma|nenhum|nenhuma destas|nessuna|nessuno|nessuna di queste|geen|geen van deze|żadna|żadne|żadna z nich|žádná|žádné|žádná z nich|ничего из этого|ни один|ни одно|ни один из них|жоден|жодне з них|hiçbiri|ingen|inget av dessa|ingen af dem|ingen av disse|καμία|κανένα|κανένα από αυτά|لا شيء مما سبق|אף אחד מהם|इनमें से कोई नहीं|どれでもない|どれも違う|以上都不是|都不是|해당 없음|không cái nào|tidak satupun|tidak ada',
  unsure:
    'unsure|not enough to say|not sure|unknown|cannot say|abstain|not enough is known to say|unklar|unsicher|enthaltung|nicht genug bekannt|pas sûr|incertain|abstention|no está claro|abstención|não sei|incerto|abstenção|non so|incerto|astensione|onzeker|onbekend|nie wiadomo|niepewne|nejasné|nevím|неизвестно|неясно|воздерживаюсь|невідомо|belirsiz|bilinmiyor|vet ej|osäkert|ved ikke|vet ikke|άγνωστο|δεν ξέρω|غير معروف|لا أعرف|לא ידוע|לא יודע|पता नहीं|わからない|分からない|不明|不确定|不確定|不知道|모르겠음|모름|không rõ|tidak tahu',
} as const;
type AnswerWord = keyof typeof WORDS;

/** What says no more than the "yes" or "no" before it does. */
const FIRMLY: Readonly<Record<'yes' | 'no', readonly string[]>> = {
  yes: split(
    'definitely|absolutely|certainly|of course|without a doubt|without doubt|indeed|auf jeden fall|definitiv|unbedingt|natürlich|absolut|sicher|absolument|bien sûr|certainement|tout à fait|sans aucun doute|por supuesto|definitivamente|absolutamente|claro|sin duda|assolutamente|certamente|certo|senza dubbio|com certeza|claro que sim|sem dúvida|zeker|absoluut|natuurlijk|zdecydowanie|oczywiście|na pewno',
  ),
  no: split(
    'definitely not|absolutely not|certainly not|not at all|of course not|auf keinen fall|definitiv nicht|keinesfalls|absolut nicht|absolument pas|certainement pas|pas du tout|en absoluto|definitivamente no|assolutamente no|certamente no|per niente|de modo algum|com certeza não|zeker niet|absoluut niet|helemaal niet|zdecydowanie nie|na pewno nie',
  ),
};
/** "yes" out of "yes, definitely"; anything else stays. */
function withoutEmphasis(said: string): string {
  const [, word = '', more = ''] = /^([^,.!:;-]+?)\s?[,.!:;-]+\s*(.+)$/u.exec(said) ?? [];
  const meant = findAnswerWord(word);
  return (meant === 'yes' || meant === 'no') && FIRMLY[meant].includes(more) ? word : said;
}

const readWords = once(() => {
  const entries = Object.entries(WORDS) as [AnswerWord, string][];
  return new Map(entries.flatMap(([meaning, words]) => split(words).map((word) => [word, meaning] as const)));
});

/** What a simplified text means as a whole, such as "ja" or "none of these". */
const findAnswerWord = (said: string): AnswerWord | undefined => readWords().get(said);

const SHOWN = 60;

const read = (answer: Extract<AnswerReading, { ok: true }>['answer']): AnswerReading => ({ ok: true, answer });
const refuse = (issue: string): AnswerReading => ({ ok: false, issue });

const listOptions = (question: Question) =>
  question.options.map((text, index) => (areNumbered(question) ? `${index + 1} (${text})` : `"${text}"`)).join(', ');

function explainChoice(question: Question, text: string, said: string): AnswerReading {
  const shown = `"${cutText(text.trim(), SHOWN)}"`;
  const isNumber = /^(?:option |answer |no\. |#)?\d+$/.test(said);
  if (question.answer === 'choice' && isNumber && !areNumbered(question)) {
    return refuse(`${shown} could be the number of an option or its words; write the words: ${listOptions(question)}.`);
  }
  return refuse(`${shown} is not one of the answers ${listOptions(question)}, "none of these", "not enough to say".`);
}

/** "None" and "keine" alone, in languages that part words: of what is counted it may be as many as 0. */
const MAY_BE_ZERO = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+$/u;

const isChoice = ({ answer }: Question) => answer === 'choice' || answer === 'yes-no';

/** UTF-16 code units: more than any ranking has, and few enough for the patterns. */
const LONGEST = 10_000;

/** Nothing that was said is left over, so what cannot be read as a whole is sent back. */
export function readAnswerTo(question: Question, text: string): AnswerReading {
  const said = simplifyWords(text);
  if (said === '') return refuse('The answer is empty.');
  if (question.answer === 'text') return read({ kind: 'text' });
  if (text.length > LONGEST) return refuse('The answer is far too long; give the answer alone, without reasons.');
  const bare = withoutBrackets(said);
  const word = findAnswerWord(withoutEmphasis(said)) ?? findAnswerWord(bare);
  if (question.answer === 'yes-no' && (word === 'yes' || word === 'no')) {
    return read({ kind: 'option', option: word === 'yes' ? 1 : 2 });
  }
  const chosen = isChoice(question) ? (findOption(question, said) ?? findOption(question, bare)) : undefined;
  if (chosen !== undefined) return read({ kind: 'option', option: chosen });
  if (word === 'none' && question.answer === 'number' && MAY_BE_ZERO.test(said)) {
    return refuse(`"${text.trim()}" can be the number 0 or none of these; write 0, or "none of these".`);
  }
  if (word === 'none' || word === 'unsure') return read({ kind: word });
  switch (question.answer) {
    case 'number':
      return readNumber(text, question.unit);
    case 'probability':
      return readProbability(text);
    case 'ranking': {
      const order = findRanking(question, text);
      if (order !== undefined) return read({ kind: 'ranking', order: [...order] });
      const how = areNumbered(question) ? 'by number or in words' : 'in words';
      return refuse(`A ranking names every option once, ${how}, the best first, with ">" between them.`);
    }
    default:
      return explainChoice(question, text, said);
  }
}
