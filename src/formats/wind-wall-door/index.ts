// Wind proposes, Wall tests, Door decides; in a fixed order or with a mediator, with a vote on the decision if wanted.
import type { Format, SeatSpec } from '../format.ts';
import { admit, admitClose } from './admit.ts';
import { calls, isDue, limitReached, markVoting, next, sampleStep } from './next.ts';
import { type Options, optionsSchema, recipes } from './options.ts';
import { evolve, initial, REVIEWER, type State } from './state.ts';
import { transcript, view } from './transcript.ts';

const DEBATING_SEATS: readonly SeatSpec[] = [
  { id: 'wind', label: 'Wind', role: 'wind', purpose: 'proposes: finds real alternatives' },
  { id: 'wall', label: 'Wall', role: 'wall', purpose: 'tests: constraints, risks, evidence' },
  { id: 'door', label: 'Door', role: 'door', purpose: 'decides: what, why, and what next' },
];

const MEDIATOR: SeatSpec = { id: 'mediator', label: 'Mediator', role: 'mediator', purpose: 'picks who speaks next' };

const REVIEWING: SeatSpec = {
  id: REVIEWER,
  label: 'Reviewer',
  role: 'reviewer',
  purpose: 'approves or rejects the decision before it stands',
  forPerson: true,
};

export const format: Format<Options, State> = {
  id: 'wind-wall-door',
  title: 'Wind, Wall, Door',
  summary: 'Wind proposes, Wall tests, Door decides; optionally, Wind and Wall vote on the decision.',
  options: optionsSchema,
  recipes,
  prompts: ['wind', 'wall', 'door', 'mediator', 'reviewer', 'reading', 'speak', 'decide', 'vote', 'refine', 'pick'],
  outright: { turn: ['cognition'], vote: ['vote', 'cognition'], revision: ['cognition'], pick: ['next'] },
  seats: ({ order, mediator, review }) => [
    ...DEBATING_SEATS,
    ...(order === 'mediated' && mediator === 'seat' ? [MEDIATOR] : []),
    ...(review ? [REVIEWING] : []),
  ],
  calls,
  sampleStep,
  initial,
  evolve: (state, event) => {
    // An answer that came too late says nothing about what is asked for now.
    const late = event.type === 'answer-rejected' && !isDue(state, event.data.seat, event.data.act);
    return late ? state : markVoting(evolve(state, event), event);
  },
  next,
  admit,
  admitClose,
  consequences: (state) => {
    if (state.due[0] !== undefined) return [state.due[0]];
    const limit = limitReached(state);
    return limit === undefined ? [] : [{ type: 'limit-reached', data: limit }];
  },
  transcript,
  view,
  blindSince: ({ votingFrom }) => votingFrom,
};
