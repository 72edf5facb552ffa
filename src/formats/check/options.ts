// The rules of a check that can be chosen: how many answers, and what each counts.
import * as z from 'zod';
import { OPINION_OPTIONS } from '../common/opinions/options.ts';
import type { Recipe } from '../format.ts';

export const MIN_SEATS = 2;
export const MAX_SEATS = 7;

export const optionsSchema = z.strictObject({
  /** How many seats answer. */
  seats: z.number().int().min(MIN_SEATS).max(MAX_SEATS).default(3),
  weigh: OPINION_OPTIONS.weigh,
  /** A check is its openings: nothing follows them. */
  openings: z.literal(true).default(true),
  ballot: z.literal(false).default(false),
  gate: z.literal('off').default('off'),
});

export type Options = z.infer<typeof optionsSchema>;

export const recipes: Readonly<Record<string, Recipe<Options>>> = {
  quick: { summary: 'Two answers: two calls.', options: { seats: 2 } },
  standard: { summary: 'Three answers: three calls.', options: { seats: 3 } },
  deep: { summary: 'Five answers: five calls.', options: { seats: 5 } },
};
