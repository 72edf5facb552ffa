// The rules of a Wind/Wall/Door debate that can be chosen, and the recipes that choose them.
import * as z from 'zod';
import { capitalize } from '../../domain/words/sentence.ts';
import { MAX_CONTENT, OPINION_OPTIONS } from '../common/opinions/options.ts';
import type { Recipe, SeatSpec } from '../format.ts';

const positive = z.int().min(1).max(100_000);

const TURNS_PER_ROUND = 3;
const USUAL_ROUNDS = 4;

const writtenSchema = z.strictObject({
  order: z
    .enum(['fixed', 'mediated'])
    .default('fixed')
    .describe('Wind, Wall, Door in turn; or someone picks each speaker'),
  mediator: z
    .enum(['seat', 'rule'])
    .default('seat')
    .describe('In mediated order: the seat mediator, or a rule by which Wind and Wall answer each other before Door'),
  rounds: positive.nullable().default(null).describe('The debate ends after this many; without it, someone closes it'),
  maxTurns: positive
    .optional()
    .describe(
      'Limit on turns in the rounds; openings, ballots, votes and revisions do not count. Default: 12, or what rounds needs',
    ),
  maxRounds: positive
    .optional()
    .describe('Limit on rounds; three turns are a round, whoever spoke. Default: 4, or what rounds needs'),
  strictCognition: z.boolean().default(false).describe('Refuse turns that break the form, instead of warning'),
  ...OPINION_OPTIONS,
  consensus: z.boolean().default(false).describe('Wind and Wall vote on the decision; with a ballot, all three do'),
  review: z.boolean().default(false).describe('A person in the seat reviewer votes last, before the decision is final'),
  maxRefinements: z.int().min(0).max(10).default(1).describe('How often a rejected decision goes back to Door'),
  // With a ballot, the answer to a closed question stands whatever the decision says, so that a revision buys little there.
  revise: z
    .enum(['always', 'open-questions'])
    .default('always')
    .describe('Which rejected decisions go back: all, or with a ballot only those on questions in words'),
  maxContent: positive.default(32_000).describe(MAX_CONTENT),
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
    summary: 'One round, no vote.',
    options: { rounds: 1, consensus: false },
  },
  standard: {
    summary:
      'Blind openings; if they differ, a round and a blind ballot; one revision of a rejected decision in words.',
    options: { openings: true, gate: 'on', rounds: 1, ballot: true, maxRefinements: 1, revise: 'open-questions' },
  },
  deep: {
    summary:
      'Blind openings; unless they agree and survive a challenge, two rounds, a blind ballot, up to two revisions.',
    options: { openings: true, gate: 'challenge', rounds: 2, ballot: true, maxRefinements: 2 },
  },
};

// The seats of a Wind/Wall/Door debate.

export const DEBATERS = ['wind', 'wall', 'door'] as const;
export type Debater = (typeof DEBATERS)[number];
export const PANEL = ['wind', 'wall'] as const;
export const REVIEWER = 'reviewer';
export type Voter = (typeof PANEL)[number] | typeof REVIEWER;

export function isDebater(seat: string): seat is Debater {
  return (DEBATERS as readonly string[]).includes(seat);
}

export function isVoter(seat: string): seat is Voter {
  return seat === REVIEWER || (PANEL as readonly string[]).includes(seat);
}

const DEBATER_SPECS: readonly SeatSpec[] = DEBATERS.map((id) => ({ id, label: capitalize(id), role: id }));

const MEDIATOR_SPEC: SeatSpec = {
  id: 'mediator',
  label: 'Mediator',
  role: 'mediator',
  ifNeeded: true,
};

const REVIEWER_SPEC: SeatSpec = {
  id: REVIEWER,
  label: 'Reviewer',
  role: 'reviewer',
  forPerson: true,
  ifNeeded: true,
};

export const LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  [...DEBATER_SPECS, MEDIATOR_SPEC, REVIEWER_SPEC].map(({ id, label }) => [id, label]),
);

export function listSeats({ order, mediator, review }: Options): readonly SeatSpec[] {
  return [
    ...DEBATER_SPECS,
    ...(order === 'mediated' && mediator === 'seat' ? [MEDIATOR_SPEC] : []),
    ...(review ? [REVIEWER_SPEC] : []),
  ];
}
