// What is due: who speaks, votes, revises or picks; or that the debate has run its course or met a limit.
import type { EventData } from '../../domain/events.ts';
import type { Answer } from '../../domain/question/answer.ts';
import { isClosed } from '../../domain/question/question.ts';
import { ask } from '../common/admission.ts';
import { closeByRules } from '../common/closing.ts';
import { settleOpinions } from '../common/opinions/settlement.ts';
import { listRejections, type OpinionState } from '../common/opinions/state.ts';
import type { Contribution, Due } from '../format.ts';
import { decideByVotes, findOtherAnswer } from './outcome.ts';
import { DEBATERS, type Debater, isDebater, PANEL, REVIEWER, type Voter } from './setup.ts';
import { countPlannedTurns, countTurns, hasPlannedRounds, type State } from './state.ts';

/** Whether every planned turn is made, or the mediator has ended the debate and Door has decided. */
export function isDebated(state: State): boolean {
  if (state.decision === undefined || state.last !== 'door') return false;
  if (state.turns >= countPlannedTurns(state)) return true;
  if (!hasPlannedRounds(state)) return state.picked === 'close';
  // With one turn left and Door just heard, another seat's turn could never be answered.
  return state.closing || (state.options.order === 'mediated' && state.turns >= countTurns(state) - 1);
}

/** The limit of the rules that ends the debate here; a debate that has run its course meets none. */
export function findLimit(state: State): EventData<'limit-reached'> | undefined {
  if (state.ended !== undefined || isDebated(state)) return undefined;
  const { maxTurns, maxRounds } = state.options;
  if (state.turns >= maxTurns) return { limit: 'turns', used: state.turns, max: maxTurns };
  const rounds = Math.floor(state.turns / DEBATERS.length);
  return rounds >= maxRounds ? { limit: 'rounds', used: rounds, max: maxRounds } : undefined;
}

function followSpeaker(seat: Debater | undefined): Debater {
  return DEBATERS[seat === undefined ? 0 : (DEBATERS.indexOf(seat) + 1) % DEBATERS.length] as Debater;
}

/** Who speaks next, or `undefined` when someone has to pick. */
function findSpeaker(state: State): Debater | undefined {
  const { order, mediator } = state.options;
  if (order === 'fixed') return followSpeaker(state.last);
  // A debate that runs by itself ends with Door, whoever was picked before.
  if (hasPlannedRounds(state) && state.turns >= countTurns(state) - 1) return 'door';
  if (state.fallback) return followSpeaker(state.last);
  if (mediator === 'rule') return state.last === 'wind' ? 'wall' : 'wind';
  if (state.picked !== 'close') return state.picked;
  return hasPlannedRounds(state) ? 'door' : undefined;
}

/** A text that does not give the answer that stands is no decision for it. */
function closeDebate(state: State, outcome: EventData<'debate-closed'>['outcome']): Due {
  return closeByRules(outcome, findOtherAnswer(state) === undefined ? state.decision : undefined);
}

function isMendable({ refinements, options, opinions }: State): boolean {
  const isClosedByAnswer = options.revise === 'open-questions' && opinions !== undefined && isClosed(opinions.question);
  return !isClosedByAnswer && refinements < options.maxRefinements;
}

/** The answer that Door has to write the decision for, which it is asked to do once. */
export function findAnswerToCarryOut(state: State): Answer | undefined {
  const { opinions, carriedOut } = state;
  if (opinions === undefined || carriedOut) return undefined;
  return listRejections(opinions).length > 0 && isMendable(state) ? undefined : findOtherAnswer(state);
}

const listMissingVotes = ({ ballot }: State, voters: readonly Voter[]) =>
  voters.filter((seat) => ballot[seat] === undefined);

/** After the ballot: back to Door with objections, or for the answer that the seats came to; then the reviewer, then the end. */
function nextAfterBallot(state: State, opinions: OpinionState): Due {
  const { review } = state.options;
  const canMend = isMendable(state);
  const isObjected = listRejections(opinions).length > 0 && !state.carriedOut;
  if ((isObjected && canMend) || findAnswerToCarryOut(state) !== undefined) return ask('revision', ['door']);
  const reviews = listMissingVotes(state, review ? [REVIEWER] : []);
  if (reviews.length > 0) return ask('vote', reviews);
  if (review && state.ballot[REVIEWER] === 'reject' && canMend) return ask('revision', ['door']);
  if (review && state.ballot[REVIEWER] !== 'approve') return closeDebate(state, decideByVotes(state));
  return closeDebate(state, settleOpinions({ ...state, opinions }).label);
}

/** The votes on a decision: the panel's, then the reviewer's on what the panel does not reject or cannot fix. A vote that cannot be read says nothing that Door could answer. */
function nextVote(state: State): Due {
  const { consensus, review, maxRefinements, ballot } = state.options;
  if (ballot && state.opinions !== undefined) return nextAfterBallot(state, state.opinions);
  const panel = consensus ? PANEL : [];
  const votes = listMissingVotes(state, panel);
  if (votes.length > 0) return ask('vote', votes);
  const rejects = (seat: Voter) => state.ballot[seat] === 'reject';
  const mendable = state.refinements < maxRefinements;
  if (panel.some(rejects) && mendable) return ask('revision', ['door']);
  const reviews = listMissingVotes(state, review ? [REVIEWER] : []);
  if (reviews.length > 0) return ask('vote', reviews);
  if (review && rejects(REVIEWER) && mendable) return ask('revision', ['door']);
  return closeDebate(state, decideByVotes(state));
}

export function next(state: State): Due {
  if (isDebated(state)) return nextVote(state);
  const limit = findLimit(state);
  if (limit !== undefined) return { kind: 'limit', limit };
  const seat = findSpeaker(state);
  return seat === undefined ? ask('pick', ['mediator']) : ask('turn', [seat]);
}

/** Manual turns in mediated order: anyone may be picked again where a pick counts, and without a pick anyone may speak. */
export function isAllowed(state: State, { seat, act, byHand }: Pick<Contribution, 'seat' | 'act' | 'byHand'>): boolean {
  const { order, rounds } = state.options;
  if (isDebated(state)) return false;
  if (act === 'pick')
    return byHand && seat === 'mediator' && findSpeaker({ ...state, picked: undefined }) === undefined;
  const isFree = order === 'mediated' && rounds === null && findSpeaker(state) === undefined;
  return act === 'turn' && isFree && isDebater(seat);
}

/** Whether a vote of Wind or Wall is missing; a limit changes nothing in that. */
export function isPanelVoting(state: State): boolean {
  const { consensus, ballot } = state.options;
  return consensus && !ballot && isDebated(state) && listMissingVotes(state, PANEL).length > 0;
}
