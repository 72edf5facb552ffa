// Every seat answers by itself, nobody reads anybody, and the answers are compared.

import type { Opinionated } from '../common/base-state.ts';
import { closeByRules } from '../common/closing.ts';
import { settle } from '../common/opinions/settlement.ts';
import { definePanel } from '../common/seats.ts';
import { defineFormat } from '../define-format.ts';
import { MAX_SEATS, MIN_SEATS, type Options, optionsSchema, recipes } from './options.ts';

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
  panel: { option: 'seats', seats: listSeats(MAX_SEATS), fewest: MIN_SEATS },
  seats: ({ seats }) => describeSeats(seats, 'answers by itself'),
  calls: () => ({ atLeast: 0, atMost: 0 }),
  acts: {},
  opinions: { seats: ({ seats }) => listSeats(seats), isBallotDue: () => false, alone: true },
  initial: (options) => ({ options }),
  next: (state) => closeByRules(settle(state).label),
});
