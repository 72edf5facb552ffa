// Several plan in the blind, judge each other's steps, argue about what is disputed; the best one composes, the others vote.
import { defineFormat } from '../define-format.ts';
import { ACTS } from './acts/acts.ts';
import { isDue } from './evolve/phases.ts';
import { evolve } from './evolve.ts';
import { admitClose, calls, next, sampleStep } from './next.ts';
import { MAX_PLANNERS, type Options, optionsSchema, recipes } from './options.ts';
import { explainOutcome } from './outcome.ts';
import { listDissent } from './result/dissent.ts';
import { result } from './result.ts';
import { labelOf, listActiveSeats, listSeats } from './seats.ts';
import { initial, isBlind, type State } from './state.ts';
import { transcript, view } from './transcript.ts';

const PURPOSE = 'plans independently, cross-checks the other plans, writes the common plan or votes on it';

export const format = defineFormat<Options, State>({
  id: 'plan',
  title: 'Plan',
  summary:
    'Agents plan independently, cross-check each other’s steps, settle disputes; one writes the common plan, the others vote.',
  options: optionsSchema,
  recipes,
  panel: { option: 'planners', seats: listSeats(MAX_PLANNERS), fewest: 1, perAgent: true },
  prompts: [
    ...['planner', 'plan', 'build-on', 'attack', 'common-ground', 'critique', 'dispute', 'compose'],
    'validate',
  ],
  // Which steps are the same is read from earlier plans.
  readsEarlierTexts: true,
  seats: (options) =>
    initial(options).seats.map((id) => ({ id, label: labelOf(id), role: 'planner', purpose: PURPOSE })),
  calls,
  sampleStep,
  initial,
  evolve,
  isDue,
  next,
  acts: ACTS,
  admitClose,
  transcript,
  view,
  blindSince: (state) =>
    isBlind(state) && state.phase !== 'compose' && state.phase !== 'done' ? state.since : undefined,
  // The last one has to stay, so that the run pauses instead of ending with less than a plan.
  expendable: (state) => {
    const here = listActiveSeats(state);
    return here.length > 1 ? here.map((seat) => ({ seat, since: state.sinceAt, deadlineMs: null })) : [];
  },
  explainOutcome,
  dissent: listDissent,
  result,
});
