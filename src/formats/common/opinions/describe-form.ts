// How seats are asked to write an answer, and what their confidence means.
import { areNumbered } from '../../../domain/question/match-options.ts';
import { isClosed, type Question } from '../../../domain/question/question.ts';

/** No example has a value, which seats would lean to. */
const RANKING_FORM = '"<best> > <next> > …"';
const NUMBER_FORM = '"<number> (<low> to <high>)"';

const FORMS: Readonly<Record<Question['answer'], (question: Question) => string>> = {
  'yes-no': () => '"Yes" or "No"',
  choice: (question) => `the ${areNumbered(question) ? 'number or the words' : 'words'} of one of the possible answers`,
  ranking: (question) =>
    `all possible answers, ${areNumbered(question) ? 'by number' : 'in their words'}, the best first, in the form ${RANKING_FORM}`,
  number: ({ unit }) =>
    `a number in digits${unit === undefined ? ', without a unit' : `, in ${unit}`}, with the range that you would bet on, in the form ${NUMBER_FORM}`,
  probability: () => 'a probability in percent',
  text: () => 'your answer in one or two sentences, so concrete that someone could show it to be wrong',
};

const WAYS_OUT = '; or "none of these" if the question is put wrongly, or "not enough to say"';

/** How the answer is to be written. */
export function describeForm(question: Question): string {
  return `${FORMS[question.answer](question)}${isClosed(question) ? WAYS_OUT : ''}`;
}

/** What a confidence means, by what a blind guess would be worth. */
export function describeScale({ answer, options }: Question): string {
  const meaning = 'Of all answers that you are this sure of, this share should turn out right.';
  if (answer !== 'choice' && answer !== 'yes-no') return meaning;
  const guess = Math.round(100 / options.length);
  return `With ${options.length} possible answers, a blind guess is right about ${guess}% of the time. ${meaning}`;
}

/** The answers that a person can choose from, or how to write one. */
export function describeChoice(question: Question): string {
  const { answer, options } = question;
  if (answer !== 'choice' && answer !== 'ranking') return describeForm(question);
  const listed = options
    .map((option, index) => (areNumbered(question) ? `${index + 1} ${option}` : `"${option}"`))
    .join(', ');
  return answer === 'choice' ? `${listed}${WAYS_OUT}` : `${listed}, the best first${WAYS_OUT}`;
}

/** How somebody may write an answer in a line of its own. */
export const describeFirstLine = ({ answer }: Question) =>
  answer === 'probability'
    ? 'first your answer, "<0-100>%"'
    : 'first your answer and how sure you are, "<your answer>, <0-100>%"';
