// What several answers come to, the same for votes and for the last answers of a debate that settled nothing.
import { type Answer, isSameAnswer } from '../question/answer.ts';
import { isAbstention, tallyAnswers } from '../question/tally.ts';

export interface Picked {
  /** Undefined where nobody gave an answer, or two are given equally often. */
  readonly answer: Answer | undefined;
  /** More than half gave it. */
  readonly isMajority: boolean;
  /** How many gave it, in percent of all that were asked; null without an answer. */
  readonly percent: number | null;
}

/** The most frequent answer; of numbers and probabilities the median, of rankings without a majority Borda's order. */
function findLeading(answers: readonly Answer[]): Answer | undefined {
  const { counts, majority, summary } = tallyAnswers(
    answers.map((answer, index) => ({ seat: `${index}`, answer, weight: 1 })),
  );
  if (majority !== undefined) return majority;
  if (summary !== undefined) return summary.middle;
  const given = counts.filter(({ answer }) => !isAbstention(answer) && answer.kind !== 'text');
  const [first, second] = given;
  return first !== undefined && second?.weight !== first.weight ? first.answer : undefined;
}

/** `answers`: of all that were asked; undefined where somebody gave none. */
export function pickAnswer(answers: readonly (Answer | undefined)[]): Picked {
  const answer = findLeading(answers.filter((each) => each !== undefined));
  if (answer === undefined) return { answer, isMajority: false, percent: null };
  const holders = answers.filter((each) => each !== undefined && isSameAnswer(each, answer)).length;
  return {
    answer,
    isMajority: holders * 2 > answers.length,
    percent: Math.round((100 * holders) / answers.length),
  };
}
