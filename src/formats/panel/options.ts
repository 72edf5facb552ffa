// The rules of a panel that can be chosen, and the recipes that choose them.
import * as z from 'zod';
import { OPINION_OPTIONS } from '../common/opinions/options.ts';
import type { Recipe } from '../format.ts';

export const MIN_SEATS = 2;
export const MAX_SEATS = 7;
const MAX_NEW_CLAIMS = 3;

export const optionsSchema = z.strictObject({
  /** Seats that debate; the writer comes on top. */
  seats: z.number().int().min(MIN_SEATS).max(MAX_SEATS).default(3),
  /** Rounds in which the seats answer the claims, at most: they end when nothing moves any more. */
  rounds: z.number().int().min(1).max(10).default(2),
  /** Claims that a seat may add in one round. */
  newClaims: z.number().int().min(0).max(MAX_NEW_CLAIMS).default(1),
  /** How often the writer revises a decision in words that seats reject. */
  maxRefinements: z.number().int().min(0).max(5).default(1),
  /** A panel stands on what its seats say by themselves, before and after. */
  openings: z.literal(true).default(true),
  ballot: z.literal(true).default(true),
  gate: OPINION_OPTIONS.gate.default('on'),
  weigh: OPINION_OPTIONS.weigh,
  /** Longest contribution, in Unicode code points. */
  maxContent: z.number().int().min(1).max(100_000).default(32_000),
});

export type Options = z.infer<typeof optionsSchema>;

export const recipes: Readonly<Record<string, Recipe<Options>>> = {
  quick: {
    summary: 'Three seats; if their openings differ, one round and a blind ballot: three calls, or ten to twelve.',
    options: { seats: 3, rounds: 1, maxRefinements: 0 },
  },
  standard: {
    summary:
      'Three seats; if their openings differ, up to two rounds and a blind ballot: three calls, or ten to fifteen; more in an open question.',
    options: { seats: 3, rounds: 2 },
  },
  deep: {
    summary:
      'Five seats; unless their openings agree and survive a challenge, up to three rounds and a blind ballot: six calls, or 16 to 31.',
    options: { seats: 5, rounds: 3, gate: 'challenge', maxRefinements: 2 },
  },
};
