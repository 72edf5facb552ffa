// The operations of the library that ask agents beyond a debate, say what would be asked, and read what came of it.
import * as z from 'zod';
import { debateRequest } from '../../../domain/debate-request.ts';
import * as merging from '../../../domain/evaluation/merge.ts';
import { evaluationSchema } from '../../../domain/evaluation/result.ts';
import { limitsSchema } from '../../../domain/event-parts.ts';
import { RUN_END_REASONS } from '../../../domain/live-events.ts';
import * as plans from '../../../domain/results/plan-result.ts';
import * as reviews from '../../../domain/results/review-result.ts';
import * as inspect from '../../../exchange/evaluation/inspect-log.ts';
import * as promptfoo from '../../../exchange/evaluation/promptfoo-result.ts';
import * as records from '../../../ledger/engine/record/record.ts';
import { RUN_PRIORITIES } from '../../../platform/queues/queue.ts';
import { agentSchema, seatFillingSchema } from '../../config/seat-spec.ts';
import * as blindVote from '../../operations/debate/check/blind-vote.ts';
import * as ladder from '../../operations/debate/check/ladder.ts';
import * as recheck from '../../operations/debate/related/recheck.ts';
import * as ask from '../../operations/debate/running/ask-agent.ts';
import * as followUp from '../../operations/debate/running/follow-up.ts';
import * as ends from '../../operations/debate/running/outcome-exit.ts';
import * as evaluating from '../../operations/evaluation/evaluate.ts';
import type { Caps } from '../../operations/evaluation/guard.ts';
import * as questionFiles from '../../operations/evaluation/load-questions.ts';
import * as planning from '../../operations/evaluation/plan-evaluation.ts';
import * as verifying from '../../operations/evaluation/verify-evaluation.ts';
import * as queue from '../../operations/queue/order-run.ts';
import * as reviewing from '../../operations/review/review-diff.ts';
import {
  amount,
  call,
  checked,
  checkedNow,
  flag,
  HALL,
  type Members,
  made,
  madeBy,
  manyMade,
  must,
  openMembers,
  signal,
  THREAD_ID,
  text,
  texts,
  toInput,
} from './checks.ts';

const threadId = z.string();

const askInput = z.strictObject({
  ...{ agent: agentSchema, prompt: z.string(), context: text, pictures: manyMade, signal },
  documents: z.array(z.strictObject({ title: z.string(), text: z.string() })).optional(),
  timeoutMs: z.int().min(1).optional(),
} satisfies Members<ask.AskInput>);

const followUpInput = z.strictObject({
  ...{ threadId, author: z.string(), question: z.string(), seats: texts, key: text, signal },
  limits: limitsSchema.omit({ wallMs: true }).partial().optional(),
  forecast: z.literal(true).optional(),
} satisfies Members<followUp.FollowUpInput>);

const blindVoteInput = z.strictObject({
  threadId,
  answers: z.int().min(1),
  limits: limitsSchema.partial().optional(),
  signal,
} satisfies Members<blindVote.BlindVoteInput>);
const escalateInput = z.strictObject({
  ...{ threadId, limits: limitsSchema.partial().optional(), signal },
} satisfies Members<ladder.EscalateInput>);
const orderInput = z.strictObject({
  ...{ threadId, owner: text, priority: z.enum(RUN_PRIORITIES).optional() },
} satisfies Members<queue.OrderInput>);

const { topic: _topic, subject: _subject, format: _format, material: _material, ...reviewed } = openMembers;
const reviewInput = z.strictObject({
  ...reviewed,
  ...{ topic: debateRequest.topic.optional(), documents: manyMade, pictures: manyMade },
  ...{ staged: flag, range: text, path: text, maxBytes: amount },
} satisfies Members<reviewing.ReviewInput>);

const arms = must('a string or a function', (value) => typeof value === 'string' || typeof value === 'function');
const evaluationInput = z.strictObject({
  ...{ questions: z.array(z.looseObject({ id: z.string(), topic: z.string() })), agents: texts, arms },
  ...{ seed: z.string(), signal },
} satisfies Members<planning.EvaluationInput>);

const evaluateInput = z.strictObject({
  plan: madeBy('planEvaluation', { id: z.string(), questions: z.array(z.object()), shared: z.array(z.object()) }),
  caps: z.strictObject({ costMicroUsd: amount, calls: amount } satisfies Members<Caps>).optional(),
  ...{ resume: flag, retriesFailed: flag, withQuestions: flag, jobs: amount, signal },
  ...{ onProgress: call.optional(), onNotice: call.optional() },
} satisfies Members<evaluating.EvaluateInput>);

const questionFile = z.strictObject({
  ...{ name: z.string(), text: z.string(), map: z.array(z.tuple([z.string(), z.string()])).optional() },
} satisfies Members<questionFiles.QuestionFile>);

const EVALUATION = ['the evaluation', evaluationSchema] as const;
const AT = [
  'at',
  must('a time in ISO 8601', (value) => z.iso.datetime({ offset: true }).safeParse(value).success),
] as const;

const record = madeBy('toRecord', { threadId, entries: z.array(z.object()), seats: z.array(z.object()) });
const RECORD = ['the record', record] as const;

export const toRecord = checkedNow('toRecord', records.toRecord, [
  'the snapshot',
  madeBy('openDebate or runDebate', { threadId, debate: z.object(), log: z.array(z.object()) }),
]);

const RESULT = ['the record', madeBy('toRecord', { threadId, format: z.string(), result: z.unknown() })] as const;

export const readPlan = checkedNow('readPlan', plans.readPlan, RESULT);

export const readReview = checkedNow('readReview', reviews.readReview, RESULT);

export const readFollowUp = checkedNow('readFollowUp', followUp.readFollowUp, RECORD, [
  'question',
  z.int().min(0).optional(),
]);

export const getExitCode = checkedNow('getExitCode', ends.getExitCode, ['reason', z.enum(RUN_END_REASONS)], RECORD, [
  'failOn',
  z.enum(reviews.SEVERITIES).optional(),
]);

export const askAgent = checked('askAgent', ask.askAgent, HALL, toInput(askInput));

export const prepareFollowUp = checked('prepareFollowUp', followUp.prepareFollowUp, HALL, toInput(followUpInput));

export const openBlindVote = checked('openBlindVote', blindVote.openBlindVote, HALL, toInput(blindVoteInput));

export const openEscalation = checked('openEscalation', ladder.openEscalation, HALL, toInput(escalateInput));

export const recheckOpening = checked('recheckOpening', recheck.recheckOpening, HALL, THREAD_ID, [
  'seats',
  z.record(z.string(), seatFillingSchema).optional(),
]);

export const reviewOpening = checked('reviewOpening', reviewing.reviewOpening, HALL, toInput(reviewInput), [
  'change',
  made,
]);

export const orderRun = checked('orderRun', queue.orderRun, HALL, toInput(orderInput));

export const loadQuestions = checked('loadQuestions', questionFiles.loadQuestions, HALL, toInput(questionFile));

export const loadFromHall = checked('loadFromHall', questionFiles.loadFromHall, HALL);

export const planEvaluation = checked('planEvaluation', planning.planEvaluation, HALL, toInput(evaluationInput));

export const evaluate = checked('evaluate', evaluating.evaluate, HALL, toInput(evaluateInput));

export const verifyEvaluation = checked('verifyEvaluation', verifying.verifyEvaluation, HALL, EVALUATION);

export const mergeEvaluations = checkedNow(
  'mergeEvaluations',
  merging.mergeEvaluations,
  ['evaluations', z.array(evaluationSchema)],
  ['id', z.string()],
);

export const toInspectLogs = checkedNow('toInspectLogs', inspect.toInspectLogs, EVALUATION, AT);

export const toPromptfooResult = checkedNow('toPromptfooResult', promptfoo.toPromptfooResult, EVALUATION, AT);
