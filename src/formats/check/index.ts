// Every seat answers by itself, nobody reads anybody, and the answers are compared.
import * as z from 'zod';
import { MOST_ANSWERS } from '../../domain/question/choices.ts';
import type { Opinionated } from '../common/base-state.ts';
import { closeByRules } from '../common/closing.ts';
import { OPINION_OPTIONS } from '../common/opinions/options.ts';
import { settleOpinions } from '../common/opinions/settlement.ts';
import { definePanel } from '../common/seats.ts';
import { defineFormat } from '../define-format.ts';
import type { Recipe } from '../format.ts';

const optionsSchema = z.strictObject({
  seats: z.int().min(1).max(MOST_ANSWERS).default(3).describe('How many seats answer'),
  weigh: OPINION_OPTIONS.weigh,
  openings: z.literal(true).default(true).describe('A check is its openings'),
  ballot: z.literal(false).default(false).describe('Nothing follows the openings'),
  gate: z.literal('off').default('off').describe('Nothing follows the openings'),
});

type Options = z.infer<typeof optionsSchema>;

const recipes: Readonly<Record<string, Recipe<Options>>> = {
  quick: { summary: 'Two answers.', options: { seats: 2 } },
  standard: { summary: 'Three answers.', options: { seats: 3 } },
  deep: { summary: 'Five answers.', options: { seats: 5 } },
};

const { listSeats, describeSeats } = definePanel('seat');

interface State extends Opinionated {
  readonly options: Options;
}

export const format = defineFormat<Options, State>({
  id: 'check',
  title: 'Independent answers',
  summary: 'Every seat answers by itself, and the answers are compared; nobody debates.',
  options: optionsSchema,
  recipes,
  prompts: [],
  panel: { option: 'seats', seats: listSeats(MOST_ANSWERS) },
  seats: ({ seats }) => describeSeats(seats),
  calls: () => ({ atLeast: 0, atMost: 0 }),
  acts: {},
  opinions: { seats: ({ seats }) => listSeats(seats), isBallotDue: () => false, alone: true },
  initial: (options) => ({ options }),
  next: (state) => closeByRules(settleOpinions(state).label),
});
