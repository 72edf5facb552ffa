// The rules of a review that can be chosen, and the recipes that choose them.
import * as z from 'zod';
import { PLATFORMS } from '../../domain/diffs/platform.ts';
import type { Recipe } from '../format.ts';

export const MAX_REVIEWERS = 5;

export const optionsSchema = z.strictObject({
  /** How many agents review. */
  reviewers: z.number().int().min(1).max(MAX_REVIEWERS).default(3),
  /** Most rounds about what is disputed; fewer when nothing is, or nothing changes. */
  rounds: z.number().int().min(0).max(5).default(2),
  /** Overlap, in percent, from which no further round is held. */
  confidenceThreshold: z.number().int().min(50).max(100).default(80),
  /** Whose rules the reviewers know. */
  platform: z.enum(PLATFORMS).default('general'),
  /**
   * Reviewers may read in a copy of the repository, where their program can be held to that: as it is on `disk` (also
   * `true`), in the `index`, or at a commit.
   */
  explore: z
    .union([z.boolean(), z.literal(['disk', 'index']), z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)])
    .default(false),
  /** Most findings of one answer. */
  maxFindings: z.number().int().min(1).max(50).default(20),
});

export type Options = z.infer<typeof optionsSchema>;

export const recipes: Readonly<Record<string, Recipe<Options>>> = {
  quick: {
    summary: 'Two reviewers, one cross-check, no dispute round: 2 to 6 calls.',
    options: { reviewers: 2, rounds: 0 },
  },
  standard: {
    summary: 'Three reviewers, at most one dispute round: 3 to 12 calls.',
    options: { reviewers: 3, rounds: 1 },
  },
  deep: {
    summary: 'Four reviewers, at most three dispute rounds, until 90% overlap: 4 to 24 calls.',
    options: { reviewers: 4, rounds: 3, confidenceThreshold: 90 },
  },
};
