// Runs an evaluation: question by question in all arms, so that one that is stopped is balanced; and makes the result of it.
import pLimit from 'p-limit';
import { listExpenses, sumExpenses } from '../../../domain/calls.ts';
import { defined } from '../../../domain/defined.ts';
import { toCode } from '../../../domain/evaluation/marks.ts';
import type { EvaluationQuestion } from '../../../domain/evaluation/question.ts';
import { EVALUATION_VERSION, type EvaluatedQuestion, type Evaluation } from '../../../domain/evaluation/result.ts';
import { summarise } from '../../../domain/evaluation/statistics/summarise.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { eachId } from '../../../ledger/stores/walk.ts';
import { neverAborted } from '../../../support/wait.ts';
import { formatSeatSpec, parseAgentSpec } from '../../config/seat-spec.ts';
import { refuseReentry } from '../debate/running/reentry.ts';
import { probeAgents } from '../debate/seats/probe-agents.ts';
import type { Hall } from '../hall.ts';
import { type AskedQuestion, QuestionRun } from './ask-question.ts';
import { type Caps, EvaluationGuard, type Spent } from './guard.ts';
import { toCell, toOpening } from './mark-answers.ts';
import { createNaming, describeRef, type EvaluationPlan } from './plan-evaluation.ts';
import { digestQuestion, listAnswered, readAsked } from './read-debates.ts';

/** As it was asked, so that the ledgers can be compared with it. */
async function toEvaluated(
  hall: Hall,
  question: EvaluationQuestion,
  { order, promptSha256, blind }: AskedQuestion,
  withQuestions: boolean,
): Promise<EvaluatedQuestion> {
  const { id, truth, tolerance, group, kept } = question;
  const [first] = blind;
  const asked = first && readAsked(await hall.engine.snapshot(first.threadId), order);
  const { topic, question: form } = asked ?? question;
  const { answer, options } = form;
  return {
    ...{ id, sha256: digestQuestion({ topic, question: form }), answer, options: options.length, order: [...order] },
    ...{ truth: toCode(truth), tolerance, group, kept: { ...kept } },
    ...defined({ promptSha256 }),
    ...(withQuestions ? { topic, choices: [...options] } : {}),
  };
}

interface Collected {
  readonly plan: EvaluationPlan;
  readonly guard: EvaluationGuard;
  /** By the number of the question; those that were not asked are missing. */
  readonly asked: ReadonlyMap<number, AskedQuestion>;
  readonly withQuestions: boolean;
}

/** Only what the ledgers say goes in, so that a run that was killed and resumed gives the same. */
async function collectResult(hall: Hall, { plan, guard, asked, withQuestions }: Collected): Promise<Evaluation> {
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
  const questions: EvaluatedQuestion[] = [];
  for (const { question, each } of rows) questions.push(await toEvaluated(hall, question, each, withQuestions));
  const counted = {
    seed: plan.seed,
    arms: [...plan.arms],
    questions,
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

export interface EvaluationProgress {
  readonly done: number;
  readonly all: number;
  readonly spent: Spent;
  /** What all questions will come to, by those that are done; null before the first, and where no cost is reported. */
  readonly forecastMicroUsd: number | null;
  readonly forecastMs: number | null;
}

export interface EvaluateInput {
  readonly plan: EvaluationPlan;
  readonly caps?: Caps;
  /** Continue one that was begun; without it that is refused. */
  readonly resume?: boolean;
  /** Also ask agents again that failed; left out: what failed stays so. */
  readonly retriesFailed?: boolean;
  /** Questions that are asked at the same time. */
  readonly jobs?: number;
  readonly withQuestions?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: EvaluationProgress) => void;
  readonly onNotice?: (sentence: string) => void;
}

export interface Evaluated {
  readonly evaluation: Evaluation;
  /** For each question that was asked in all arms, by its number from 0. */
  readonly asked: ReadonlyMap<number, AskedQuestion>;
  /** Why it ended before all questions were asked. */
  readonly stopped: HallError | undefined;
}

/** What earlier runs spent, and as whom agents answered there. Throws `already-exists`, `agent-failed`. */
async function takeUp(hall: Hall, { plan, resume }: EvaluateInput, guard: EvaluationGuard): Promise<void> {
  const begun: string[] = [];
  for await (const id of eachId(hall.store)) if (id.startsWith(`eval-${plan.id}-`)) begun.push(id);
  if (begun.length > 0 && resume !== true) {
    throw new HallError('already-exists', 'This evaluation already exists.', {
      hint: 'Continue it with --resume, or start another one with a new --seed.',
    });
  }
  for (const threadId of begun) {
    const { log } = await hall.engine.snapshot(threadId);
    guard.rememberSpending(sumExpenses(listExpenses(log)));
    for (const by of listAnswered(log)) guard.pin(formatSeatSpec(by.agent), by);
  }
  const specs = [...plan.agents.keys()];
  const found = await probeAgents(hall, specs.map(parseAgentSpec), neverAborted);
  for (const [index, { probe }] of found.entries()) guard.pin(specs[index] as string, { cliVersion: probe.version });
}

const isStop = (error: unknown): error is HallError =>
  error instanceof HallError && ['limit-reached', 'cancelled', 'agent-failed'].includes(error.code);

/**
 * Asks nothing that a ledger holds already. A cap, Ctrl-C or an agent that cannot answer ends it early, with a result of the questions
 * that are done. Throws `already-exists`, `reentrant`, and what opening and running debates throws.
 */
export async function evaluate(hall: Hall, input: EvaluateInput): Promise<Evaluated> {
  refuseReentry(hall);
  const {
    plan,
    caps = {},
    jobs = 1,
    withQuestions = false,
    retriesFailed = false,
    signal = neverAborted,
    onProgress,
    onNotice,
  } = input;
  const elapsed = () => hall.clock.elapsed();
  const guard = new EvaluationGuard({ caps, signal, elapsed, onNotice: onNotice ?? (() => {}) });
  await takeUp(hall, input, guard);
  const [naming, before, began] = [createNaming(plan), guard.spent, elapsed()];
  const asked = new Map<number, AskedQuestion>();
  let stopped: HallError | undefined;
  /** Questions that cost nothing now, since an earlier run had asked them. */
  let known = 0;
  const report = () => {
    const { spent } = guard;
    const [done, all] = [asked.size, plan.questions.length];
    const perQuestion = (value: number) => (done === 0 ? null : value / done);
    const cost = perQuestion(spent.costMicroUsd);
    const ms = done === known ? null : (elapsed() - began) / (done - known);
    onProgress?.({
      ...{ done, all, spent },
      forecastMicroUsd: cost === null || spent.costMicroUsd === 0 ? null : Math.round(cost * all),
      forecastMs: ms === null ? null : Math.round(ms * (all - done)),
    });
  };
  const ask = async (index: number) => {
    if (stopped !== undefined) return;
    const callsBefore = guard.spent.calls;
    try {
      if (signal.aborted)
        throw new HallError('cancelled', 'Cancelled.', { hint: 'Continue with --resume; nothing is asked twice.' });
      const run = new QuestionRun({ hall, plan, naming, guard, signal, index, retriesFailed });
      asked.set(index, await run.run());
      if (guard.spent.calls === callsBefore && before.calls > 0) known += 1;
      report();
    } catch (error) {
      if (!isStop(error)) throw error;
      stopped ??= guard.reason ?? error;
    }
  };
  const limit = pLimit(jobs);
  report();
  await Promise.all(plan.questions.map((_, index) => limit(async () => await ask(index))));
  return { evaluation: await collectResult(hall, { plan, guard, asked, withQuestions }), asked, stopped };
}
