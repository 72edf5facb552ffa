// Makes the result out of what was asked: answers as codes, what is right, what it took, and the figures.
import { defined } from '../../../domain/defined.ts';
import { toCode } from '../../../domain/evaluation/marks.ts';
import type { EvaluationQuestion } from '../../../domain/evaluation/question.ts';
import { EVALUATION_VERSION, type EvaluatedQuestion, type Evaluation } from '../../../domain/evaluation/result.ts';
import { summarise } from '../../../domain/evaluation/statistics/summarise.ts';
import { canonicalJson, sha256Hex } from '../../../support/canonical.ts';
import type { Hall } from '../hall.ts';
import type { AskedQuestion } from './ask-question.ts';
import type { EvaluationGuard } from './guard.ts';
import { toCell, toOpening } from './mark-answers.ts';
import { describeRef, type EvaluationPlan } from './plan-evaluation.ts';

/** The same in every file that holds the question. */
const digestQuestion = ({ topic, question }: Pick<EvaluationQuestion, 'topic' | 'question'>): string =>
  sha256Hex(canonicalJson({ topic, ...defined({ ...question }) }));

function toEvaluated(
  question: EvaluationQuestion,
  { order, promptSha256 }: AskedQuestion,
  withQuestions: boolean,
): EvaluatedQuestion {
  const { id, topic, truth, tolerance, group, kept } = question;
  const { answer, options } = question.question;
  return {
    ...{ id, sha256: digestQuestion(question), answer, options: options.length, order: [...order] },
    ...{ truth: toCode(truth), tolerance, group, kept: { ...kept } },
    ...defined({ promptSha256 }),
    ...(withQuestions ? { topic, choices: [...options] } : {}),
  };
}

export interface Collected {
  readonly plan: EvaluationPlan;
  readonly guard: EvaluationGuard;
  /** By the number of the question; those that were not asked are missing. */
  readonly asked: ReadonlyMap<number, AskedQuestion>;
  readonly withQuestions: boolean;
}

/** Only what the ledgers say goes in, so that a run that was killed and resumed gives the same. */
export async function collectResult(hall: Hall, { plan, guard, asked, withQuestions }: Collected): Promise<Evaluation> {
  const rows = [...asked]
    .sort(([one], [other]) => one - other)
    .map(([index, each]) => ({ question: plan.questions[index] as EvaluationQuestion, each }));
  const debates = new Set(
    rows.flatMap(({ each }) => [
      ...each.blind.map(({ threadId }) => threadId),
      ...each.arms.flatMap(({ debate }) => debate?.threadId ?? []),
    ]),
  );
  const ledgers: { debate: string; head: string }[] = [];
  for (const debate of [...debates].sort()) {
    const { head } = (await hall.engine.snapshot(debate)).debate;
    ledgers.push({ debate, head });
  }
  const counted = {
    seed: plan.seed,
    arms: plan.arms.map((arm) => ({ ...arm, agents: [...arm.agents] })),
    questions: rows.map(({ question, each }) => toEvaluated(question, each, withQuestions)),
    openings: rows.flatMap(({ question, each }) => each.blind.map((blind) => toOpening(blind, question, each.order))),
    cells: rows.flatMap(({ question, each }) => each.arms.map((run) => toCell(run, question, each.order))),
  };
  return {
    ...{ kind: 'debate-hall-evaluation', version: EVALUATION_VERSION, hallVersion: hall.version, id: plan.id },
    agents: [...plan.agents].map(([name, ref]) => ({
      name,
      ...describeRef(ref),
      ...defined({ ...guard.getIdentity(name) }),
    })),
    ...counted,
    ledgers,
    statistics: summarise(counted),
  };
}
