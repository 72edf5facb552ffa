// The rules of an asymmetric debate that can be chosen, and the recipes that choose them.
import * as z from 'zod';
import { labelSeats } from '../../domain/words/label-seats.ts';
import { MAX_CONTENT, OPINION_OPTIONS } from '../common/opinions/options.ts';
import { findSeat } from '../common/seats.ts';
import type { Recipe, SeatSpec } from '../format.ts';

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

// The seats of an asymmetric debate, their sides and their names.

export const SIDES = ['experienced', 'fresh'] as const;
export type Side = (typeof SIDES)[number];
export type SeatRole = Side | 'semi-fresh';

export const CONVERGENCE = 'convergence';
export const REVIEWER = 'reviewer';

const NAMES: Readonly<Record<SeatRole, string>> = {
  experienced: 'Experienced',
  fresh: 'Fresh',
  'semi-fresh': 'Semi-fresh',
};

/** The role behind the name of a seat that takes a side. */
export function readRole(seat: string): SeatRole | undefined {
  const name = /^(experienced|fresh|semi-fresh)(?:-[2-9])?$/.exec(seat)?.[1];
  return name as SeatRole | undefined;
}

/** Semi-fresh seats stand on the fresh side. */
export function getSide(seat: string): Side | undefined {
  const role = readRole(seat);
  return role === 'semi-fresh' ? 'fresh' : role;
}

export function otherSide(side: Side): Side {
  return side === 'experienced' ? 'fresh' : 'experienced';
}

/** Names that the seat has elsewhere: "deep" for an experienced one, "semi_fresh", and a number for the first, too. */
function listAliases(role: SeatRole, number: number): readonly string[] {
  const others = { experienced: 'deep', fresh: undefined, 'semi-fresh': 'semi_fresh' }[role];
  return [
    ...(others === undefined ? [] : [number === 1 ? others : `${others}-${number}`]),
    ...(number === 1 ? [`${role}-1`, ...(others === undefined ? [] : [`${others}-1`])] : []),
  ];
}

function createSeats(role: SeatRole, count: number, joinable: boolean): SeatSpec[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index === 0 ? role : `${role}-${index + 1}`,
    label: count === 1 ? NAMES[role] : `${NAMES[role]} ${index + 1}`,
    role,
    aliases: listAliases(role, index + 1),
    ...(role === 'experienced' ? {} : { uninformed: true }),
    ...(joinable ? { joinable } : {}),
  }));
}

const CONVERGENCE_SPEC: SeatSpec = {
  id: CONVERGENCE,
  label: 'Convergence',
  role: CONVERGENCE,
  uninformed: true,
  ifNeeded: true,
};

const REVIEWER_SPEC: SeatSpec = {
  id: REVIEWER,
  label: 'Reviewer',
  role: REVIEWER,
  forPerson: true,
  ifNeeded: true,
};

/** Every seat that there can be, those who take sides first. */
export function listSeats({ deepN, freshN, freshRole, synthesis, pauseAt, joining }: Options): readonly SeatSpec[] {
  const joinable = MAX_SEATS - 1;
  return [
    ...createSeats('experienced', deepN, false),
    ...(joining
      ? [...createSeats('fresh', joinable, true), ...createSeats('semi-fresh', joinable, true)]
      : createSeats(freshRole, freshN, false)),
    ...(synthesis || joining ? [CONVERGENCE_SPEC] : []),
    ...(pauseAt === null ? [] : [REVIEWER_SPEC]),
  ];
}

/** As people read it. */
export function labelSeat(options: Options, seat: string): string {
  return labelSeats(listSeats(options))(seat);
}

/** The seat of a side that someone means, by any of its names. */
export function findSideSeat(options: Options, name: string): string | undefined {
  return findSeat(
    listSeats(options).filter(({ id }) => getSide(id) !== undefined),
    name,
  )?.id;
}
