// Experts estimate a figure blind, see the spread without names, and estimate again; the result is the median and the spread.
import * as z from 'zod';
import { ask } from '../common/admission.ts';
import type { BaseState } from '../common/base-state.ts';
import { closeByRules } from '../common/closing.ts';
import { definePanel } from '../common/seats.ts';
import { defineAct } from '../define-act.ts';
import { defineFormat } from '../define-format.ts';

const MOST_EXPERTS = 6;

const optionsSchema = z.strictObject({
  experts: z.int().min(2).max(MOST_EXPERTS).default(3).describe('How many estimate'),
  rounds: z.int().min(1).max(5).default(2).describe('How often each estimates'),
});
type Options = z.infer<typeof optionsSchema>;

const { describeSeats, labelSeat, listSeats, readNumber } = definePanel('expert');

interface State extends BaseState {
  readonly options: Options;
  /** Estimates by seat, of each round that has begun. */
  readonly rounds: readonly Readonly<Record<string, number>>[];
  /** The event that the last of them begins with. */
  readonly began: number;
}

const isDone = ({ options, rounds }: State) => rounds.length > options.rounds;

/** Of the rounds that are over. */
const listSpreads = ({ rounds }: State) =>
  rounds.slice(0, -1).map((estimates) => {
    const sorted = Object.values(estimates).sort((a, b) => a - b);
    const pick = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    return `${pick(0.5)}, from ${pick(0)} to ${pick(1)}`;
  });

const figures = { estimate: z.int(), low: z.int(), high: z.int() };

const estimate = defineAct({
  answer: z.object({ reason: z.string(), ...figures }),
  /** What stands in the open beside the turn; the reason is words and stays in its text. */
  data: z.strictObject({ round: z.int(), ...figures }),
  request(state: State, seat) {
    const round = state.rounds.length;
    const last = listSpreads(state).at(-1);
    const own = 30 + 10 * readNumber(seat);
    const sample = { reason: `${labelSeat(seat)} rehearses.`, estimate: own, low: own - 10, high: own + 20 };
    return {
      ...{ id: `estimate-${round}-${seat}`, task: 'estimate', label: `${labelSeat(seat)} estimates`, data: { round } },
      values: { spread: last === undefined ? '' : ` The median of the last round was ${last}; see the reasons above.` },
      sample: () => JSON.stringify(sample),
    };
  },
  read({ rounds }, { estimate, low, high }) {
    const fatal = low > estimate || estimate > high ? ['`estimate` has to lie between `low` and `high`'] : [];
    return { data: { round: rounds.length, estimate, low, high }, fatal };
  },
  /** A round is over as soon as every expert has estimated. */
  apply(state, { seat, seq, data }) {
    const now = { ...state.rounds.at(-1), [seat]: data.estimate };
    const rounds = [...state.rounds.slice(0, -1), now];
    if (Object.keys(now).length < state.options.experts) return { ...state, rounds };
    return { ...state, rounds: [...rounds, {}], began: seq + 1 };
  },
  text: ({ estimate, low, high, reason }) => `**${estimate}** (${low} to ${high})\n\n${reason}`,
});

export const format = defineFormat<Options, State>({
  id: 'delphi',
  title: 'Delphi',
  summary: 'Experts estimate a figure blind, see the spread without names, and estimate again.',
  options: optionsSchema,
  recipes: {
    quick: { summary: 'Two experts, one round.', options: { experts: 2, rounds: 1 } },
    standard: { summary: 'Three experts, two rounds.', options: { experts: 3, rounds: 2 } },
    deep: { summary: 'Five experts, three rounds.', options: { experts: 5, rounds: 3 } },
  },
  prompts: ['expert', 'estimate'],
  seats: ({ experts }) => describeSeats(experts),
  fullest: { experts: MOST_EXPERTS },
  calls: ({ experts, rounds }) => ({ atLeast: experts * rounds, atMost: experts * rounds }),
  acts: { estimate },
  initial: (options) => ({ options, rounds: [{}], began: 1 }),
  next(state) {
    if (isDone(state)) return closeByRules('decided');
    const due = listSeats(state.options.experts).filter((seat) => state.rounds.at(-1)?.[seat] === undefined);
    return ask('estimate', due);
  },
  /** Earlier rounds without names. */
  view: (entries, { data }) =>
    entries.flatMap((entry) => {
      if (entry.round === null) return [entry];
      return entry.round < Number(data['round']) ? [{ ...entry, title: `Round ${entry.round}, an expert` }] : [];
    }),
  blindSince: (state) => (isDone(state) ? undefined : state.began),
  explainOutcome: (_, outcome) =>
    outcome === 'decided' ? 'Nobody decided: the figure is the median of what all experts estimated last.' : undefined,
  result(_, state) {
    const spreads = listSpreads(state);
    const headline = `${spreads.at(-1)}, after ${spreads.length} of ${state.options.rounds} rounds`;
    const markdown = spreads.map((spread, index) => `${index + 1}. ${spread}`).join('\n');
    return spreads.length === 0 ? undefined : { data: { spreads }, headline, markdown };
  },
});
