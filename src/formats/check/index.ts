// Every seat answers by itself, nobody reads anybody, and the answers are compared.
import type { BaseState } from '../common/base-state.ts';
import { closeByRules } from '../common/closing.ts';
import { settle } from '../common/opinions/settlement.ts';
import { initialOpinions } from '../common/opinions/state.ts';
import { withOpinions } from '../common/opinions/with-opinions.ts';
import { defineFormat } from '../define-format.ts';
import type { Format } from '../format.ts';
import { MAX_SEATS, MIN_SEATS, type Options, optionsSchema, recipes } from './options.ts';
import { seatIds, seatsOf } from './seats.ts';

interface State extends BaseState {
  readonly options: Options;
}

const independent = withOpinions<Options, State>(
  defineFormat({
    id: 'check',
    title: 'Independent answers',
    summary: 'Every seat answers by itself, and the answers are compared; nobody debates.',
    options: optionsSchema,
    recipes,
    prompts: [],
    panel: { option: 'seats', seats: seatIds({ seats: MAX_SEATS }), fewest: MIN_SEATS },
    seats: seatsOf,
    calls: () => ({ atLeast: 0, atMost: 0 }),
    initial: (options) => ({ options }),
    evolve: (state) => state,
    next({ opinions, options, numberedClaims }) {
      const given = opinions ?? initialOpinions(options, seatIds(options));
      return closeByRules(settle({ opinions: given, numberedClaims }).label);
    },
  }),
  { seats: seatIds, isBallotDue: () => false },
);

export const format: Format<Options, State> = {
  ...independent,
  prompts: ['seat', 'opening'],
  // What follows the openings is the end, which speaks for itself.
  announce: () => undefined,
  result(log, state) {
    const result = independent.result?.(log, state);
    if (result === undefined) return undefined;
    // There is no decision beside the answers.
    const { besideDecision: _, ...answers } = result;
    return answers;
  },
};
