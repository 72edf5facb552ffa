// The rules of a review that can be chosen, and the recipes that choose them.
import * as z from 'zod';
import { PLATFORMS } from '../../domain/diffs/platform.ts';
import { plannedFixSchema, trackedIdSchema } from '../../domain/results/fix-result.ts';
import { definePanel } from '../common/seats.ts';
import type { Recipe, SeatSpec } from '../format.ts';

export const MAX_REVIEWERS = 5;

export const optionsSchema = z.strictObject({
  reviewers: z.int().min(1).max(MAX_REVIEWERS).default(3).describe('How many agents review'),
  rounds: z.int().min(0).max(5).default(2).describe('Most rounds about disputes'),
  confidenceThreshold: z
    .int()
    .min(50)
    .max(100)
    .default(80)
    .describe('Overlap in percent from which no further round is held'),
  platform: z.enum(PLATFORMS).default('general').describe('Whose rules the reviewers know'),
  explore: z
    .union([z.boolean(), z.literal(['disk', 'index']), z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)])
    .default(false)
    .describe(
      'Reviewers may read the repository with the change: on disk, in the index, or at a commit; set by review --read',
    ),
  commits: z
    .string()
    .regex(/^(?:[0-9a-f]{40}\.\.[0-9a-f]{40}|[0-9a-f]{64}\.\.[0-9a-f]{64})$/)
    .nullable()
    .default(null)
    .describe('The commits that the change lies between; set by review'),
  earlier: z
    .array(trackedIdSchema)
    .max(500)
    .default([])
    .describe('Findings of earlier reviews of the same change; set by review --fix'),
  fixing: plannedFixSchema
    .nullable()
    .default(null)
    .describe('The author that answers the findings, and what was agreed to for it; set by review --fix'),
  maxFindings: z.int().min(1).max(50).default(20).describe('Most findings of one answer'),
});

export type Options = z.infer<typeof optionsSchema>;

export const recipes: Readonly<Record<string, Recipe<Options>>> = {
  quick: {
    summary: 'Two reviewers, one cross-check, no dispute round.',
    options: { reviewers: 2, rounds: 0 },
  },
  standard: {
    summary: 'Three reviewers, at most one dispute round.',
    options: { reviewers: 3, rounds: 1 },
  },
  deep: {
    summary: 'Four reviewers, at most three dispute rounds, until 90% overlap.',
    options: { reviewers: 4, rounds: 3, confidenceThreshold: 90 },
  },
};

// The seats of a review, and which of them are still there.

const { readNumber, labelSeat, listSeats, describeSeats } = definePanel('reviewer');

export { labelSeat, readNumber };

export function seatIds({ reviewers }: Pick<Options, 'reviewers'>): readonly string[] {
  return listSeats(reviewers);
}

export function createSeats({ reviewers, platform }: Options): readonly SeatSpec[] {
  return describeSeats(reviewers, `platform-${platform}`);
}
