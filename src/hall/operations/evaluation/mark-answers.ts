// Marks what was said to a question: the answer of each arm as a code, whether it is right, and what it took.
import { defined } from '../../../domain/defined.ts';
import { isRight, type OptionOrder, toCode, toOriginal } from '../../../domain/evaluation/marks.ts';
import type { EvaluationQuestion } from '../../../domain/evaluation/question.ts';
import type { Cell, EvaluationOpening } from '../../../domain/evaluation/result.ts';
import { type Answer, isSameAnswer } from '../../../domain/question/answer.ts';
import { isAbstention, tallyAnswers } from '../../../domain/question/tally.ts';
import type { ArmRun } from './ask-question.ts';
import { addSpending, type BlindAnswer } from './read-debates.ts';

interface Picked {
  /** Undefined where nobody gave an answer, or two are given equally often. */
  readonly answer: Answer | undefined;
  /** More than half gave it. */
  readonly isMajority: boolean;
  /** How many gave it, in percent of all that were asked, exactly; null without an answer. */
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

/** `answers`: of all that were asked; undefined where somebody gave none. `standing`: the answer, where it is known already. */
export function pickAnswer(answers: readonly (Answer | undefined)[], standing?: Answer): Picked {
  const answer = standing ?? findLeading(answers.filter((each) => each !== undefined));
  if (answer === undefined) return { answer, isMajority: false, percent: null };
  const holders = answers.filter((each) => each !== undefined && isSameAnswer(each, answer)).length;
  return {
    answer,
    isMajority: holders * 2 > answers.length,
    percent: (100 * holders) / answers.length,
  };
}

export type Marked = Pick<EvaluationQuestion, 'id' | 'truth' | 'tolerance'>;

interface Given {
  readonly answer: Answer | undefined;
  readonly acts: boolean;
  /** How sure the arm is, in percent; null where nobody says. */
  readonly percent: number | null;
  readonly failed: boolean;
}

/** A vote counts all its answers; a debate the last ones, unless one answer stands. */
function readGiven({ arm, openings, debate }: ArmRun): Given {
  const failed = { answer: undefined, acts: false, percent: null, failed: true };
  if (arm.kind === 'debate') {
    if (debate === undefined || debate.failed) return failed;
    const { answer, percent } = pickAnswer(debate.answers, debate.answer);
    return { answer, acts: debate.acts, percent, failed: false };
  }
  if (openings.every(({ answer }) => answer === undefined)) return failed;
  const picked = pickAnswer(openings.map(({ answer }) => answer));
  const { answer } = picked;
  const percent = arm.kind === 'one' ? (openings[0]?.confidence ?? null) : picked.percent;
  return { answer, acts: picked.isMajority, percent: answer === undefined ? null : percent, failed: false };
}

function toForecast(answer: Answer | undefined, percent: number | null, isAnswerRight: boolean, { truth }: Marked) {
  if (answer?.kind === 'probability' && truth.kind === 'probability')
    return { percent: answer.percent, happened: truth.percent === 100 };
  return percent === null ? null : { percent, happened: isAnswerRight };
}

export function toCell(run: ArmRun, question: Marked, order: OptionOrder): Cell {
  const { arm, openings, debate } = run;
  const given = readGiven(run);
  const answer = given.answer && toOriginal(given.answer, order);
  const right = answer !== undefined && isRight(answer, question);
  return {
    question: question.id,
    arm: arm.name,
    failed: given.failed,
    answer: answer === undefined ? null : toCode(answer),
    right,
    acts: given.acts,
    forecast: toForecast(answer, given.percent, right, question),
    ...addSpending([...openings, ...(debate === undefined ? [] : [debate])]),
    openings: openings.map(({ sample }) => sample),
    ...defined({ debate: debate?.threadId, outcome: debate?.outcome }),
  };
}

export function toOpening(
  { sample, answer: given, confidence, calls, costMicroUsd, threadId, seat }: BlindAnswer,
  question: Marked,
  order: OptionOrder,
): EvaluationOpening {
  const answer = given && toOriginal(given, order);
  return {
    ...{ question: question.id, ...sample, answer: answer === undefined ? null : toCode(answer) },
    ...{ right: answer !== undefined && isRight(answer, question), confidence, calls, costMicroUsd },
    ...{ debate: threadId, seat },
  };
}
