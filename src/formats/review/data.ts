// What the data of several acts have: claims and votes, in ids, enumerations and whole numbers, no words.
import * as z from 'zod';
import { trackedIdSchema } from '../../domain/results/fix-result.ts';
import { SEVERITIES, VERIFIED } from '../../domain/results/review-result.ts';

const claimId = z.string().regex(/^[1-9]\d{0,3}\.[1-9]\d{0,3}$/);
export const findingId = z.string().regex(/^F[1-9]\d{0,3}$/);
export const count = z.int().min(0);

/** What the rules read out of a claim. */
export const claim = z.strictObject({
  severity: z.enum(SEVERITIES),
  /** Index of the file in the diff. */
  file: count.nullable(),
  /** 1-based; where the quote stands if the reviewer gave no line that the diff shows. */
  line: z.int().min(1).nullable(),
  verified: z.enum(VERIFIED),
  falsePositive: z.boolean(),
  /** The finding of an earlier review of the same change that it repeats. */
  again: trackedIdSchema.optional(),
  /** Earlier claims with the same root cause, and how surely it is the same. */
  alike: z.array(z.strictObject({ id: claimId, weight: count })),
});

export type ClaimData = z.infer<typeof claim>;

/** `argued`: a reason was given. */
export const vote = z.strictObject({
  id: findingId,
  valid: z.boolean(),
  severity: z.enum(SEVERITIES).nullable(),
  argued: z.literal(true).optional(),
});

export type Votes = z.infer<typeof vote>[];
