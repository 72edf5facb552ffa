// The rules of a Wind/Wall/Door debate that can be chosen, and the recipes that choose them.
import * as z from 'zod';
import { OPINION_OPTIONS } from '../common/opinions/options.ts';
import type { Recipe } from '../format.ts';

const positive = z.number().int().min(1).max(100_000);

const TURNS_PER_ROUND = 3;
const USUAL_ROUNDS = 4;

const writtenSchema = z.strictObject({
  /** fixed: Wind, Wall, Door, again and again; mediated: someone picks each speaker. */
  order: z.enum(['fixed', 'mediated']).default('fixed'),
  /** Who picks in mediated order: the seat "mediator", or a rule that lets Wind and Wall answer each other before Door. */
  mediator: z.enum(['seat', 'rule']).default('seat'),
  /** Rounds after which the debate has run its course; null: it goes on until someone closes it or a limit is reached. */
  rounds: positive.nullable().default(null),
  /** Hard limit on debating turns; votes and revisions have limits of their own. Left out: 12, or what `rounds` needs. */
  maxTurns: positive.optional(),
  /** Hard limit on rounds; three debating turns are a round, whoever spoke. Left out: 4, or what `rounds` needs. */
  maxRounds: positive.optional(),
  /** Refuse what breaks the cognition rules, instead of warning. */
  strictCognition: z.boolean().default(false),
  ...OPINION_OPTIONS,
  /** Wind and Wall vote on Door's decision; with a ballot, all three do, beside their own answers. */
  consensus: z.boolean().default(false),
  /** A reviewer votes after them, before the debate closes; rejecting sends the decision back to Door. */
  review: z.boolean().default(false),
  /** How often a rejected decision goes back to Door. */
  maxRefinements: z.number().int().min(0).max(10).default(1),
  /**
   * Which rejected decisions go back: with a ballot, the answer to a closed question stands whatever the text of the decision says, so
   * that a revision buys little there.
   */
  revise: z.enum(['always', 'open-questions']).default('always'),
  /** Longest contribution, in Unicode code points. */
  maxContent: positive.default(32_000),
});

export const optionsSchema = writtenSchema.transform((options) => {
  const rounds = Math.max(USUAL_ROUNDS, options.rounds ?? 0);
  return {
    ...options,
    maxTurns: options.maxTurns ?? rounds * TURNS_PER_ROUND,
    maxRounds: options.maxRounds ?? rounds,
  };
});

export type Options = z.infer<typeof optionsSchema>;

export const recipes: Readonly<Record<string, Recipe<Options>>> = {
  quick: {
    summary: 'One round, no vote: three calls.',
    options: { rounds: 1, consensus: false },
  },
  standard: {
    summary:
      'Blind openings; if they differ, a round and a blind ballot; one revision of a rejected decision in words: three calls, nine, or up to thirteen.',
    options: { openings: true, gate: 'on', rounds: 1, ballot: true, maxRefinements: 1, revise: 'open-questions' },
  },
  deep: {
    summary:
      'Blind openings; unless they agree and survive a challenge, two rounds, a blind ballot, up to two revisions: four calls, twelve, or up to twenty-two.',
    options: { openings: true, gate: 'challenge', rounds: 2, ballot: true, maxRefinements: 2 },
  },
};
