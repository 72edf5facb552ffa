// What the ledgers of an evaluation say: blind answers, and how debates ended.
import { type Expense, listExpenses, sumExpenses } from '../../../domain/calls.ts';
import { defined } from '../../../domain/defined.ts';
import type { Sample } from '../../../domain/evaluation/arms.ts';
import type { EvaluationQuestion } from '../../../domain/evaluation/question.ts';
import type { Provenance } from '../../../domain/event-parts.ts';
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { EXIT } from '../../../domain/failures/exit-codes.ts';
import type { OutcomeKind } from '../../../domain/outcomes.ts';
import type { Answer } from '../../../domain/question/answer.ts';
import { readQuestion } from '../../../domain/question/question.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import type { OpeningData } from '../../../formats/common/opinions/data.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import { getSettled, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import { toRunEnd } from '../../../runner/run-debate.ts';
import { canonicalJson, sha256Hex } from '../../../support/canonical.ts';
import { getExitCode } from '../debate/running/outcome-exit.ts';

/** What calls took; the cost is null where one did not report it. */
export interface Spending {
  readonly calls: number;
  readonly costMicroUsd: number | null;
}

export function addSpending(all: readonly Spending[]): Spending {
  return {
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
    costMicroUsd: all.some(({ costMicroUsd }) => costMicroUsd === null)
      ? null
      : all.reduce((sum, { costMicroUsd }) => sum + (costMicroUsd ?? 0), 0),
  };
}

export interface BlindAnswer extends Spending {
  readonly sample: Sample;
  readonly threadId: string;
  readonly seat: string;
  /** With the numbers that options have in the debate; undefined where the agent failed. */
  readonly answer: Answer | undefined;
  readonly confidence: number | null;
  /** In the agent's own words. */
  readonly text: string | undefined;
}

export interface DebateEnd extends Spending {
  readonly threadId: string;
  /** It has not come to an end. */
  readonly failed: boolean;
  readonly outcome: OutcomeKind | undefined;
  readonly acts: boolean;
  /** The answer that stands. */
  readonly answer: Answer | undefined;
  /** The last answer of each seat that opened. */
  readonly answers: readonly (Answer | undefined)[];
  readonly decision: string | null;
}

function toSpending(expenses: readonly Expense[]): Spending {
  const { calls, callsWithoutCost, usage } = sumExpenses(expenses);
  return { calls, costMicroUsd: callsWithoutCost > 0 ? null : (usage.costMicroUsd ?? 0) };
}

/** Of every seat the last turn in which it gave an answer of its own. */
function listOpinions(
  log: readonly LedgerEvent[],
): ReadonlyMap<string, { readonly seq: number; readonly data: OpeningData }> {
  const last = new Map<string, { readonly seq: number; readonly data: OpeningData }>();
  for (const event of log) {
    if (!isEvent(event, 'turn-recorded') || (event.data.act !== 'opening' && event.data.act !== 'ballot')) continue;
    // Its form was checked when it was admitted.
    last.set(event.data.seat, { seq: event.seq, data: event.data.data as unknown as OpeningData });
  }
  return last;
}

/** The question that a debate asked, with its options in the order of the file; undefined where words of it were redacted. */
export function readAsked(
  { debate: { opened } }: Snapshot,
  order: readonly number[],
): Pick<EvaluationQuestion, 'topic' | 'question'> | undefined {
  const topic = readSealed(opened.topic);
  const sealed = [
    ...(opened.question?.options ?? []),
    ...(opened.question?.unit === undefined ? [] : [opened.question.unit]),
  ];
  if (topic === undefined || opened.question === undefined || sealed.some((each) => readSealed(each) === undefined))
    return undefined;
  const question = readQuestion(opened.question);
  const options = question.options.map((_, index) => question.options[order.indexOf(index + 1)] ?? '');
  return { topic, question: { ...question, options } };
}

/** The same for everybody who asks it. */
export const digestQuestion = ({ topic, question }: Pick<EvaluationQuestion, 'topic' | 'question'>): string =>
  sha256Hex(canonicalJson({ topic, ...defined({ ...question }) }));

export function readBlindAnswer({ threadId, log, format }: Snapshot, sample: Sample, seat: string): BlindAnswer {
  const given = listOpinions(log).get(seat);
  const spending = toSpending(listExpenses(log).filter((expense) => expense.seat === seat));
  const text = given && format.transcript(log).find(({ seq }) => seq === given.seq)?.text;
  return {
    sample,
    threadId,
    seat,
    answer: given?.data.answer,
    confidence: given?.data.confidence ?? null,
    text,
    ...spending,
  };
}

export function readDebateEnd(snapshot: Snapshot): DebateEnd {
  const { threadId, log, debate } = snapshot;
  const record = toRecord(snapshot);
  const reason = toRunEnd(debate.status);
  const exit = reason === undefined ? undefined : getExitCode(reason, record);
  return {
    threadId,
    failed: reason === undefined,
    outcome: record.outcome ?? undefined,
    acts: exit === EXIT.ok,
    answer: getSettled(snapshot).answer,
    answers: [...listOpinions(log).values()].map(({ data }) => data.answer),
    decision: record.decision,
    ...toSpending(listExpenses(log)),
  };
}

/** Who answered, call by call, for what pins an agent to its version. */
export function listAnswered(log: readonly LedgerEvent[]): readonly Provenance[] {
  return log.flatMap((event) => {
    if (!isEvent(event, 'turn-recorded') && !isEvent(event, 'answer-rejected')) return [];
    const { by, copied } = event.data;
    return copied === undefined && by.author === undefined ? [by] : [];
  });
}

/** Its last run ended since an agent could not give a usable answer. */
export function hasFailed({ log }: Snapshot): boolean {
  const last = log.findLast((event) => isEvent(event, 'run-started') || isEvent(event, 'run-paused'));
  return last !== undefined && isEvent(last, 'run-paused') && last.data.reason === 'seat-failed';
}
