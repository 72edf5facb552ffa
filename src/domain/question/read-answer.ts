// What somebody means who answers a question in words: read as a whole, or refused with what is wrong.
import type { AnswerReading } from './answer.ts';
import { findAnswerWord } from './answer-words.ts';
import { areNumbered, findOption, findRanking, simplifyWords } from './options.ts';
import type { Question } from './question.ts';
import { readNumber, readProbability } from './read-number.ts';

const SHOWN = 60;

const read = (answer: Extract<AnswerReading, { ok: true }>['answer']): AnswerReading => ({ ok: true, answer });
const refuse = (issue: string): AnswerReading => ({ ok: false, issue });

const listOptions = (question: Question) =>
  question.options.map((text, index) => (areNumbered(question) ? `${index + 1} (${text})` : `"${text}"`)).join(', ');

function explainChoice(question: Question, text: string, said: string): AnswerReading {
  const shown = `"${text.trim().slice(0, SHOWN)}"`;
  const isNumber = /^(?:option |answer |no\. |#)?\d+$/.test(said);
  if (question.answer === 'choice' && isNumber && !areNumbered(question)) {
    return refuse(`${shown} could be the number of an option or its words; write the words: ${listOptions(question)}.`);
  }
  return refuse(`${shown} is none of the answers ${listOptions(question)}, "none of these", "not enough to say".`);
}

/** Nothing that was said is left over, so what cannot be read as a whole is sent back. */
export function readAnswerTo(question: Question, text: string): AnswerReading {
  const said = simplifyWords(text);
  if (said === '') return refuse('The answer is empty.');
  if (question.answer === 'text') return read({ kind: 'text' });
  const word = findAnswerWord(said);
  if (question.answer === 'yes-no' && (word === 'yes' || word === 'no')) {
    return read({ kind: 'option', option: word === 'yes' ? 1 : 2 });
  }
  const chosen = question.answer === 'choice' ? findOption(question, said) : undefined;
  if (chosen !== undefined) return read({ kind: 'option', option: chosen });
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
