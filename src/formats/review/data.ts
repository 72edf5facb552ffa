// What the data of a turn holds: everything that the rules decide from, in ids, enumerations and whole numbers, no words.

import * as z from 'zod';
import { SEVERITIES, VERIFIED } from '../../domain/results/review-result.ts';
import { defineTurnData } from '../common/turn-data.ts';

const claimId = z.string().regex(/^[1-9]\d{0,3}\.[1-9]\d{0,3}$/);
const findingId = z.string().regex(/^F[1-9]\d{0,3}$/);
const line = z.number().int().min(1).nullable();
const points = z.number().int();
const count = z.number().int().min(0);

const claim = z.strictObject({
  severity: z.enum(SEVERITIES),
  file: count.nullable(),
  line,
  verified: z.enum(VERIFIED),
  falsePositive: z.boolean(),
  alike: z.array(z.strictObject({ id: claimId, weight: count })),
});

/** `argued`: a reason was given; not recorded under the first rules. */
const vote = z.strictObject({
  id: findingId,
  valid: z.boolean(),
  severity: z.enum(SEVERITIES).nullable(),
  argued: z.literal(true).optional(),
});

export const DATA = {
  review: z.strictObject({
    claims: z.array(claim),
    score: z.strictObject({
      p0: points,
      p1: points,
      p2: points,
      falsePositives: points,
      fixes: points,
      fileAccuracy: points,
      clarity: points,
      total: points,
    }),
  }),
  cross: z.strictObject({ votes: z.array(vote), claims: z.array(claim) }),
  dispute: z.strictObject({ round: count, votes: z.array(vote) }),
  compose: z.strictObject({
    /** Entries of the report in their order; without ids it is one that no reviewer found. `entry`: its place in the answer. */
    entries: z.array(z.strictObject({ ids: z.array(findingId), entry: count })),
    /** Left out with a reason. `entry`: its place among those. */
    dropped: z.array(z.strictObject({ id: findingId, entry: count })),
  }),
  validate: z.strictObject({ votes: z.array(vote) }),
} as const;

export type Act = keyof typeof DATA;
export type DataOf<A extends Act> = z.infer<(typeof DATA)[A]>;

export const { isAct, dataOf } = defineTurnData(DATA);
