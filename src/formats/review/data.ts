// What the data of several acts have: claims and votes, in ids, enumerations and whole numbers, no words.
import * as z from 'zod';
import { trackedIdSchema } from '../../domain/results/fix-result.ts';
import { SEVERITIES, VERIFIED } from '../../domain/results/review-result.ts';
import type { ClaimData } from './findings/finding.ts';

const claimId = z.string().regex(/^[1-9]\d{0,3}\.[1-9]\d{0,3}$/);
export const findingId = z.string().regex(/^F[1-9]\d{0,3}$/);
const line = z.int().min(1).nullable();
export const count = z.int().min(0);

export const claim: z.ZodType<ClaimData> = z.strictObject({
  severity: z.enum(SEVERITIES),
  file: count.nullable(),
  line,
  verified: z.enum(VERIFIED),
  falsePositive: z.boolean(),
  again: trackedIdSchema.optional(),
  alike: z.array(z.strictObject({ id: claimId, weight: count })),
});

/** `argued`: a reason was given. */
export const vote = z.strictObject({
  id: findingId,
  valid: z.boolean(),
  severity: z.enum(SEVERITIES).nullable(),
  argued: z.literal(true).optional(),
});

export type Votes = z.infer<typeof vote>[];
