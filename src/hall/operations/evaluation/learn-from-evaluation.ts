// Brings the debates of an evaluation into a hall with what turned out right, so that calibration and weights learn from them.
import type { EvaluationQuestion } from '../../../domain/evaluation/question.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import type { Hall } from '../hall.ts';
import { recordOutcome } from '../records/outcomes/record-outcome.ts';
import { copyHall } from '../setup/copy-hall.ts';
import type { Evaluated } from './evaluate.ts';
import type { EvaluationPlan } from './plan-evaluation.ts';

export interface LearnInput {
  readonly plan: EvaluationPlan;
  readonly asked: Evaluated['asked'];
  /** Of the evaluation. */
  readonly from: Hall;
  /** Who records the outcomes. */
  readonly author: string;
}

/** How many debates have an outcome now that had none. The evaluation's own ledgers stay as they are. */
export async function learnFromEvaluation(hall: Hall, { plan, asked, from, author }: LearnInput): Promise<number> {
  await copyHall(hall, { from: from.store, to: hall.store });
  let learnt = 0;
  for (const [index, { blind, arms }] of asked) {
    const { question, truth } = plan.questions[index] as EvaluationQuestion;
    const turnedOut = formatAnswer(question, truth);
    const debates = new Set([
      ...blind.map(({ threadId }) => threadId),
      ...arms.flatMap(({ debate }) => debate?.threadId ?? []),
    ]);
    for (const threadId of debates) {
      if (!(await hall.store.exists(threadId))) continue;
      const { debate } = await hall.engine.snapshot(threadId);
      if (debate.status !== 'closed' || debate.hindsight !== undefined) continue;
      await recordOutcome(hall, { threadId, turnedOut, author });
      learnt += 1;
    }
  }
  return learnt;
}
