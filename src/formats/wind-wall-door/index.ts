// Wind proposes, Wall tests, Door decides; in a fixed order or with a mediator, with a vote on the decision if wanted.
import type { Range } from '../../domain/calls.ts';
import type { EventData, LedgerEvent } from '../../domain/events.ts';
import { accept, refuseViolation } from '../common/admission.ts';
import { admitManualClose } from '../common/closing.ts';
import type { ActEntry } from '../common/transcript.ts';
import { defineFormat } from '../define-format.ts';
import type { Admission, Step } from '../format.ts';
import { pick } from './acts/pick.ts';
import { revision } from './acts/revision.ts';
import { turn } from './acts/turn.ts';
import { listRejectingVotes, vote } from './acts/vote.ts';
import { checkCognition } from './cognition.ts';
import { findLimit, isAllowed, isDebated, isPanelVoting, next } from './next.ts';
import { explainDecision, explainVotes } from './outcome.ts';
import { DEBATERS, isDebater, listSeats, type Options, optionsSchema, PANEL, REVIEWER, recipes } from './setup.ts';
import { applyEvent, countPlannedTurns, countTurns, initial, type State, toRound } from './state.ts';

const isPicked = ({ order, mediator }: Options) => order === 'mediated' && mediator === 'seat';

/** Whether it ends with a decision of Door, which is voted on, rather than by a limit on its turns. */
function findEnd(options: Options): 'always' | 'never' | 'either' {
  const turns = countTurns({ options });
  if (options.rounds === null) return isPicked(options) && turns > 1 ? 'either' : 'never';
  return options.order === 'mediated' || turns >= countPlannedTurns({ options }) ? 'always' : 'never';
}

function ballots(options: Options): Range {
  const end = findEnd(options);
  return { atLeast: end === 'always' ? 1 : 0, atMost: end === 'never' ? 0 : 1 + options.maxRefinements };
}

/** Picks that cannot be used are none: the fixed order takes over. */
function calls(options: Options): Range {
  const turns = countTurns({ options });
  const end = findEnd(options);
  const picks = isPicked(options);
  if (end === 'never') return { atLeast: turns, atMost: picks ? 2 * turns : turns };
  const votes = (options.consensus && !options.ballot ? PANEL.length : 0) + (options.review ? 1 : 0);
  const refinements = votes > 0 || options.ballot ? options.maxRefinements : 0;
  const afterwards = votes + refinements * (1 + votes) + (options.ballot ? 1 : 0);
  const longest = picks ? 2 * turns - 1 : turns;
  // Without a number of rounds the mediator ends it once Door has spoken, or never.
  if (end === 'either')
    return { atLeast: Math.min(turns, 3 + votes), atMost: Math.max(2 * turns, longest + afterwards) };
  // A mediator may have Door decide once Wind and Wall have spoken; the last possible turn is Door's without a pick.
  const shortest = Math.min(DEBATERS.length, Math.max(1, turns - 1));
  const picked = shortest + Math.min(shortest, turns - 1);
  // In the fixed order the last but one may be Door's, too.
  const unpicked = turns % DEBATERS.length === 1 ? Math.max(1, turns - 1) : turns;
  return { atLeast: (picks ? Math.min(picked, unpicked) : turns) + votes, atMost: longest + afterwards };
}

/** Keeps with which event the vote of Wind and Wall began, while it lasts. */
function evolve(before: State, event: LedgerEvent): State {
  const state = applyEvent(before, event);
  const isVoting = isPanelVoting(state);
  if (isVoting === (state.votingFrom !== undefined)) return state;
  return { ...state, votingFrom: isVoting ? event.seq + 1 : undefined };
}

/** Shorter syntheses that a person writes are not held to the form of a decision. */
const SYNTHESIS_CHECKED_FROM = 100;

/** A synthesis needs the form of a decision. */
function admitSynthesis(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission {
  const admission = admitManualClose(state, close, text);
  if (!admission.ok || text === undefined) return admission;
  const { strictCognition } = state.options;
  if (!strictCognition && text.trim().length < SYNTHESIS_CHECKED_FROM) return admission;
  const { violations, advice } = checkCognition('LOGOS', text);
  if (strictCognition && violations.length > 0) return refuseViolation(violations);
  return accept({}, [...violations, ...advice]);
}

/** Everything, but the other's vote while both vote; the reviewer sees the votes, and only the mediator the picks. */
function view(entries: readonly ActEntry[], { seat, act }: Pick<Step, 'seat' | 'act'>): readonly ActEntry[] {
  const revised = entries.findLast((entry) => entry.act === 'revision')?.seq ?? 0;
  return entries.filter((entry) => {
    if (entry.act === 'pick') return act === 'pick';
    const isOfBallot = entry.act === 'vote' && entry.seq > revised;
    return !(act === 'vote' && seat !== REVIEWER && isOfBallot && entry.seat !== seat);
  });
}

export const format = defineFormat<Options, State>({
  id: 'wind-wall-door',
  title: 'Wind, Wall, Door',
  summary: 'Wind proposes, Wall tests, Door decides; optionally, Wind and Wall vote on the decision.',
  options: optionsSchema,
  recipes,
  prompts: [
    ...['wind', 'wall', 'door', 'mediator', 'reviewer'],
    ...['conclude', 'speak', 'decide', 'vote', 'refine', 'carry-out', 'pick'],
  ],
  version: 2,
  seats: listSeats,
  fullest: { order: 'mediated', mediator: 'seat', review: true },
  acts: { turn, vote, revision, pick },
  opinions: {
    seats: () => DEBATERS,
    votes: true,
    isBallotDue: isDebated,
    ballots,
    review: { seat: REVIEWER, act: 'vote', getVerdict: ({ ballot }) => ballot[REVIEWER] },
  },
  claims: {
    getRound: ({ turns }) => toRound(turns),
    couldReply: ({ data }) => data.act === 'turn' || data.act === 'revision',
  },
  calls,
  sampleAct: (_, seat) => (isDebater(seat) ? 'turn' : seat === REVIEWER ? 'vote' : 'pick'),
  initial,
  evolve,
  next,
  isAllowed,
  admitManualClose: admitSynthesis,
  consequences: (state) => {
    if (state.due[0] !== undefined) return [state.due[0]];
    const limit = findLimit(state);
    return limit === undefined ? [] : [{ type: 'limit-reached', data: limit }];
  },
  view,
  blindSince: ({ votingFrom }) => votingFrom,
  dissent: (log, state, known) => [...known, ...listRejectingVotes(log, state)],
  explainDecision,
  explainOutcome: (state, outcome, label) =>
    isDebated(state) || state.ballot[REVIEWER] !== undefined ? explainVotes(state, outcome, label) : undefined,
});
