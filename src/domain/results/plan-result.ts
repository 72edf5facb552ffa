// The result of a plan as other programs get it, and reading it out of a record.
import * as z from 'zod';
import type { DebateRecord } from '../record.ts';

const count = z.number().int().min(0);
const points = z.number();
const words = { title: z.string(), description: z.string(), files: z.array(z.string()).readonly() };

const stepSchema = z.looseObject({
  id: z.string(),
  phase: z.number(),
  ...words,
  dependsOn: z.array(z.string()).readonly(),
  /** Ids of the proposals that it was made from. */
  from: z.array(z.string()).readonly(),
  origin: z.enum(['composed', 'put-back', 'invented', 'reinstated']),
  /** Seats. */
  proposedBy: z.array(z.string()).readonly(),
  votes: z.object({ agree: count, modify: count, disagree: count }),
  status: z.enum(['agreed', 'disputed', 'unchecked']),
  /** Rejected steps that it needed; it now needs what they needed. */
  rewiredFrom: z.array(z.string()).readonly(),
});

const planSchema = z.looseObject({
  kind: z.literal('plan'),
  /** The debate has run its course and a step is left. */
  planned: z.boolean(),
  stage: z.enum(['plan', 'critique', 'compose', 'validate', 'done']),
  mode: z.enum(['adversarial', 'consensus', 'collaborative']),
  planners: z
    .array(
      z.looseObject({
        seat: z.string(),
        state: z.enum(['planned', 'waiting', 'left']),
        /** A seat that left may have planned before. */
        gavePlan: z.boolean(),
        reason: z.string().optional(),
      }),
    )
    .readonly(),
  degraded: z.boolean(),
  /** Percent: mean share of planners who hold a step. */
  overlap: z.number().nullable(),
  summary: z.string(),
  steps: z.array(stepSchema).readonly(),
  eliminated: z
    .array(
      z.looseObject({
        id: z.string(),
        ...words,
        from: z.array(z.string()).readonly(),
        by: z.enum(['composer', 'vote']),
        /** Planners whose last word is that it should be in. */
        wantedBy: z.array(z.string()).readonly(),
        reason: z.string(),
      }),
    )
    .readonly(),
  risks: z.array(z.string()).readonly(),
  openQuestions: z.array(z.string()).readonly(),
  scores: z
    .array(
      z.looseObject({
        seat: z.string(),
        clarity: points,
        completeness: points,
        feasibility: points,
        consensus: points,
        total: points,
      }),
    )
    .readonly(),
});

export type PlanStep = z.infer<typeof stepSchema>;
export type PlanResult = z.infer<typeof planSchema>;

/** What a plan has come to; `undefined` before its first answer. */
export function planOf({ result }: Pick<DebateRecord, 'result'>): PlanResult | undefined {
  return result === null ? undefined : planSchema.parse(result.data);
}
