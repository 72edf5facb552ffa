// Experienced against fresh: one side knows the documents, the other does not; blind positions, typed answers to them, and
// what both come to by fixed rules.
import { defineFormat } from '../define-format.ts';
import { admit, admitClose, admitSeat } from './admit.ts';
import { briefing } from './briefing.ts';
import { evolve } from './evolve.ts';
import { calls, expendable, next, sampleStep } from './next.ts';
import { type Options, optionsSchema, recipes } from './options.ts';
import { result } from './result.ts';
import { CONVERGENCE, REVIEWER, seatsOf } from './seats.ts';
import { blindSince, initial, type State } from './state.ts';
import { transcript, view } from './transcript.ts';

export const format = defineFormat<Options, State>({
  id: 'asymmetric',
  title: 'Experienced against fresh',
  summary: 'One side knows the documents, the other only the question; each answers the other, point by point.',
  options: optionsSchema,
  recipes,
  prompts: [
    ...['experienced', 'fresh', 'semi-fresh', CONVERGENCE, REVIEWER, 'reading'],
    ...['position', 'position-passive', 'position-active', 'position-selective', 'summary', 'summary-selective'],
    ...['challenge', 'review', 'converge'],
  ],
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
