// How an answer of a simulated debater is written to a debate, and what the debate's answer is called here.
import type { Answer } from '../../src/domain/question/answer.ts';
import { formatAnswer } from '../../src/domain/question/format-answer.ts';
import type { Question as AskedQuestion } from '../../src/domain/question/question.ts';
import { readAnswerTo } from '../../src/domain/question/read-answer.ts';
import { NONE, type Question, UNSURE } from './question.ts';

const STEP = 3;
/** A number is up to a fifth off, and its range a quarter to both sides. */
const NUMBER = { least: 100, spread: 0.2, range: 0.25 };
/** Percentage points. */
const PROBABILITY = { least: 15, step: 35, spread: 6 };

const indexOf = ({ options }: Question, answer: string) => options.indexOf(answer);
const offset = ({ draw }: Question, seat: string, answer: string) => 2 * draw(`${seat} is off with ${answer}`) - 1;

const numberOf = (index: number) => NUMBER.least * STEP ** index;
const percentOf = (index: number) => PROBABILITY.least + PROBABILITY.step * index;
/** Each answer begins with another option. */
const orderOf = ({ options }: Question, index: number) =>
  options.map((_, place) => ((index + place) % options.length) + 1);

/** As event 0 has the question. */
export function toAsked({ world: { kind }, options }: Question): AskedQuestion {
  return { answer: kind, options: kind === 'choice' || kind === 'ranking' ? options : [] };
}

/** The answer as the seat gives it; two seats that hold the same do not always name the same number. */
function toAnswer(question: Question, seat: string, answer: string): Answer {
  if (answer === UNSURE) return { kind: 'unsure' };
  if (answer === NONE) return { kind: 'none' };
  const index = indexOf(question, answer);
  switch (question.world.kind) {
    case 'choice':
      return { kind: 'option', option: index + 1 };
    case 'ranking':
      return { kind: 'ranking', order: orderOf(question, index) };
    case 'probability': {
      const percent = percentOf(index) + Math.round(PROBABILITY.spread * offset(question, seat, answer));
      return { kind: 'probability', percent };
    }
    case 'number': {
      const value = Math.round(numberOf(index) * (1 + NUMBER.spread * offset(question, seat, answer)));
      const width = Math.round(value * NUMBER.range);
      return { kind: 'number', value: `${value}`, range: { low: `${value - width}`, high: `${value + width}` } };
    }
  }
}

export function writeAsAnswer(question: Question, seat: string, answer: string): string {
  return formatAnswer(toAsked(question), toAnswer(question, seat, answer));
}

/** Which answer is meant, by the one that is nearest. */
export function toName(question: Question, answer: Answer): string {
  const nearest = (distance: (index: number) => number) =>
    question.options.toSorted(
      (one, other) => distance(indexOf(question, one)) - distance(indexOf(question, other)),
    )[0] as string;
  switch (answer.kind) {
    case 'option':
      return question.options[answer.option - 1] as string;
    case 'ranking':
      return question.options[(answer.order[0] as number) - 1] as string;
    case 'number':
      return nearest((index) => Math.abs(Math.log(Math.max(1, Number(answer.value)) / numberOf(index))));
    case 'probability':
      return nearest((index) => Math.abs(answer.percent - percentOf(index)));
    default:
      return answer.kind === 'none' ? NONE : UNSURE;
  }
}

/** The name of an answer that the debate has put into words. */
export function readName(question: Question, text: string): string {
  const reading = readAnswerTo(toAsked(question), text);
  if (!reading.ok) throw new Error(reading.issue);
  return toName(question, reading.answer);
}
