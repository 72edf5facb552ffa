// The course of opinions within a debate: openings first, then what they decide, and the final answers when they are due.

import type { DueSteps } from '../../define-format.ts';
import type { SeatSpec } from '../../format.ts';
import type { BaseState } from '../base-state.ts';
import { closeByRules } from '../closing.ts';
import { requestBallots, requestChallenge, requestOpenings } from './requests.ts';
import { hasVote, type OpinionRules } from './rules.ts';
import { settle } from './settlement.ts';
import { doOpeningsAgree, listUnballoted, listUnopened, type OpinionState } from './state.ts';

/** The seat that looks for what the others missed: the second one, as the first is often the one that proposes. */
function findChallenger({ seats }: OpinionState): string {
  return seats[1] ?? seats[0] ?? '';
}

/** Whether all openings are in and leave something to debate. */
export function hasPassedGate(opinions: OpinionState): boolean {
  const { gate } = opinions.options;
  if (listUnopened(opinions).length > 0) return false;
  return gate === 'off' || opinions.debated || opinions.challengeStands === true || !doOpeningsAgree(opinions);
}

function passGate(
  { numberedClaims }: BaseState,
  opinions: OpinionState,
  specs: readonly SeatSpec[],
): DueSteps | undefined {
  const { gate } = opinions.options;
  if (hasPassedGate(opinions)) return undefined;
  if (gate === 'challenge' && opinions.challengeStands === undefined) {
    return { kind: 'ask', steps: [requestChallenge(opinions, specs, findChallenger(opinions))] };
  }
  return closeByRules(settle({ opinions, numberedClaims }).label);
}

/** What is due of opinions now; `undefined`: the format goes on by its own rules. */
export function nextOpinion<State extends BaseState>(
  state: State,
  rules: OpinionRules<never, State>,
  specs: readonly SeatSpec[],
): DueSteps | undefined {
  const { opinions } = state;
  if (opinions === undefined || opinions.seats.length === 0) return undefined;
  const openings = requestOpenings(opinions, specs);
  if (openings.length > 0) return { kind: 'ask', steps: openings };
  const gated = opinions.options.openings ? passGate(state, opinions, specs) : undefined;
  if (gated !== undefined) return gated;
  if (!isBallotPhase(state, rules)) return undefined;
  const steps = requestBallots(opinions, specs, {
    votes: hasVote(rules, opinions),
    claims: state.numberedClaims,
    number: rules.ballotNumber?.(state) ?? 1,
    dissenter: rules.findRehearsedDissenter?.(opinions.seats),
  });
  return { kind: 'ask', steps };
}

function isBallotPhase<State extends BaseState>(state: State, rules: OpinionRules<never, State>): boolean {
  const { opinions } = state;
  if (opinions?.options.ballot !== true || listUnballoted(opinions).length === 0) return false;
  return rules.isBallotDue(state);
}

/** Keeps with which event a blind phase of opinions began, while it lasts. */
export function markBlind<State extends BaseState>(
  state: State,
  rules: OpinionRules<never, State>,
  seq: number,
): State {
  const { opinions } = state;
  if (opinions === undefined) return state;
  const isBlind = listUnopened(opinions).length > 0 || isBallotPhase(state, rules);
  if (isBlind === (opinions.blindFrom !== undefined)) return state;
  const { blindFrom: _, ...rest } = opinions;
  return { ...state, opinions: isBlind ? { ...opinions, blindFrom: seq + 1 } : rest };
}
