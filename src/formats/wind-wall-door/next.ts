// What is due: who speaks, votes, revises or picks; or that the debate has run its course or met a limit.
import type { EventData } from '../../domain/events.ts';
import { type Answer, isSameAnswer } from '../../domain/question/answer.ts';
import { isClosed } from '../../domain/question/question.ts';
import { settleApproval } from '../../domain/question/settle.ts';
import { countRefusals } from '../common/base-state.ts';
import { closeByRules } from '../common/closing.ts';
import { settle } from '../common/opinions/settlement.ts';
import { forgetVotes, listRejections, listUnballoted, type OpinionState } from '../common/opinions/state.ts';
import type { DueSteps, StepRequest } from '../define-format.ts';
import type { Options } from './options.ts';
import { requestCarryingOut, requestPick, requestRevision, requestTurn, requestVotes } from './requests.ts';
import { DEBATERS, type Debater, isDebater, PANEL, REVIEWER, type Voter } from './seats.ts';
import { countPlannedTurns, countTurns, hasPlannedRounds, initial, PATIENCE, type State } from './state.ts';

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

/** Wind and Wall answer each other; Door speaks last. */
function alternateSpeaker(state: State): Debater {
  return state.last === 'wind' ? 'wall' : 'wind';
}

/** Who speaks next, or `undefined` when someone has to pick. */
export function findSpeaker(state: State): Debater | undefined {
  const { order, mediator } = state.options;
  if (order === 'fixed') return followSpeaker(state.last);
  // A debate that runs by itself ends with Door, whoever was picked before.
  if (hasPlannedRounds(state) && state.turns >= countTurns(state) - 1) return 'door';
  if (state.fallback) return followSpeaker(state.last);
  if (mediator === 'rule') return alternateSpeaker(state);
  if (state.picked !== 'close') return state.picked;
  return hasPlannedRounds(state) ? 'door' : undefined;
}

function closeDebate(state: State, outcome: EventData<'debate-closed'>['outcome']): DueSteps {
  return closeByRules(outcome, state.decision);
}

function isMendable({ refinements, options, opinions }: State): boolean {
  const isClosedByAnswer = options.revise === 'open-questions' && opinions !== undefined && isClosed(opinions.question);
  return !isClosedByAnswer && refinements < options.maxRefinements;
}

/** The answer that the openings and the ballot come to, where the decision gives another one and Door has not yet followed it. */
export function findAnswerToCarryOut(state: State): Answer | undefined {
  const { opinions, decided, carriedOut } = state;
  if (opinions === undefined || carriedOut || decided === undefined || listUnballoted(opinions).length > 0)
    return undefined;
  if (listRejections(opinions).length > 0 && isMendable(state)) return undefined;
  // The votes are on a text for another answer, which will not stand.
  const { answer } = settle({ ...state, opinions: forgetVotes(opinions) });
  return answer === undefined || isSameAnswer(answer, decided) ? undefined : answer;
}

/** After the ballot: back to Door with objections, or for the answer that the seats came to; then the reviewer, then the end. */
function nextAfterBallot(state: State, opinions: OpinionState): DueSteps {
  const { review } = state.options;
  if (listRejections(opinions).length > 0 && isMendable(state) && !state.carriedOut) {
    return { kind: 'ask', steps: [requestRevision(state)] };
  }
  const answer = findAnswerToCarryOut(state);
  if (answer !== undefined) return { kind: 'ask', steps: [requestCarryingOut(opinions, answer)] };
  const reviews = requestVotes(state, review ? [REVIEWER] : []);
  if (reviews.length > 0) return { kind: 'ask', steps: reviews };
  if (review && state.ballot[REVIEWER] !== 'approve') {
    return isMendable(state) && !state.carriedOut
      ? { kind: 'ask', steps: [requestRevision(state)] }
      : closeDebate(state, settleApproval([], [false]));
  }
  return closeDebate(state, settle({ ...state, opinions }).label);
}

/** The votes on a decision: the panel's, then the reviewer's on what the panel would approve or cannot fix. */
function nextVote(state: State): DueSteps {
  const { consensus, review, maxRefinements, ballot } = state.options;
  if (ballot && state.opinions !== undefined) return nextAfterBallot(state, state.opinions);
  const panel = consensus ? PANEL : [];
  const votes = requestVotes(state, panel);
  if (votes.length > 0) return { kind: 'ask', steps: votes };
  const approves = (seat: Voter) => state.ballot[seat] === 'approve';
  const mendable = state.refinements < maxRefinements;
  if (!panel.every(approves) && mendable) return { kind: 'ask', steps: [requestRevision(state)] };
  const reviews = requestVotes(state, review ? [REVIEWER] : []);
  if (reviews.length > 0) return { kind: 'ask', steps: reviews };
  if (review && !approves(REVIEWER) && mendable) return { kind: 'ask', steps: [requestRevision(state)] };
  return closeDebate(state, settleApproval(panel.map(approves), review ? [approves(REVIEWER)] : []));
}

export function next(state: State): DueSteps {
  if (state.ended !== undefined) return { kind: 'over' };
  if (isDebated(state)) return nextVote(state);
  const limit = findLimit(state);
  if (limit !== undefined) return { kind: 'limit', limit };
  const seat = findSpeaker(state);
  return { kind: 'ask', steps: [seat === undefined ? requestPick(state) : requestTurn(state, seat)] };
}

/** Whether exactly this is asked for now. */
export function isDue(state: State, seat: string, act: string): boolean {
  // While the seats debate, who may speak is known without making the whole request to them, which takes longer.
  const debating = state.ended === undefined && !isDebated(state) && findLimit(state) === undefined;
  if (debating && act === 'turn' && findSpeaker(state) === seat) return true;
  const due = next(state);
  return due.kind === 'ask' && due.steps.some((each) => each.seat === seat && each.act === act);
}

/** Whether the answers of this seat to the present vote have used up the rules' patience. */
export function isOutOfPatience(state: State, seat: string): boolean {
  return countRefusals(state, seat, 'vote') >= PATIENCE - 1;
}

export function calls(options: Options): { atLeast: number; atMost: number } {
  const turns = countTurns(initial(options));
  const votes = (options.consensus && !options.ballot ? PANEL.length : 0) + (options.review ? 1 : 0);
  const refinements = votes > 0 || options.ballot ? options.maxRefinements : 0;
  const picked = options.order === 'mediated' && options.mediator === 'seat';
  // A mediator may have Door decide once Wind and Wall have spoken; the last possible turn is Door's without a pick.
  const shortest = picked && options.rounds !== null ? Math.min(DEBATERS.length, Math.max(1, turns - 1)) : turns;
  const needed = (debating: number) => debating + (picked ? Math.min(debating, turns - 1) : 0) + votes;
  const carriedOut = options.ballot ? 1 : 0;
  return { atLeast: needed(shortest), atMost: needed(turns) + refinements * (1 + votes) + carriedOut };
}

export function sampleStep(options: Options, seat: string): StepRequest {
  const start = initial(options);
  if (seat === REVIEWER) return requestVotes(start, [REVIEWER])[0] as StepRequest;
  return isDebater(seat) ? requestTurn(start, seat) : requestPick(start);
}
