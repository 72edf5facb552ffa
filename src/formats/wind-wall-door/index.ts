// Wind proposes, Wall tests, Door decides; in a fixed order or with a mediator, with a vote on the decision if wanted.

import { withOpinions } from '../common/opinions/with-opinions.ts';
import { defineFormat } from '../define-format.ts';
import { admit, admitClose } from './admit.ts';
import { evolve } from './evolve.ts';
import { calls, findLimit, isDebated, isDue, next, sampleStep } from './next.ts';
import { type Options, optionsSchema, recipes } from './options.ts';
import { DEBATERS, seatsOf } from './seats.ts';
import { initial, roundOf, type State } from './state.ts';
import { transcript, view } from './transcript.ts';

const debate = defineFormat<Options, State>({
  id: 'wind-wall-door',
  title: 'Wind, Wall, Door',
  summary: 'Wind proposes, Wall tests, Door decides; optionally, Wind and Wall vote on the decision.',
  options: optionsSchema,
  recipes,
  prompts: [
    'wind',
    'wall',
    'door',
    'mediator',
    'reviewer',
    'conclude',
    'speak',
    'decide',
    'vote',
    'refine',
    'carry-out',
    'pick',
  ],
  version: 2,
  outright: { turn: ['cognition'], vote: ['vote', 'cognition'], revision: ['cognition'], pick: ['next'] },
  seats: seatsOf,
  calls,
  sampleStep,
  initial,
  evolve,
  isDue,
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
});

export const format = withOpinions(debate, {
  seats: () => DEBATERS,
  votes: true,
  claims: {
    roundOf: ({ turns }) => roundOf(turns),
    couldReply: ({ data }) => data.act === 'turn' || data.act === 'revision',
  },
  isBallotDue: (state) => isDebated(state),
  ballotNumber: ({ refinements }) => refinements + 1,
  maxBallots: ({ maxRefinements }) => maxRefinements + 1,
});
