// What stands in the data of a recorded turn: all that the rules go by later, and no words.
import * as z from 'zod';
import { ACTIONS, ROOT_CAUSES } from '../../domain/results/asymmetric-result.ts';
import { claimEntrySchema } from '../common/claims/entries.ts';
import { SIDES } from './setup.ts';

const STAGES = ['challenge', 'convergence'] as const;

/** What a review comes before. */
export type Stage = (typeof STAGES)[number];

const number = z.int().min(1);
const move = { action: z.enum(ACTIONS), target: z.string().nullable() };
const moves = z.array(z.strictObject(move));
/** `claim`: the one that the point is about; `as`: its own number among the claims of the debate. */
const points = z.array(z.strictObject({ ...move, claim: number.optional(), as: number.optional() }));
const overrides = { action: z.literal('override'), side: z.enum(SIDES) };

export const positionData = z.strictObject({ claims: z.array(claimEntrySchema).optional() });
export const challengeData = z.strictObject({ points });
export const convergeData = z.strictObject({
  /** There is a synthesis; a debate can also be had to converge without one. */
  written: z.boolean(),
  /** By the number of the point. */
  causes: z.array(z.strictObject({ index: z.int().min(1), cause: z.enum(ROOT_CAUSES) })),
  /** Agreements / points, in thousandths. */
  confidence: z.int().min(0).max(1_000),
});
export const reviewData = z.union([
  z.strictObject({ stage: z.enum(STAGES), action: z.enum(['approve', 'reject']) }),
  z.strictObject({ stage: z.literal('challenge'), ...overrides }),
  z.strictObject({ stage: z.literal('convergence'), ...overrides, points: moves }),
]);

export type Moves = z.infer<typeof moves>;
export type Points = z.infer<typeof points>;
export type ReviewData = z.infer<typeof reviewData>;
export type ReviewAction = ReviewData['action'];
