// What people and programs can ask for when they open a debate: one form. Each door offers the members that it has words for,
// under names of its own.
import * as z from 'zod';
import type { RuleData } from './event-parts.ts';
import { ANSWER_KINDS } from './question/choices.ts';

const name = z.string().min(1).max(100);
const sources = z.array(z.string().min(1).max(1_000)).max(100);
const whole = z.int().min(1).max(10_000);
/** `agent[:model][#effort][+perspective]` */
const filling = z.string().min(1).max(300);

export const limitsRequest = z.strictObject({
  tokens: z.int().min(1).max(1_000_000_000_000).optional(),
  usd: z.number().min(0.000001).max(1_000_000).optional(),
  minutes: z.number().min(0.01).max(100_000).optional(),
  turns: whole.optional(),
  rounds: whole.optional(),
});

export const debateRequest = {
  topic: z.string().min(1).max(1_000_000),
  threadId: z.string().max(200).optional(),
  format: name.optional(),
  recipe: name.optional(),
  preset: name.optional(),
  /** By seat; "human" for a person. */
  seats: z.record(z.string().max(64), filling).optional(),
  /** Of the debating seats, in their order; they say how many seats a panel has. */
  agents: z.array(filling).min(1).max(10).optional(),
  /** Every seat that is not named gets built-in texts: no model is called. */
  rehearse: z.boolean().optional(),
  answer: z.enum(ANSWER_KINDS).optional(),
  options: z.array(z.string().max(500)).max(50).optional(),
  /** Of a number. */
  unit: z.string().max(200).optional(),
  tags: z.array(z.string().max(200)).max(50).optional(),
  /** Files, folders, globs, `git:RANGE` or addresses. */
  context: sources.optional(),
  /** What seats may look up: the same, `git:REVISION`, or `decisions`. */
  read: sources.optional(),
  /** Seats without a point of view get the one that fits the question. */
  perspectives: z.enum(['auto']).optional(),
  /** Also give the seats past decisions that resemble the question. */
  recall: z.boolean().optional(),
  limits: limitsRequest.optional(),
};

export type DebateRequest = Readonly<z.output<z.ZodObject<typeof debateRequest>>> & {
  /** Options of the format. */
  readonly rules?: RuleData;
};
