// Experienced against fresh: one side knows the documents, the other does not; blind positions, typed answers to them, and
// what both come to by fixed rules.
import { defined } from '../../domain/defined.ts';
import { claimEntriesIn } from '../common/claims/entries.ts';
import type { ClaimRules } from '../common/claims/keep.ts';
import { isOpinionAct } from '../common/opinions/data.ts';
import type { ActEntry } from '../common/transcript.ts';
import type { ActContext } from '../define-act.ts';
import { defineFormat } from '../define-format.ts';
import type { Step } from '../format.ts';
import { challenge } from './acts/challenge.ts';
import { converge } from './acts/converge.ts';
import { listPointWords, position } from './acts/position.ts';
import { review } from './acts/review.ts';
import { summary } from './acts/summary.ts';
import { MOVE_OF } from './answers.ts';
import { briefing } from './briefing.ts';
import type { Points } from './data.ts';
import { admitSeat, calls, expendable, isAllowed, next } from './next.ts';
import { explainOutcome } from './outcome.ts';
import { getOverview, readPointWords } from './overview.ts';
import { result } from './result.ts';
import {
  CONVERGENCE,
  getSide,
  listSeats,
  MAX_SEATS,
  type Options,
  optionsSchema,
  REVIEWER,
  readRole,
  recipes,
} from './setup.ts';
import { nameSpeakers } from './speakers.ts';
import {
  blindSince,
  evolve,
  findRejection,
  getVerdict,
  initial,
  isComplete,
  isOverridden,
  listRejecting,
  type State,
} from './state.ts';
import { nameLanguage } from './words.ts';

/** `what` was said, whoever says it now. */
function isVisible(entry: ActEntry, what: string | undefined, { seat, act }: Pick<Step, 'seat' | 'act'>): boolean {
  const role = readRole(seat);
  if (act === 'position') return role === 'semi-fresh' && what === 'summary';
  if (act === 'summary')
    return what === 'position' && entry.seat !== undefined && readRole(entry.seat) === 'experienced';
  if (act === 'challenge') return what === 'position' || (what === 'summary' && role === 'semi-fresh');
  const judged = what === 'position' || what === 'challenge';
  if (act === 'ballot') return judged;
  return seat === REVIEWER ? judged || what === 'summary' : seat === CONVERGENCE && judged;
}

/** Overrides are what a side says now; approvals are no part of the debate, nor is what was replaced. */
function view(
  entries: readonly ActEntry[],
  step: Pick<Step, 'seat' | 'act'>,
  history: Pick<ActContext<never>, 'log'>,
): readonly ActEntry[] {
  const { positions, points, overrides } = getOverview(history);
  const standing = new Set([...positions, ...points].map(({ seq }) => seq));
  return entries.filter((entry) => {
    const { act, seq } = entry;
    if (act === undefined || isOpinionAct(act)) return true;
    const counts = act === 'position' || act === 'challenge';
    if (counts && !standing.has(seq)) return false;
    const override = overrides.find((each) => each.seq === seq)?.what;
    const what = act === 'review' ? (override === 'challenges' ? 'challenge' : override) : act;
    return isVisible(entry, what, step);
  });
}

/** Points as claims: each has a number of its own, and may reply to a claim of an opening. */
const CLAIMS: ClaimRules<State> = {
  readEntries: ({ act, data }) =>
    act === 'challenge'
      ? (data['points'] as unknown as Points).map(({ action, claim, as }) =>
          defined({ claim, move: claim === undefined ? undefined : MOVE_OF[action], as }),
        )
      : claimEntriesIn(data),
  readWords: (text, { act, data }) =>
    act === 'challenge'
      ? readPointWords(data['points'] as unknown as Points, text).map((said) => said?.point)
      : listPointWords(text, claimEntriesIn(data)),
  getRound: () => 1,
  // All challenges are made at the same time, so none of them can answer another.
  couldReply: ({ data }, _, madeIn) => data.act === 'challenge' && madeIn.data.act !== 'challenge',
  isReplaced: isOverridden,
};

export const format = defineFormat<Options, State>({
  id: 'asymmetric',
  title: 'Experienced against fresh',
  summary: 'One side knows the documents, the other only the question; each answers the other, point by point.',
  options: optionsSchema,
  recipes,
  prompts: [
    ...['experienced', 'fresh', 'semi-fresh', CONVERGENCE, REVIEWER],
    ...['position', 'position-passive', 'position-active', 'position-selective', 'summary', 'summary-selective'],
    ...['challenge', 'review', 'review-openings', 'converge'],
  ],
  version: 2,
  seats: listSeats,
  fullest: { deepN: MAX_SEATS - 1, joining: true, pauseAt: 'challenge' },
  readerNames: nameSpeakers,
  acts: { position, summary, challenge, review, converge },
  opinions: {
    seats: (options) =>
      listSeats(options).flatMap(({ id, joinable }) => (getSide(id) !== undefined && joinable !== true ? [id] : [])),
    isBallotDue: (state) => isComplete(state) && findRejection(state) === undefined,
    review: { seat: REVIEWER, act: 'review', getVerdict },
    // A reviewer may end the debate before it.
    ballots: ({ pauseAt }) => ({ atLeast: pauseAt === null ? 1 : 0, atMost: 1 }),
    blindActs: ['position', 'summary'],
    language: nameLanguage,
  },
  claims: CLAIMS,
  calls,
  sampleAct: (_, seat) => (seat === REVIEWER ? 'review' : seat === CONVERGENCE ? 'converge' : 'position'),
  initial,
  evolve,
  next,
  isAllowed,
  view,
  blindSince,
  expendable,
  admitSeat,
  briefing,
  dissent: (_, state, known) => [...known, ...listRejecting(state)],
  explainOutcome,
  result,
});
