// Wind proposes, Wall tests, Door decides; in a fixed order or with a mediator, with a vote on the decision if wanted.
import type { Format } from '../format.ts';
import { admit, admitClose } from './admit.ts';
import { evolve, markVoting } from './evolve.ts';
import { calls, findLimit, isDue, next, sampleStep } from './next.ts';
import { type Options, optionsSchema, recipes } from './options.ts';
import { DEBATER_SPECS, MEDIATOR_SPEC, REVIEWER_SPEC } from './seats.ts';
import { initial, type State } from './state.ts';
import { transcript, view } from './transcript.ts';

export const format: Format<Options, State> = {
  id: 'wind-wall-door',
  title: 'Wind, Wall, Door',
  summary: 'Wind proposes, Wall tests, Door decides; then, if wanted, Wind and Wall vote on the decision.',
  options: optionsSchema,
  recipes,
  prompts: ['wind', 'wall', 'door', 'mediator', 'reviewer', 'reading', 'speak', 'decide', 'vote', 'refine', 'pick'],
  outright: { turn: ['cognition'], vote: ['vote', 'cognition'], revision: ['cognition'], pick: ['next'] },
  seats: ({ order, mediator, review }) => [
    ...DEBATER_SPECS,
    ...(order === 'mediated' && mediator === 'seat' ? [MEDIATOR_SPEC] : []),
    ...(review ? [REVIEWER_SPEC] : []),
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
    const limit = findLimit(state);
    return limit === undefined ? [] : [{ type: 'limit-reached', data: limit }];
  },
  transcript,
  view,
  blindSince: ({ votingFrom }) => votingFrom,
};
