// The rules of a planning debate that can be chosen, and the recipes that choose them.
import * as z from 'zod';
import { definePanel } from '../common/seats.ts';
import type { Recipe } from '../format.ts';

export const MAX_PLANNERS = 5;

export const optionsSchema = z.strictObject({
  planners: z.int().min(1).max(MAX_PLANNERS).default(3).describe('How many plan'),
  rounds: z
    .int()
    .min(1)
    .max(5)
    .default(2)
    .describe('Most rounds of critique; those after the first cover only disputed steps'),
  confidenceThreshold: z
    .int()
    .min(50)
    .max(100)
    .default(80)
    .describe('Overlap in percent from which no further round is held'),
  mode: z
    .enum(['adversarial', 'consensus', 'collaborative'])
    .default('adversarial')
    .describe('How the planners treat each other'),
  maxContent: z.int().min(1).max(1_000_000).default(64_000).describe('Longest contribution, in characters'),
});

export type Options = z.infer<typeof optionsSchema>;
export type Mode = Options['mode'];

export const recipes: Readonly<Record<string, Recipe<Options>>> = {
  quick: {
    summary: 'Two planners, one round of critique.',
    options: { planners: 2, rounds: 1 },
  },
  standard: {
    summary: 'Three planners, a second round on disputed steps.',
    options: { planners: 3, rounds: 2 },
  },
  deep: {
    summary: 'Four planners, up to three rounds, until 90% agreement.',
    options: { planners: 4, rounds: 3, confidenceThreshold: 90 },
  },
};

const { readNumber, labelSeat, listSeats, describeSeats } = definePanel('planner');

export { describeSeats, labelSeat, listSeats, readNumber as plannerNumber };

/** Of proposals: "P2.1", "P2.2". */
export const formatProposalId = (seat: string, number: number): string => `P${readNumber(seat)}.${number}`;

/** Of the steps of the composed plan: "S1", "S2". */
export const formatStepId = (number: number): string => `S${number}`;
