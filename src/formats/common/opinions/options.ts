// The options of every format whose seats hold opinions.
import * as z from 'zod';
import { GATES, WEIGHTS } from '../../../domain/question/choices.ts';

export const MAX_CONTENT = 'Longest contribution, in characters';

export const OPINION_OPTIONS = {
  openings: z.boolean().default(false).describe('Each seat gives its own answer before anybody reads anybody'),
  ballot: z.boolean().default(false).describe('Each seat gives its own answer again at the end, blind'),
  gate: z
    .enum(GATES)
    .default('off')
    .describe('What openings that agree lead to: nothing, the end, or one adversarial look before the end'),
  // What was learnt of an agent stands in event 0.
  weigh: z
    .enum(WEIGHTS)
    .default('none')
    .describe(
      'What an answer counts: the same for every seat, by its confidence, or by how its agent’s answers turned out',
    ),
} as const;

export type OpinionOptions = { readonly [K in keyof typeof OPINION_OPTIONS]: z.infer<(typeof OPINION_OPTIONS)[K]> };
