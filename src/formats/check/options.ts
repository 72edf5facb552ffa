// The rules of a check that can be chosen: how many answers, and what each counts.
import * as z from 'zod';
import { OPINION_OPTIONS } from '../common/opinions/options.ts';
import type { Recipe } from '../format.ts';

export const MIN_SEATS = 2;
export const MAX_SEATS = 7;

export const optionsSchema = z.strictObject({
  seats: z.number().int().min(MIN_SEATS).max(MAX_SEATS).default(3).describe('How many seats answer'),
  weigh: OPINION_OPTIONS.weigh,
  openings: z.literal(true).default(true).describe('A check is its openings'),
  ballot: z.literal(false).default(false).describe('Nothing follows the openings'),
  gate: z.literal('off').default('off').describe('Nothing follows the openings'),
});

export type Options = z.infer<typeof optionsSchema>;

export const recipes: Readonly<Record<string, Recipe<Options>>> = {
  quick: { summary: 'Two answers.', options: { seats: 2 } },
  standard: { summary: 'Three answers.', options: { seats: 3 } },
  deep: { summary: 'Five answers.', options: { seats: 5 } },
};
