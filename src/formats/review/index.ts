// Several agents review a diff blind, judge each other's findings, argue about what is disputed, and vote on one report.
import { isDiff } from '../../domain/diffs/diff.ts';
import { PLATFORMS } from '../../domain/diffs/platform.ts';
import type { EventData } from '../../domain/events.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import { refuse } from '../common/admission.ts';
import { admitSynthesis } from '../common/closing.ts';
import type { ActEntry } from '../common/transcript.ts';
import { defineFormat } from '../define-format.ts';
import type { Admission, Step } from '../format.ts';
import { compose } from './acts/compose.ts';
import { cross } from './acts/cross.ts';
import { dispute } from './acts/dispute.ts';
import { review } from './acts/review.ts';
import { validate } from './acts/validate.ts';
import { listDissent } from './findings/dissent.ts';
import { explainOutcome } from './outcome.ts';
import { evolve, expendable, next } from './phases.ts';
import { buildBrief } from './result/markdown.ts';
import { buildData, result } from './result.ts';
import { createSeats, MAX_REVIEWERS, type Options, optionsSchema, recipes, seatIds } from './setup.ts';
import { initial, type State } from './state.ts';

const CLOSES_LATER: Problem = {
  code: 'rule-violation',
  message: 'A review closes under its rules, once the votes are in.',
  hint: 'Resume it, or end it with "debate-hall kill".',
};

/** Manually only what a limit has stopped, as nobody else may say that something was reviewed. */
function admitWords({ ended }: State, { outcome }: EventData<'debate-closed'>, text: string | undefined): Admission {
  return ended === 'limit' && outcome === 'stopped-by-limit' ? admitSynthesis(text) : refuse(CLOSES_LATER);
}

/** While several answer at once, nobody sees the others' answers. */
function view(entries: readonly ActEntry[], { seat, act, data }: Pick<Step, 'seat' | 'act' | 'data'>) {
  return entries.filter((entry) => {
    if (entry.act === undefined || entry.seat === seat) return true;
    return entry.act !== act || (act === 'dispute' && entry.round !== data['round']);
  });
}

function admitOpening({ context }: EventData<'debate-opened'>): Problem | undefined {
  if (context.some(isDiff)) return undefined;
  return {
    code: 'bad-input',
    message: 'There is no diff to review.',
    hint: 'Review a change with "debate-hall review", or pass a diff as context, such as git:main...HEAD.',
  };
}

export const format = defineFormat<Options, State>({
  id: 'review',
  version: 2,
  title: 'Review',
  summary:
    'Agents review a diff independently, cross-check each other’s findings, settle disputes, and vote on one report.',
  options: optionsSchema,
  recipes,
  panel: { option: 'reviewers', seats: seatIds({ reviewers: MAX_REVIEWERS }), perAgent: true },
  prompts: [
    ...PLATFORMS.map((platform) => `platform-${platform}`),
    ...(['review', 'review-again', 'cross', 'dispute', 'compose', 'validate'] as const),
  ],
  readsEarlierTexts: true,
  readable: ({ explore }) => (explore === true ? 'disk' : explore === false ? undefined : explore),
  seats: createSeats,
  acts: { review, cross, dispute, compose, validate },
  /** Nobody has findings; or all have, every round is held, one composes and the others vote. */
  calls: ({ reviewers, rounds }) =>
    reviewers === 1 ? { atLeast: 1, atMost: 1 } : { atLeast: reviewers, atMost: reviewers * (3 + rounds) },
  admitOpening,
  initial,
  evolve,
  next,
  admitManualClose: admitWords,
  closesLater: CLOSES_LATER,
  view,
  blindSince: ({ phase, from }) => (phase === 'compose' || phase === 'done' ? undefined : from),
  expendable,
  explainOutcome,
  dissent: listDissent,
  result,
  brief: (log, state) => buildBrief(buildData(log, state)),
});
