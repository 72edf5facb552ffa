// What openings and ballots have alike: an answer to the question and how sure somebody is of it.
import type { Answer } from '../../../domain/question/answer.ts';
import { formatAnswer, toPhrase } from '../../../domain/question/format-answer.ts';
import { areNumbered, findOwnWords } from '../../../domain/question/match-options.ts';
import { isClosed, type Question } from '../../../domain/question/question.ts';
import { readAnswerTo } from '../../../domain/question/read-answer.ts';
import type { ActReading } from '../../define-act.ts';
import type { OpinionState } from './state.ts';

interface Opinion {
  readonly answer: string;
  readonly confidence: number | null;
}

/** Nobody asks a person twice, so what is doubtful in their answer stands as a warning. */
export function readOpinion<Data extends object>(
  { question }: OpinionState,
  { answer: said, confidence }: Opinion,
  byHand: boolean,
  { data, fatal = [], doubts = [] }: ActReading<Data>,
): ActReading<Data & { answer: Answer; confidence: number | null }> {
  const answer = readAnswerTo(question, said);
  const isSaid = confidence !== null && !Number.isNaN(confidence);
  // The lines of a person say a probability and no confidence in it.
  const isAsked = !byHand || question.answer !== 'probability';
  const unsaid = isSaid || !isAsked ? [] : ['"confidence" must say how sure you are, in percent from 0 to 100.'];
  const found = [...unsaid, ...doubts];
  return {
    data: {
      ...data,
      answer: answer.ok ? answer.answer : { kind: 'unsure' },
      confidence: isSaid ? confidence : null,
    },
    fatal: [...(answer.ok ? [] : [answer.issue]), ...fatal],
    ...(byHand ? { warnings: found } : { doubts: found }),
  };
}

/** "**Yes** (“yes, on Friday”), 70% sure". */
export function formatAnswerLine(
  question: Question,
  { answer, confidence }: { readonly answer: Answer; readonly confidence: number | null },
  said: string,
): string {
  const words = answer.kind === 'text' ? said : formatAnswer(question, answer);
  const own = answer.kind === 'text' ? undefined : findOwnWords(words, said);
  const sure = confidence === null ? '' : `, ${confidence}% sure`;
  return `**${toPhrase(words)}**${own === undefined ? '' : ` (“${own}”)`}${sure}`;
}

// How seats are asked to write an answer, and what their confidence means.

/** No example has a value, which seats would lean to. */
const RANKING_FORM = '"<best> > <next> > …"';
const NUMBER_FORM = '"<number> (<low> to <high>)"';

const FORMS: Readonly<Record<Question['answer'], (question: Question) => string>> = {
  'yes-no': () => '"Yes" or "No"',
  choice: (question) => `the ${areNumbered(question) ? 'number or the words' : 'words'} of one of the possible answers`,
  ranking: (question) =>
    `all possible answers, ${areNumbered(question) ? 'by number' : 'in their words'}, the best first, in the form ${RANKING_FORM}`,
  number: ({ unit }) =>
    `a number in digits, in ${unit ?? 'what the question itself counts'}, with the range that you would bet on, in the form ${NUMBER_FORM}`,
  probability: () => 'a probability in percent',
  text: () => 'your answer in one or two sentences, so concrete that someone could show it to be wrong',
};

const WAYS_OUT = '; or "none of these" if the question is put wrongly, or "not enough to say"';

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
