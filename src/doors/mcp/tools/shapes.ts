// Pieces that the arguments and results of several tools have in common. What a schema says is read by models at every
// start of a session, so it says little.
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import { ANSWER_KINDS, GATES } from '../../../domain/question/choices.ts';
import type { QuestionInput } from '../../../hall/operations/debate/opening/question.ts';

/** A debate that exists: its id, the beginning of it, or "last". Tools get the whole id; see tool.ts. */
export const threadId = z.string().max(200);
export const words = z.string().max(1_000_000);

/** Each has `role`, `act` and `label`. */
export const dueShape = z.array(z.looseObject({}));

/** Where a debate stands. What its opening chose is in results too, and not in the schema, which every session pays for. */
export const standingShape = {
  thread_id: z.string(),
  status: z.string(),
  turn_count: z.number(),
  next_role: z.string().nullable(),
  due: dueShape,
  next_seq: z.number(),
  synthesis: z.string().optional(),
  outcome: z.string().optional(),
  full_panel: z.boolean().optional(),
  degraded: z.array(z.string()).optional(),
  failures: z.array(z.looseObject({})).optional(),
};

export const seatsShape = z
  .record(z.string().max(64), z.string().max(300))
  .describe('{"wall": "codex:gpt-5.5#high"}: agent[:model][#effort], or "human"');

/** Possible answers, what kind of answer the topic asks for, and what follows from openings that agree. */
export const questionShape = {
  options: z.array(z.string()).optional(),
  answer: z.enum(ANSWER_KINDS).optional().describe('Default: form'),
  unit: z.string().optional(),
  gate: z.enum(GATES).optional(),
};

/** `undefined` where the arguments leave it to the topic. */
export function questionIn({
  options,
  answer,
  unit,
}: {
  readonly options?: readonly string[] | undefined;
  readonly answer?: (typeof ANSWER_KINDS)[number] | undefined;
  readonly unit?: string | undefined;
}): { readonly question?: QuestionInput } {
  const question = defined({ options, answer, unit });
  return Object.keys(question).length === 0 ? {} : { question };
}

/** What a debate is found by. */
export const tagsShape = z.array(z.string()).optional();

const whole = z.number().int().min(1).max(10_000);

export const limitsShape = z.strictObject({
  tokens: z.number().int().min(1).max(1_000_000_000_000).optional(),
  usd: z.number().min(0.000001).max(1_000_000).optional(),
  minutes: z.number().min(0.01).max(100_000).optional(),
  turns: whole.optional(),
  rounds: whole.optional(),
});
