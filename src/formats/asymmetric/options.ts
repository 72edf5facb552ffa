// The rules of an asymmetric debate that can be chosen, and the recipes that choose them.
import * as z from 'zod';
import { OPINION_OPTIONS } from '../common/opinions/options.ts';
import type { Recipe } from '../format.ts';

export const MAX_SEATS = 5;
export const DELIVERIES = ['none', 'passive', 'active', 'selective'] as const;
type Delivery = (typeof DELIVERIES)[number];
const EFFORTS = ['low', 'medium', 'high', 'max'] as const;
export const LANGUAGES = ['en', 'ja', 'ko', 'zh'] as const;
const INJECTIONS = ['raw', 'system_prompt', 'memory', 'skills', 'claude_md'] as const;

const seats = z
  .number()
  .int()
  .min(1)
  .max(MAX_SEATS - 1);

/** Why a seat of this role cannot hear about the other side in this way. */
export function againstDelivery(role: 'fresh' | 'semi-fresh', delivery: Delivery): string | undefined {
  if (role === 'fresh')
    return delivery === 'none' ? undefined : 'a fresh seat gets no summary, so its delivery is none';
  return delivery === 'none' ? 'a semi-fresh seat needs the delivery passive, active or selective' : undefined;
}

export const optionsSchema = z
  .strictObject({
    /** Experienced seats, which get the documents. */
    deepN: seats.default(1),
    /** Seats of the other side. */
    freshN: seats.default(1),
    freshRole: z.enum(['fresh', 'semi-fresh']).default('fresh'),
    /** How a semi-fresh seat learns about the experienced side: a summary before or after the question, or its doubts only. */
    delivery: z.enum(DELIVERIES).default('none'),
    /** How long the answers are that are asked for. */
    effort: z.enum(EFFORTS).default('high'),
    /** What every answer is to be written in. */
    language: z.enum(LANGUAGES).default('en'),
    /** As what the documents are put before the experienced seats. */
    injection: z.enum(INJECTIONS).default('raw'),
    /** How much of the documents they get, from the beginning. */
    contextPct: z.number().int().min(0).max(100).default(100),
    /** A person reviews what there is before this phase begins. */
    pauseAt: z.enum(['challenge', 'convergence']).nullable().default(null),
    /** A seat writes a synthesis, with the root causes of what the sides do not agree on. */
    synthesis: z.boolean().default(false),
    /** A seat that says nothing for so long is given up where the debate can go on without it; null: it is waited for. */
    deadlineMinutes: z.number().int().min(1).max(10_080).nullable().default(null),
    /** Only the first experienced seat is there at the beginning, others claim theirs later. */
    joining: z.boolean().default(false),
    ...OPINION_OPTIONS,
    /** Longest contribution, in Unicode code points. */
    maxContent: z.number().int().min(1).max(100_000).default(50_000),
  })
  .superRefine((options, context) => {
    const refuse = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    const { deepN, freshN, freshRole, delivery, joining, pauseAt } = options;
    if (deepN + freshN > MAX_SEATS) refuse('freshN', `a debate has at most ${MAX_SEATS} seats, both sides together`);
    const problem = againstDelivery(freshRole, delivery);
    if (problem !== undefined) refuse('delivery', problem);
    if (!joining) return;
    if (options.openings || options.ballot) {
      refuse(options.openings ? 'openings' : 'ballot', 'seats that join later cannot answer before the debate');
    }
    if (deepN !== 1) refuse('deepN', 'a debate that others can join starts with one experienced seat');
    if (pauseAt !== null) refuse('pauseAt', 'a debate that others can join cannot pause for a review');
  });

export type Options = z.infer<typeof optionsSchema>;

export const recipes: Readonly<Record<string, Recipe<Options>>> = {
  quick: {
    summary: 'One seat per side, each with a final answer, no synthesis: six calls.',
    options: { ballot: true, synthesis: false },
  },
  standard: {
    summary:
      'One seat per side: openings that agree end it; if they differ, positions, challenges, final answers and a synthesis show what divides two seats, and settle nothing: two calls, or nine. It is right as often as two blind answers.',
    options: { openings: true, gate: 'on', ballot: true, synthesis: true },
  },
  deep: {
    summary:
      'Two seats per side; openings that agree are challenged before they end it: five calls, or up to eighteen.',
    options: { openings: true, gate: 'challenge', ballot: true, deepN: 2, freshN: 2, synthesis: true },
  },
};
