// Several plan in the blind, judge each other's steps, argue about what is disputed; the best one composes, the others vote.
import type { LedgerEvent } from '../../domain/events.ts';
import type { FormatResult } from '../../domain/record.ts';
import { addDetails } from '../../domain/words/conclusions.ts';
import type { ActEntry } from '../common/transcript.ts';
import { defineFormat } from '../define-format.ts';
import type { Step } from '../format.ts';
import { ACTS } from './acts/acts.ts';
import { explainOutcome } from './outcome.ts';
import { evolve, next } from './phases.ts';
import { buildData } from './result/data.ts';
import { listDissent } from './result/dissent.ts';
import { buildBrief, buildHeadline, renderDetails, renderMarkdown } from './result/markdown.ts';
import { describeSeats, listSeats, MAX_PLANNERS, type Options, optionsSchema, recipes } from './setup.ts';
import { initial, isBlindPhase, listActiveSeats, type State } from './state.ts';

/** Whoever ended the debate in words of their own before it had run its course decided instead of it. */
const isDecidedManually = ({ phase, decidedBy }: State): boolean => phase !== 'done' && decidedBy === 'person';

/** The result for people: one sentence, and the plan by phases as Markdown in which nothing that a seat wrote is markup. */
function result(log: readonly LedgerEvent[], state: State): FormatResult | undefined {
  if (isDecidedManually(state)) return undefined;
  const data = buildData(log, state);
  const own = {
    data: { ...data } as unknown as FormatResult['data'],
    headline: buildHeadline(data, state.rounds),
    markdown: renderMarkdown(data),
  };
  return addDetails(own, [renderDetails(data)]);
}

/** Nothing that others say in the same phase, and while plans are made in the blind no other plan. */
function view(entries: readonly ActEntry[], { seat, act, data }: Pick<Step, 'seat' | 'act' | 'data'>) {
  return entries.filter((entry) => {
    if (entry.seat === seat || entry.act === undefined) return true;
    if (act === 'plan') return data['blind'] === false && entry.act === 'plan';
    if (act === 'critique') return entry.round === null || entry.round < Number(data['round']);
    return entry.act !== act;
  });
}

export const format = defineFormat<Options, State>({
  id: 'plan',
  title: 'Plan',
  summary:
    'Agents plan independently, cross-check each other’s steps, settle disputes; one writes the common plan, the others vote.',
  options: optionsSchema,
  recipes,
  panel: { option: 'planners', seats: listSeats(MAX_PLANNERS), perAgent: true },
  prompts: [
    ...['planner', 'plan', 'build-on', 'attack', 'common-ground', 'critique', 'dispute', 'compose'],
    'validate',
  ],
  // Which steps are the same is read from earlier plans.
  readsEarlierTexts: true,
  seats: ({ planners }) => describeSeats(planners),
  acts: ACTS,
  /** Plans, composition and votes; planners who all propose the same steps have nothing to criticise. */
  calls: ({ planners: count, rounds }) =>
    count === 1 ? { atLeast: 1, atMost: 1 } : { atLeast: 2 * count, atMost: 2 * count + count * rounds },
  initial,
  evolve,
  next,
  view,
  blindSince: (state) =>
    isBlindPhase(state) && state.phase !== 'compose' && state.phase !== 'done' ? state.since : undefined,
  // The last one has to stay, so that the run pauses instead of ending with less than a plan.
  expendable: (state, asked) =>
    listActiveSeats(state).length < 2
      ? []
      : asked.map(({ seat }) => ({ seat, since: state.sinceAt, deadlineMs: null })),
  explainOutcome,
  dissent: listDissent,
  result,
  brief: (log, state) => (isDecidedManually(state) ? undefined : buildBrief(buildData(log, state))),
});
