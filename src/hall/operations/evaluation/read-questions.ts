// Questions and what was said to them, in words, for people who look at where arms differ.
import { fromCode } from '../../../domain/evaluation/marks.ts';
import type { EvaluationQuestion } from '../../../domain/evaluation/question.ts';
import type { Evaluation } from '../../../domain/evaluation/result.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import type { ArmAnswer, ReadQuestion } from '../../../exchange/evaluation/page.ts';
import type { ArmRun, AskedQuestion } from './ask-question.ts';
import type { EvaluationPlan } from './plan-evaluation.ts';

function listTexts({ openings, debate }: ArmRun): ArmAnswer['texts'] {
  const blind = openings.map(({ sample, text }) => ({
    title: `${sample.agent}, blind answer ${sample.number + 1}`,
    text: text ?? '(none)',
  }));
  if (debate === undefined) return blind;
  return [{ title: debate.threadId, text: debate.decision ?? debate.outcome ?? '(no end)' }, ...blind];
}

function inWords({ question }: EvaluationQuestion, code: string | null): string {
  const answer = code === null ? undefined : fromCode(question.answer, code);
  return answer === undefined ? 'no answer' : formatAnswer(question, answer);
}

export function readQuestions(
  { questions }: EvaluationPlan,
  { cells, questions: evaluated }: Evaluation,
  asked: ReadonlyMap<number, AskedQuestion>,
): readonly ReadQuestion[] {
  return [...asked].map(([index, { arms }]) => {
    const question = questions[index] as EvaluationQuestion;
    const own = cells.filter((cell) => cell.question === question.id);
    return {
      id: question.id,
      topic: question.topic,
      truth: inWords(question, evaluated.find(({ id }) => id === question.id)?.truth ?? null),
      answers: arms.flatMap((run): ArmAnswer[] => {
        const cell = own.find(({ arm }) => arm === run.arm.name);
        if (cell === undefined) return [];
        return [{ arm: cell.arm, answer: inWords(question, cell.answer), right: cell.right, texts: listTexts(run) }];
      }),
    };
  });
}
