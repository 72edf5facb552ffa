// An evaluation as an exported result of promptfoo (version 3), which `promptfoo import` takes: arms are its providers.
import { defined } from '../../domain/defined.ts';
import { listRehearsals } from '../../domain/evaluation/describe.ts';
import { sayCode } from '../../domain/evaluation/marks.ts';
import type { Cell, EvaluatedQuestion, Evaluation } from '../../domain/evaluation/result.ts';
import { MICRO } from '../../domain/words/format-figures.ts';

const NO_TOKENS = { total: 0, prompt: 0, completion: 0, cached: 0, numRequests: 0 };
const RAW = '{{question}}';
/** As promptfoo counts reasons: none, a check that failed, an error. */
const REASONS = { none: 0, check: 1, error: 2 } as const;

const usd = (microUsd: number | null) => (microUsd ?? 0) / MICRO;

function toPrompt(name: string, cells: readonly Cell[]) {
  const count = (is: (cell: Cell) => boolean) => cells.filter(is).length;
  const passed = count(({ right }) => right);
  const failed = count(({ failed }) => failed);
  return {
    ...{ raw: RAW, label: RAW, provider: name },
    metrics: {
      score: passed,
      testPassCount: passed,
      testErrorCount: failed,
      testFailCount: cells.length - passed - failed,
      ...{ assertPassCount: passed, assertFailCount: cells.length - passed, totalLatencyMs: 0, tokenUsage: NO_TOKENS },
      ...{ namedScores: {}, namedScoresCount: {}, cost: cells.reduce((sum, cell) => sum + usd(cell.costMicroUsd), 0) },
    },
  };
}

function toResult(cell: Cell, question: EvaluatedQuestion, [promptIdx, testIdx]: readonly [number, number]) {
  const { choices, topic = question.id } = question;
  const vars = { question: topic, target: sayCode(question.truth, choices) };
  const { right, failed, answer, arm } = cell;
  const reason = right ? 'right' : `the right answer is ${vars.target}`;
  return {
    ...{ promptIdx, testIdx, promptId: `${arm}`, vars },
    testCase: { vars, assert: [{ type: 'equals', value: vars.target }] },
    provider: { id: arm, label: arm },
    prompt: { raw: vars.question, label: RAW },
    response: { output: answer === null ? 'no answer' : sayCode(answer, choices) },
    failureReason: failed ? REASONS.error : right ? REASONS.none : REASONS.check,
    ...{ success: right, score: Number(right), latencyMs: 0, namedScores: {}, cost: usd(cell.costMicroUsd) },
    gradingResult: { pass: right, score: Number(right), reason },
    metadata: { acts: cell.acts, calls: cell.calls, ...defined({ debate: cell.debate }) },
  };
}

/** `at`: when it is written, in ISO 8601. */
export function toPromptfooResult(
  { id, arms, questions, cells, agents }: Evaluation,
  at: string,
): Readonly<Record<string, unknown>> {
  const results = questions.flatMap((question, testIdx) =>
    arms.flatMap(({ name }, promptIdx) => {
      const cell = cells.find((each) => each.arm === name && each.question === question.id);
      return cell === undefined ? [] : [toResult(cell, question, [promptIdx, testIdx])];
    }),
  );
  const successes = results.filter(({ success }) => success).length;
  const isRehearsal = listRehearsals({ agents }).length > 0;
  const errors = results.filter(({ failureReason }) => failureReason === REASONS.error).length;
  return {
    evalId: `eval-debate-hall-${id}`,
    results: {
      ...{ version: 3, timestamp: at, results },
      prompts: arms.map(({ name }) =>
        toPrompt(
          name,
          cells.filter(({ arm }) => arm === name),
        ),
      ),
      stats: { successes, errors, failures: results.length - successes - errors, tokenUsage: NO_TOKENS },
    },
    config: {
      description: `Debate Hall evaluation ${id}${isRehearsal ? ' (rehearsal)' : ''}`,
      prompts: [RAW],
      providers: arms.map(({ name }) => name),
    },
    shareableUrl: null,
    metadata: { evaluationCreatedAt: at },
  };
}
