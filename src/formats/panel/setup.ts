// The rules of a panel that can be chosen, and the recipes that choose them.
import * as z from 'zod';
import { MAX_CONTENT, OPINION_OPTIONS } from '../common/opinions/options.ts';
import { drawNames } from '../common/seats.ts';
import type { ActContext } from '../define-act.ts';
import type { Recipe, SeatSpec } from '../format.ts';

export const MIN_SEATS = 2;
const MAX_SEATS = 7;
const MAX_NEW_CLAIMS = 3;

export const optionsSchema = z.strictObject({
  seats: z.int().min(MIN_SEATS).max(MAX_SEATS).default(3).describe('Seats that debate, besides the writer'),
  rounds: z.int().min(1).max(10).default(2).describe('Most rounds of claims; they end when nothing moves'),
  newClaims: z.int().min(0).max(MAX_NEW_CLAIMS).default(1).describe('Claims that a seat may add in one round'),
  maxRefinements: z
    .int()
    .min(0)
    .max(5)
    .default(1)
    .describe('How often the writer revises a draft in words that seats reject'),
  openings: z.literal(true).default(true).describe('A panel always has them'),
  ballot: z.literal(true).default(true).describe('A panel always has one'),
  gate: OPINION_OPTIONS.gate.default('on').describe(OPINION_OPTIONS.gate.description ?? ''),
  weigh: OPINION_OPTIONS.weigh,
  maxContent: z.int().min(1).max(100_000).default(32_000).describe(MAX_CONTENT),
});

export type Options = z.infer<typeof optionsSchema>;

export const recipes: Readonly<Record<string, Recipe<Options>>> = {
  quick: {
    summary: 'Three seats; if their openings differ, one round and a blind ballot.',
    options: { seats: 3, rounds: 1, maxRefinements: 0 },
  },
  standard: {
    summary: 'Three seats; if their openings differ, up to two rounds and a blind ballot.',
    options: { seats: 3, rounds: 2 },
  },
  deep: {
    summary: 'Five seats; unless their openings agree and survive a challenge, up to three rounds and a blind ballot.',
    options: { seats: 5, rounds: 3, gate: 'challenge', maxRefinements: 2 },
  },
};

// The seats of a panel: equals, told apart by a letter alone, and a writer who sits on no side.

const LETTERS = 'abcdefg'.slice(0, MAX_SEATS);

export const WRITER = 'writer';

/** Every seat that can debate, in their order. */
export const PANELISTS: readonly string[] = [...LETTERS];

export function listPanelists({ seats }: Pick<Options, 'seats'>): readonly string[] {
  return PANELISTS.slice(0, seats);
}

/** As people read it. */
export function labelSeat(seat: string): string {
  return seat === WRITER ? 'Writer' : `Seat ${seat.toUpperCase()}`;
}

export function listSeats(options: Options): readonly SeatSpec[] {
  return [
    ...listPanelists(options).map((id) => ({
      id,
      label: labelSeat(id),
      role: 'panelist',
    })),
    {
      id: WRITER,
      label: labelSeat(WRITER),
      role: WRITER,
      writes: true,
      ifNeeded: true,
    },
  ];
}

/** Neutral names under which the seats read each other, by seat: "Speaker 2". */
export function nameSpeakers({ options, seed }: { readonly options: Options; readonly seed: string }) {
  return drawNames(seed, listPanelists(options));
}

/** Of a turn: people read who is who, and seats do not. */
export function nameAuthor(
  { step, name, label }: Pick<ActContext<never>, 'step' | 'name' | 'label'>,
  seat: string,
): string {
  return step === undefined && seat !== WRITER ? `${label(seat)} (${name(seat)})` : name(seat);
}
