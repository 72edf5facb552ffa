// Makes the result out of what was asked: answers as codes, what is right, what it took, and the figures.

import { defined } from '../../../domain/defined.ts';
import { isRight, toCode, toOriginal } from '../../../domain/evaluation/marks.ts';
import { pickAnswer } from '../../../domain/evaluation/pick-answer.ts';
import type { EvaluationQuestion } from '../../../domain/evaluation/question.ts';
import {
  type Cell,
  EVALUATION_VERSION,
  type EvaluatedQuestion,
  type Evaluation,
  type Opening,
} from '../../../domain/evaluation/result.ts';
import { summarise } from '../../../domain/evaluation/statistics/summarise.ts';
import type { Answer } from '../../../domain/question/answer.ts';
import { canonicalJson, sha256Hex } from '../../../support/canonical.ts';
import type { Hall } from '../hall.ts';
import type { ArmRun, AskedQuestion } from './ask-question.ts';
import type { EvaluationGuard } from './guard.ts';
import { describeRef, type EvaluationPlan } from './plan-evaluation.ts';
import type { Spending } from './read-debates.ts';

/** The same in every file that holds the question. */
export const digestQuestion = ({ topic, question }: Pick<EvaluationQuestion, 'topic' | 'question'>): string =>
  sha256Hex(canonicalJson({ topic, ...defined({ ...question }) } as never));

function addSpending(all: readonly Spending[]): Spending {
  return {
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
    costMicroUsd: all.some(({ costMicroUsd }) => costMicroUsd === null)
      ? null
      : all.reduce((sum, { costMicroUsd }) => sum + (costMicroUsd ?? 0), 0),
  };
}

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
    const { answers } = debate;
    const picked = pickAnswer(answers);
    const answer = debate.answer ?? picked.answer;
    return { answer, acts: debate.acts, percent: picked.percent, failed: false };
  }
  if (openings.every(({ answer }) => answer === undefined)) return failed;
  const picked = pickAnswer(openings.map(({ answer }) => answer));
  const { answer } = picked;
  const percent = arm.kind === 'one' ? (openings[0]?.confidence ?? null) : picked.percent;
  return { answer, acts: picked.isMajority, percent: answer === undefined ? null : percent, failed: false };
}

function toForecast(
  answer: Answer | undefined,
  percent: number | null,
  isAnswerRight: boolean,
  { truth }: EvaluationQuestion,
) {
  if (answer?.kind === 'probability' && truth.kind === 'probability')
    return { percent: answer.percent, happened: truth.percent === 100 };
  return percent === null ? null : { percent, happened: isAnswerRight };
}

function toCell(run: ArmRun, question: EvaluationQuestion, order: readonly number[]): Cell {
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

function toOpenings({ blind, order }: AskedQuestion, question: EvaluationQuestion): readonly Opening[] {
  return blind.map(({ sample, answer: given, confidence, calls, costMicroUsd, threadId, seat }) => {
    const answer = given && toOriginal(given, order);
    return {
      ...{ question: question.id, ...sample, answer: answer === undefined ? null : toCode(answer) },
      ...{ right: answer !== undefined && isRight(answer, question), confidence, calls, costMicroUsd },
      ...{ debate: threadId, seat },
    };
  });
}

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
    openings: rows.flatMap(({ question, each }) => toOpenings(each, question)),
    cells: rows.flatMap(({ question, each }) => each.arms.map((run) => toCell(run, question, each.order))),
  };
  return {
    ...{ kind: 'debate-hall-evaluation', version: EVALUATION_VERSION, hallVersion: hall.version, id: plan.id },
    agents: [...plan.agents].map(([name, ref]) => ({
      name,
      ...describeRef(ref),
      ...defined({ ...guard.identityOf(name) }),
    })),
    ...counted,
    ledgers,
    statistics: summarise(counted),
  };
}
