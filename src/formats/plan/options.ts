// The rules of a planning debate that can be chosen, and the recipes that choose them.
import * as z from 'zod';
import type { Recipe } from '../format.ts';

export const MAX_PLANNERS = 5;

export const optionsSchema = z.strictObject({
  /** How many plan. */
  planners: z.number().int().min(1).max(MAX_PLANNERS).default(3),
  /** Rounds of critique at most; those after the first are about what is still disputed. */
  rounds: z.number().int().min(1).max(5).default(2),
  /** Percent of agreement from which no further round is held. */
  confidenceThreshold: z.number().int().min(50).max(100).default(80),
  /**
   * adversarial: each critic attacks the weakest step; consensus: a no must come with a way to a yes;
   * collaborative: not blind, each planner builds on the plans before.
   */
  mode: z.enum(['adversarial', 'consensus', 'collaborative']).default('adversarial'),
  /** Longest contribution, in Unicode code points. */
  maxContent: z.number().int().min(1).max(1_000_000).default(64_000),
});

export type Options = z.infer<typeof optionsSchema>;
export type Mode = Options['mode'];

export const recipes: Readonly<Record<string, Recipe<Options>>> = {
  quick: {
    summary: 'Two planners, one round of critique: six calls at most.',
    options: { planners: 2, rounds: 1 },
  },
  standard: {
    summary: 'Three planners, a second round on disputed steps: twelve calls at most.',
    options: { planners: 3, rounds: 2 },
  },
  deep: {
    summary: 'Four planners, up to three rounds, until 90% agreement: twenty calls at most.',
    options: { planners: 4, rounds: 3, confidenceThreshold: 90 },
  },
};
