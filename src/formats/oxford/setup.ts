// The rules of an Oxford debate that can be chosen, and the recipes that choose them.
import * as z from 'zod';
import type { Recipe, SeatSpec } from '../format.ts';

const MAX_ROUNDS = 20;

/** With all extensions; ids of arguments have three digits. */
export const MAX_EXCHANGES = 999;
const MAX_WORDING = 2_000;

const wording = z.string().trim().min(1).max(MAX_WORDING);

export const MAX_JUDGES = 5;

export const optionsSchema = z.strictObject({
  rounds: z.int().min(1).max(MAX_ROUNDS).default(3).describe('Exchanges, the opening included'),
  definitions: z
    .array(z.strictObject({ term: wording, text: wording }))
    .max(50)
    .default([])
    .describe('How words of the motion are meant: [{"term": "week", "text": "32 hours"}]'),
  scope: wording.nullable().default(null).describe('What the motion covers and what it leaves out'),
  judges: z.int().min(1).max(MAX_JUDGES).default(1).describe('Judges'),
  bothOrders: z
    .boolean()
    .default(true)
    .describe('Each judge scores every exchange twice, the second time with the sides swapped'),
  rescoring: z
    .boolean()
    .default(true)
    .describe('Judges may say that an earlier argument looks stronger or weaker by now'),
});

export type Options = z.infer<typeof optionsSchema>;

export const recipes: Readonly<Record<string, Recipe<Options>>> = {
  quick: {
    summary: 'The opening and one exchange, one judge.',
    options: { rounds: 2, judges: 1, rescoring: false },
  },
  standard: {
    summary: 'The opening and two exchanges, one judge.',
    options: { rounds: 3, judges: 1 },
  },
  deep: {
    summary: 'The opening and four exchanges, three judges.',
    options: { rounds: 5, judges: 3 },
  },
};

const OPENING_ARGUMENTS = 3;

export function argumentsDue(exchange: number): number {
  return exchange === 0 ? OPENING_ARGUMENTS : 1;
}

// The seats of an Oxford debate and the names of their arguments.

export const SIDES = ['proposition', 'opposition'] as const;
export type Side = (typeof SIDES)[number];

const PREFIXES = { proposition: 'prop', opposition: 'opp' } as const satisfies Record<Side, string>;

export function isSide(seat: string): seat is Side {
  return (SIDES as readonly string[]).includes(seat);
}

export function otherSide(side: Side): Side {
  return side === 'proposition' ? 'opposition' : 'proposition';
}

/** "prop_001"; of several arguments in one answer each has a letter: "prop_000a". */
export function argumentId(side: Side, exchange: number, index: number, among: number): string {
  const letter = among === 1 ? '' : String.fromCharCode('a'.charCodeAt(0) + index);
  return `${PREFIXES[side]}_${String(exchange).padStart(3, '0')}${letter}`;
}

export const LABELS: Readonly<Record<Side, string>> = { proposition: 'Proposition', opposition: 'Opposition' };

export function labelSeat(seat: string): string {
  if (isSide(seat)) return LABELS[seat];
  return seat.replace(/^judge/, 'Judge').replace('-', ' ');
}

export function judgeSeats({ judges }: Options): string[] {
  return Array.from({ length: judges }, (_, index) => (index === 0 ? 'judge' : `judge-${index + 1}`));
}

export function listSeats(options: Options): readonly SeatSpec[] {
  return [
    ...SIDES.map((side) => ({ id: side, label: LABELS[side], role: side })),
    ...judgeSeats(options).map((id) => ({ id, label: labelSeat(id), role: 'judge', judges: true as const })),
  ];
}
