// Answers as codes that mean the same in whatever order the options were asked, and whether they are right.
import { judgeAnswer } from '../hindsight/turned-out.ts';
import { type Answer, answerSchema } from '../question/answer.ts';
import type { AnswerKind } from '../question/choices.ts';
import {
  type Decimal,
  isAtMost,
  measureDecimal,
  measureDistance,
  multiplyDecimals,
  parseDecimal,
} from '../question/decimal.ts';
import type { EvaluationQuestion } from './question.ts';
import type { Tolerance } from './result.ts';

/** For each place at which an option was asked, its number in the file. */
export type OptionOrder = readonly number[];

const original = (order: OptionOrder, place: number) => order[place - 1] ?? place;

/** The answer with the numbers that its options have in the file. */
export function toOriginal(answer: Answer, order: OptionOrder): Answer {
  if (answer.kind === 'option') return { kind: 'option', option: original(order, answer.option) };
  if (answer.kind === 'ranking') return { kind: 'ranking', order: answer.order.map((place) => original(order, place)) };
  return answer;
}

/** "2", "3>1>2", "12.5", "70%", "none", "unsure": says nothing to whoever does not know the question. */
export function toCode(answer: Answer): string {
  switch (answer.kind) {
    case 'option':
      return String(answer.option);
    case 'ranking':
      return answer.order.join('>');
    case 'number':
      return answer.value;
    case 'probability':
      return `${answer.percent}%`;
    default:
      return answer.kind;
  }
}

function isNear(given: Decimal, truth: Decimal, tolerance: Tolerance): boolean {
  const most =
    'by' in tolerance
      ? parseDecimal(tolerance.by)
      : multiplyDecimals(parseDecimal(tolerance.share), measureDecimal(truth));
  return isAtMost(measureDistance(given, truth), most);
}

/** A number has to come within the tolerance, whatever range was given with it; of all other answers only the right one is right. */
export function isRight(
  answer: Answer,
  { truth, tolerance }: Pick<EvaluationQuestion, 'truth' | 'tolerance'>,
): boolean {
  if (answer.kind === 'number' && truth.kind === 'number')
    return isNear(parseDecimal(answer.value), parseDecimal(truth.value), tolerance);
  return judgeAnswer(answer, truth) === 'right';
}

function parseCode(kind: AnswerKind, code: string): Answer {
  const order = code.split('>').map(Number);
  if (kind === 'ranking') return { kind, order };
  if (kind === 'number') return { kind, value: code, range: null };
  if (kind === 'probability') return { kind, percent: Number(code.replace(/%$/, '')) };
  return { kind: 'option', option: order[0] ?? 0 };
}

/** The inverse of `toCode`; undefined for what is no code of an answer to such a question. */
export function fromCode(kind: AnswerKind, code: string): Answer | undefined {
  if (code === 'none' || code === 'unsure') return { kind: code };
  const { data } = answerSchema.safeParse(parseCode(kind, code));
  return data !== undefined && toCode(data) === code ? data : undefined;
}

/** A code in the words of the options, where the result has them. */
export function sayCode(code: string, choices: readonly string[] = []): string {
  const said = code.split('>').map((place) => choices[Number(place) - 1]);
  return said.every((words) => words !== undefined) ? said.join(' > ') : code;
}
