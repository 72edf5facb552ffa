// What planners are asked to answer, as schemas.
import * as z from 'zod';
import type { Mode } from './options.ts';

/** Case and blanks around a word do not matter. */
function oneOf<const T extends readonly [string, ...string[]]>(words: T) {
  return z.preprocess((word) => (typeof word === 'string' ? word.trim().toLowerCase() : word), z.enum(words));
}

const words = z.array(z.string()).nullish();

const plannedStep = z.object({
  phase: z.number().describe('1, 2, …: steps of one phase can be done in parallel'),
  title: z.string(),
  description: z.string().describe('what to do, and how to tell that it is done'),
  files: words.describe('paths that the step touches'),
  dependencies: z
    .array(z.union([z.string(), z.number()]))
    .nullish()
    .describe('numbers or exact titles of the steps that must be done before'),
});

export const planSchema = z.object({
  summary: z.string(),
  steps: z.array(plannedStep),
  risks: words,
  open_questions: words,
});

const review = z.object({
  step: z.string().describe('the id, such as P2.1'),
  reason: z.string().nullish(),
  vote: oneOf(['agree', 'disagree', 'modify']),
  suggestion: z.string().nullish().describe('the change that would make it acceptable'),
});

const missing = z.array(plannedStep).nullish().describe('steps that no plan has');
const attack = z.object({ attack: z.string(), step: z.string() });

export const disputeSchema = z.object({ reviews: z.array(review), overall: z.string().nullish() });
const firstSchema = disputeSchema.extend({ missing_steps: missing });
const weakest = attack.describe('the step that breaks first, and how to break it');
const commonGround = z.string().describe('what all plans want, in your words');

/** Every critique can be read as this; what its mode and round demand besides is checked, not required to read it. */
export const critiqueSchema = firstSchema.extend({ weakest: weakest.nullish(), common_ground: commonGround.nullish() });

export const composeSchema = z.object({
  summary: z.string(),
  steps: z.array(
    z.object({ from: z.array(z.string()).describe('ids of the proposals it is made from'), ...plannedStep.shape }),
  ),
  eliminated: z.array(z.object({ reason: z.string(), step: z.string() })).nullish(),
  risks: words,
  open_questions: words,
});

export const validateSchema = z.object({
  votes: z.array(z.object({ step: z.string(), reason: z.string().nullish(), vote: oneOf(['approve', 'reject']) })),
});

export type PlannedStep = z.infer<typeof plannedStep>;
export type PlanAnswer = z.infer<typeof planSchema>;
export type Review = z.infer<typeof review>;
export type CritiqueAnswer = z.infer<typeof critiqueSchema>;
export type ComposeAnswer = z.infer<typeof composeSchema>;
export type ValidateAnswer = z.infer<typeof validateSchema>;

/** What a critique is asked to fit; only the first round looks for what is missing and weakest. */
export const critiqueSchemas: Readonly<Record<Mode, z.ZodType>> = {
  adversarial: firstSchema.extend({ weakest }),
  consensus: firstSchema.extend({ common_ground: commonGround }),
  collaborative: firstSchema,
};
