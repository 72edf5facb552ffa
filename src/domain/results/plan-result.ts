// The result of a plan as other programs get it, and reading it out of a record.
import * as z from 'zod';
import { count } from '../event-parts.ts';
import { HallError } from '../failures/errors.ts';
import type { DebateRecord } from '../record.ts';

const points = z.number();
const words = { title: z.string(), description: z.string(), files: z.array(z.string()).readonly() };

const stepSchema = z.looseObject({
  id: z.string(),
  phase: z.number(),
  ...words,
  dependsOn: z.array(z.string()).readonly(),
  from: z.array(z.string()).readonly().describe('Ids of the proposals that it was made from'),
  origin: z.enum(['composed', 'put-back', 'invented', 'reinstated']),
  proposedBy: z.array(z.string()).readonly().describe('Seats'),
  votes: z.object({ agree: count, modify: count, disagree: count }),
  status: z.enum(['agreed', 'disputed', 'unchecked']),
  rewiredFrom: z.array(z.string()).readonly().describe('Rejected steps that it needed; it now needs what they needed'),
});

export const planResultSchema = z.looseObject({
  kind: z.literal('plan'),
  planned: z.boolean().describe('Its seats finished it, and a step is left'),
  stage: z.enum(['plan', 'critique', 'compose', 'validate', 'done']),
  mode: z.enum(['adversarial', 'consensus', 'collaborative']),
  planners: z
    .array(
      z.looseObject({
        seat: z.string(),
        state: z.enum(['planned', 'waiting', 'left']),
        gavePlan: z.boolean().describe('A seat that left may have planned before'),
        reason: z.string().optional(),
      }),
    )
    .readonly(),
  degraded: z.boolean(),
  overlap: z.number().nullable().describe('Percent: mean share of planners who hold a step'),
  summary: z.string(),
  steps: z.array(stepSchema).readonly(),
  eliminated: z
    .array(
      z.looseObject({
        id: z.string(),
        ...words,
        from: z.array(z.string()).readonly(),
        by: z.enum(['composer', 'vote']),
        wantedBy: z.array(z.string()).readonly().describe('Planners whose last word is that it should be in'),
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
export type PlanResult = z.infer<typeof planResultSchema>;

/** What a plan has come to; `undefined` before its first answer. Throws `bad-input` for a debate of another format. */
export function readPlan({
  threadId,
  format,
  result,
}: Pick<DebateRecord, 'threadId' | 'format' | 'result'>): PlanResult | undefined {
  if (format !== 'plan') {
    throw new HallError('bad-input', `"${threadId}" is not a plan: its format is ${format}.`, {
      hint: 'Start a plan with "debate-hall plan".',
    });
  }
  return result === null ? undefined : planResultSchema.parse(result.data);
}
