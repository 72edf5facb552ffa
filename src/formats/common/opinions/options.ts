// The options of every format whose seats hold opinions.
import * as z from 'zod';
import { GATES, WEIGHTS } from '../../../domain/question/choices.ts';

export const OPINION_OPTIONS = {
  /** Each seat gives its own answer before anybody reads anybody. */
  openings: z.boolean().default(false),
  /** Each seat gives its own answer again at the end, without seeing the others'. */
  ballot: z.boolean().default(false),
  /** What follows from openings that all agree: nothing, the end, or one adversarial look before it. */
  gate: z.enum(GATES).default('off'),
  /** What an answer counts: the same for every seat, its confidence in percent, or what event 0 says was learnt of its agent. */
  weigh: z.enum(WEIGHTS).default('none'),
} as const;

export interface OpinionOptions {
  readonly openings: boolean;
  readonly ballot: boolean;
  readonly gate: (typeof GATES)[number];
  readonly weigh: (typeof WEIGHTS)[number];
}
