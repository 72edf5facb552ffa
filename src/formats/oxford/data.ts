// What stands in the data of a recorded turn: all that the rules go by later, and no words.
import * as z from 'zod';
import type { RuleData } from '../../domain/event-parts.ts';
import { ATTACK_TYPES, DEFENSE_TYPES } from './answers.ts';
import { MAX_MARK } from './judging/dimensions.ts';
import { MAX_DELTA, UNIT } from './scoring.ts';
import { SIDES } from './setup.ts';

const id = z.string().regex(/^(prop|opp)_\d{3}[a-z]?(?![\s\S])/);
const exchange = z.int().min(0);

export const argumentData = z.strictObject({
  exchange,
  arguments: z.array(
    z.strictObject({
      id,
      attacks: z.array(z.strictObject({ target: id, type: z.enum(ATTACK_TYPES) })),
      defends: z.array(z.strictObject({ target: id, type: z.enum(DEFENSE_TYPES) })),
    }),
  ),
});

const mark = z.int().min(0).max(MAX_MARK);

/** Scores and deltas in thousandths; without `marks` where a judge elsewhere gave the scores. */
export const judgmentData = z.strictObject({
  exchange,
  order: z.union([z.literal(1), z.literal(2)]),
  /** The side that was "Side A". */
  first: z.enum(SIDES),
  scores: z.array(
    z.strictObject({
      id,
      score: z.int().min(-UNIT).max(UNIT),
      marks: z.strictObject({ soundness: mark, evidence: mark, responsiveness: mark, clarity: mark }).optional(),
    }),
  ),
  rescores: z.array(z.strictObject({ id, delta: z.int().min(-MAX_DELTA).max(MAX_DELTA) })),
});

/** The data of a turn that the rules have admitted. */
export const readArgumentData = (data: RuleData) => data as unknown as z.infer<typeof argumentData>;
export const readJudgmentData = (data: RuleData) => data as unknown as z.infer<typeof judgmentData>;
