// Several agents review a diff blind, judge each other's findings, argue about what is disputed, and vote on one report.

import { isDiff } from '../../domain/diffs/given-diffs.ts';
import { PLATFORMS } from '../../domain/diffs/platform.ts';
import type { EventData } from '../../domain/events.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import { defineFormat } from '../define-format.ts';
import { admit, admitClose } from './admit.ts';
import { VERSION } from './answers.ts';
import { evolve } from './evolve.ts';
import { listDissent } from './findings/dissent.ts';
import { calls, expendable, isBlind, isDue, next } from './next.ts';
import { MAX_REVIEWERS, type Options, optionsSchema, recipes } from './options.ts';
import { explainOutcome } from './outcome.ts';
import { result } from './result.ts';
import { seatIds, seatsOf } from './seats.ts';
import { initial, type State } from './state.ts';
import { transcript, view } from './transcript.ts';

function admitOpening({ context }: EventData<'debate-opened'>): Problem | undefined {
  if (context.some(isDiff)) return undefined;
  return {
    code: 'bad-input',
    message: 'There is no diff to review.',
    hint: 'Start it with "debate-hall review", or pass a diff as context, such as --context git:main...HEAD.',
  };
}

export const format = defineFormat<Options, State>({
  id: 'review',
  version: VERSION,
  title: 'Review',
  summary:
    'Agents review a diff independently, cross-check each other’s findings, settle disputes, and vote on one report.',
  options: optionsSchema,
  recipes,
  panel: { option: 'reviewers', seats: seatIds({ reviewers: MAX_REVIEWERS }), fewest: 1, perAgent: true },
  prompts: [
    ...PLATFORMS.map((platform) => `platform-${platform}`),
    ...(['review', 'cross', 'dispute', 'compose', 'validate'] as const),
  ],
  readsEarlierTexts: true,
  readable: ({ explore }) => (explore === true ? 'disk' : explore === false ? undefined : explore),
  seats: seatsOf,
  calls,
  admitOpening,
  initial,
  evolve,
  isDue,
  next,
  admit,
  admitClose,
  transcript,
  view,
  blindSince: (state) => (isBlind(state) ? state.from : undefined),
  expendable,
  explainOutcome,
  dissent: listDissent,
  result,
});
