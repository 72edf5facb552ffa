// Experienced against fresh: one side knows the documents, the other does not; blind positions, typed answers to them, and
// what both come to by fixed rules.
import { withOpinions } from '../common/opinions/with-opinions.ts';
import { defineFormat } from '../define-format.ts';
import type { Format } from '../format.ts';
import { CLAIM_RULES } from './admit/claims.ts';
import { admit, admitClose, admitSeat } from './admit.ts';
import { briefing } from './briefing.ts';
import { evolve } from './evolve.ts';
import { calls, expendable, next, sampleStep } from './next.ts';
import { type Options, optionsSchema, recipes } from './options.ts';
import { languageOf } from './placeholders.ts';
import { result } from './result.ts';
import { CONVERGENCE, REVIEWER, seatsOf, sideOf } from './seats.ts';
import { nameSpeakers } from './speakers.ts';
import { blindSince, initial, isComplete, type State } from './state.ts';
import { transcript, view } from './transcript.ts';

/** What the base does not know: agreement on points says nothing of whether the sides hold the same. */
const UNCOMPARED =
  'Every point was agreed with, but no side was asked for its final answer, so nobody knows whether they are the same.';

const debate = defineFormat<Options, State>({
  id: 'asymmetric',
  title: 'Experienced against fresh',
  summary: 'One side knows the documents, the other only the question; each answers the other, point by point.',
  options: optionsSchema,
  recipes,
  prompts: [
    ...['experienced', 'fresh', 'semi-fresh', CONVERGENCE, REVIEWER],
    ...['position', 'position-passive', 'position-active', 'position-selective', 'summary', 'summary-selective'],
    ...['challenge', 'review', 'converge'],
  ],
  version: 2,
  outright: { challenge: ['action', 'target'], review: ['action', 'side', 'move'], converge: ['written'] },
  seats: seatsOf,
  calls,
  sampleStep,
  initial,
  evolve,
  next,
  admit,
  admitClose,
  transcript,
  view,
  blindSince,
  expendable,
  admitSeat,
  briefing,
  result,
});

export const format: Format<Options, State> = {
  ...withOpinions(debate, {
    seats: (options) =>
      seatsOf(options).flatMap(({ id, joinable }) => (sideOf(id) !== undefined && joinable !== true ? [id] : [])),
    isBallotDue: (state) => isComplete(state),
    blindActs: ['position', 'summary'],
    readerNames: nameSpeakers,
    language: languageOf,
    claims: CLAIM_RULES,
  }),
  explainOutcome(state, outcome, label) {
    const isUncompared = outcome === 'not-settled' && state.opinions?.options.ballot !== true;
    return isUncompared ? UNCOMPARED : debate.explainOutcome?.(state, outcome, label);
  },
};
