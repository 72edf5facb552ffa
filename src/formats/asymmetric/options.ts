// The rules of an asymmetric debate that can be chosen, and the recipes that choose them.
import * as z from 'zod';
import { MAX_CONTENT, OPINION_OPTIONS } from '../common/opinions/options.ts';
import type { Recipe } from '../format.ts';

export const MAX_SEATS = 5;
export const DELIVERIES = ['none', 'passive', 'active', 'selective'] as const;
type Delivery = (typeof DELIVERIES)[number];
const EFFORTS = ['low', 'medium', 'high', 'max'] as const;
export const LANGUAGES = ['en', 'ja', 'ko', 'zh'] as const;
const INJECTIONS = ['raw', 'system_prompt', 'memory', 'skills', 'claude_md'] as const;

const seats = z
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
    deepN: seats
      .default(1)
      .describe('Experienced seats, which get the documents; at most 5 seats with those of the other side'),
    freshN: seats.default(1).describe('Seats of the other side'),
    freshRole: z
      .enum(['fresh', 'semi-fresh'])
      .default('fresh')
      .describe('What the other side knows: the question, or also a summary'),
    delivery: z
      .enum(DELIVERIES)
      .default('none')
      .describe(
        'How semi-fresh seats get the summary: before the request (passive), after it with the request to analyze first (active), or only what the experienced side is unsure of (selective)',
      ),
    effort: z
      .enum(EFFORTS)
      .default('high')
      .describe('Asks for at most 150, 300, 600 or 1,200 words in a position and 3, 5, 8 or 12 points in a reply'),
    language: z.enum(LANGUAGES).default('en').describe('The language that every answer is asked for in'),
    injection: z.enum(INJECTIONS).default('raw').describe('As what the documents are given; raw: before the question'),
    contextPct: z.int().min(0).max(100).default(100).describe('Percentage of the documents, from their beginning'),
    pauseAt: z
      .enum(['challenge', 'convergence'])
      .nullable()
      .default(null)
      .describe('A person looks before that phase begins'),
    synthesis: z.boolean().default(false).describe('The seat convergence writes a synthesis, with root causes'),
    deadlineMinutes: z
      .int()
      .min(1)
      .max(10_080)
      .nullable()
      .default(null)
      .describe('How long to wait for a seat on its turn, in manual debates'),
    joining: z
      .boolean()
      .default(false)
      .describe('Only the first experienced seat is there at the beginning; others join, by tools of the MCP server'),
    ...OPINION_OPTIONS,
    maxContent: z.int().min(1).max(100_000).default(50_000).describe(MAX_CONTENT),
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
    summary: 'One seat per side, each with a final answer, no synthesis.',
    options: { ballot: true, synthesis: false },
  },
  standard: {
    summary:
      'One seat per side: openings that agree end it; if they differ, positions, challenges, final answers and a synthesis show what divides two seats, and settle nothing. It is right as often as two blind answers.',
    options: { openings: true, gate: 'on', ballot: true, synthesis: true },
  },
  deep: {
    summary: 'Two seats per side; openings that agree are challenged before they end it.',
    options: { openings: true, gate: 'challenge', ballot: true, deepN: 2, freshN: 2, synthesis: true },
  },
};
