// What is due: who speaks, votes, revises or picks; or that the debate has run its course or met a limit.
import type { EventData, LedgerEvent } from '../../domain/events.ts';
import type { Next, Step } from '../format.ts';
import type { Cognition } from './cognition.ts';
import type { Options } from './options.ts';
import {
  DEBATERS,
  type Debater,
  initial,
  isDebater,
  PANEL,
  PATIENCE,
  REVIEWER,
  roundOf,
  type State,
  type Voter,
} from './state.ts';

export const LABELS: Readonly<Record<string, string>> = {
  wind: 'Wind',
  wall: 'Wall',
  door: 'Door',
  mediator: 'Mediator',
  reviewer: 'Reviewer',
};

export const COGNITION_OF: Readonly<Record<Debater, Cognition>> = { wind: 'PATHOS', wall: 'ETHOS', door: 'LOGOS' };

const CLOSED_BY_RULES = 'rules';

/** Debating turns after which no further one is asked for, if the debate is to run by itself. */
function plannedTurns({ options }: State): number {
  return options.rounds === null ? Number.POSITIVE_INFINITY : options.rounds * DEBATERS.length;
}

function hardTurns({ options }: State): number {
  return Math.min(options.maxTurns, options.maxRounds * DEBATERS.length);
}

/** Whether every planned turn is made, or the mediator has ended the debate and Door has decided. */
export function debated(state: State): boolean {
  if (state.decision === undefined || state.last !== 'door') return false;
  if (state.turns >= plannedTurns(state)) return true;
  if (!runsByItself(state)) return state.picked === 'close';
  // With one turn left and Door just heard, another seat's turn could never be answered.
  return state.closing || (state.options.order === 'mediated' && state.turns >= lastTurn(state) - 1);
}

/** Whether a vote of Wind or Wall is missing; a limit changes nothing in that. */
function panelVotes(state: State): boolean {
  return state.options.consensus && debated(state) && PANEL.some((seat) => state.ballot[seat] === undefined);
}

/** Keeps with which event the vote of Wind and Wall began, while it lasts. */
export function markVoting(state: State, { seq }: LedgerEvent): State {
  const isVoting = panelVotes(state);
  if (isVoting === (state.votingFrom !== undefined)) return state;
  return { ...state, votingFrom: isVoting ? seq + 1 : undefined };
}

/** Whether it ends with a decision that Door is asked for; by hand, Door's newest words are the decision. */
export function runsByItself({ options }: State): boolean {
  return options.rounds !== null;
}

function lastTurn(state: State): number {
  return Math.min(plannedTurns(state), hardTurns(state));
}

/** The limit of the rules that ends the debate here; a debate that has run its course meets none. */
export function limitReached(state: State): EventData<'limit-reached'> | undefined {
  if (state.over || debated(state)) return undefined;
  const { maxTurns, maxRounds } = state.options;
  if (state.turns >= maxTurns) return { limit: 'turns', used: state.turns, max: maxTurns };
  const rounds = Math.floor(state.turns / DEBATERS.length);
  return rounds >= maxRounds ? { limit: 'rounds', used: rounds, max: maxRounds } : undefined;
}

function following(seat: Debater | undefined): Debater {
  return DEBATERS[seat === undefined ? 0 : (DEBATERS.indexOf(seat) + 1) % DEBATERS.length] as Debater;
}

/** Wind and Wall answer each other; Door speaks last. */
function ruledSpeaker(state: State): Debater {
  return state.last === 'wind' ? 'wall' : 'wind';
}

/** Who speaks next, or `undefined` when someone has to pick. */
export function speaker(state: State): Debater | undefined {
  const { order, mediator } = state.options;
  if (order === 'fixed') return following(state.last);
  // A debate that runs by itself ends with Door, whoever was picked before.
  if (runsByItself(state) && state.turns >= lastTurn(state) - 1) return 'door';
  if (state.fallback) return following(state.last);
  if (mediator === 'rule') return ruledSpeaker(state);
  if (state.picked !== 'close') return state.picked;
  return runsByItself(state) ? 'door' : undefined;
}

function step(
  state: State,
  seat: string,
  act: string,
  task: string,
  rest: Pick<Step, 'id' | 'label' | 'values'>,
): Step {
  return {
    ...rest,
    seat,
    act,
    task,
    data: act === 'turn' && seat in COGNITION_OF ? { cognition: COGNITION_OF[seat as Debater] } : {},
    corrections: state.refused[seat]?.at(-1) ?? [],
  };
}

/** Whether the debate is over with this turn of Door. */
function isLast(state: State, turn: number): boolean {
  if (turn >= lastTurn(state)) return true;
  if (!runsByItself(state) || state.options.order === 'fixed') return false;
  return state.picked === 'close' || turn >= lastTurn(state) - 1;
}

function speakStep(state: State, seat: Debater): Step {
  const turn = state.turns + 1;
  const round = roundOf(turn);
  const rounds = state.options.rounds ?? state.options.maxRounds;
  const decides = seat === 'door' && isLast(state, turn);
  return step(state, seat, 'turn', decides ? 'decide' : 'speak', {
    id: `turn-${turn}`,
    label: decides ? 'Door decides' : `${LABELS[seat]} speaks`,
    values: { seat: LABELS[seat] as string, round: String(round), rounds: String(rounds) },
  });
}

function pickStep(state: State): Step {
  const seats = DEBATERS.map((seat) => `${seat} (has spoken ${state.spoken[seat]} times)`).join(', ');
  return step(state, 'mediator', 'pick', 'pick', {
    id: `pick-${state.turns + 1}`,
    label: 'Mediator picks the next speaker',
    values: { seats },
  });
}

function voteSteps(state: State, voters: readonly Voter[]): Step[] {
  return voters
    .filter((seat) => state.ballot[seat] === undefined)
    .map((seat) =>
      step(state, seat, 'vote', 'vote', {
        id: `vote-${state.refinements + 1}-${seat}`,
        label: `${LABELS[seat]} votes`,
        values: { seat: LABELS[seat] as string },
      }),
    );
}

function revisionStep(state: State): Step {
  return step(state, 'door', 'revision', 'refine', {
    id: `revision-${state.refinements + 1}`,
    label: 'Door revises the decision',
    values: {
      refinement: String(state.refinements + 1),
      max_refinements: String(state.options.maxRefinements),
    },
  });
}

function close(state: State, outcome: EventData<'debate-closed'>['outcome']): Next {
  return {
    kind: 'close',
    close: { outcome, decision: { turn: state.decision as number }, warnings: [], by: CLOSED_BY_RULES },
  };
}

/** The votes on a decision: the panel's, then the reviewer's on what the panel would let pass or can not mend. */
function judged(state: State): Next {
  const { consensus, review, maxRefinements } = state.options;
  const panel = consensus ? PANEL : [];
  const votes = voteSteps(state, panel);
  if (votes.length > 0) return { kind: 'ask', steps: votes };
  const approves = (seat: Voter) => state.ballot[seat] === 'approve';
  const mendable = state.refinements < maxRefinements;
  if (!panel.every(approves) && mendable) return { kind: 'ask', steps: [revisionStep(state)] };
  const reviews = voteSteps(state, review ? [REVIEWER] : []);
  if (reviews.length > 0) return { kind: 'ask', steps: reviews };
  if (review && !approves(REVIEWER) && mendable) return { kind: 'ask', steps: [revisionStep(state)] };
  if (!panel.every(approves) || (review && !approves(REVIEWER))) return close(state, 'stable-disagreement');
  return close(state, consensus ? 'agreed' : 'decided');
}

export function next(state: State): Next {
  if (state.over) return { kind: 'over' };
  if (debated(state)) return judged(state);
  const limit = limitReached(state);
  if (limit !== undefined) return { kind: 'limit', limit };
  const seat = speaker(state);
  return { kind: 'ask', steps: [seat === undefined ? pickStep(state) : speakStep(state, seat)] };
}

/** Whether exactly this is asked for now. */
export function isDue(state: State, seat: string, act: string): boolean {
  // While the seats debate, who may speak is known without making the whole request to them, which takes longer.
  const debating = !state.over && !debated(state) && limitReached(state) === undefined;
  if (debating && act === 'turn' && speaker(state) === seat) return true;
  const due = next(state);
  return due.kind === 'ask' && due.steps.some((each) => each.seat === seat && each.act === act);
}

/** Whether this seat's answers to its present request have used up the rules' patience. */
export function outOfPatience(state: State, seat: string): boolean {
  return (state.refused[seat]?.length ?? 0) >= PATIENCE - 1;
}

export function calls(options: Options): { atLeast: number; atMost: number } {
  const turns = lastTurn(initial(options));
  const votes = (options.consensus ? PANEL.length : 0) + (options.review ? 1 : 0);
  const refinements = votes > 0 ? options.maxRefinements : 0;
  const picked = options.order === 'mediated' && options.mediator === 'seat';
  // A mediator may have Door decide once Wind and Wall have spoken; the last possible turn is Door's without a pick.
  const shortest = picked && options.rounds !== null ? Math.min(DEBATERS.length, Math.max(1, turns - 1)) : turns;
  const needed = (debating: number) => debating + (picked ? Math.min(debating, turns - 1) : 0) + votes;
  return { atLeast: needed(shortest), atMost: needed(turns) + refinements * (1 + votes) };
}

export function sampleStep(options: Options, seat: string): Step {
  const start = initial(options);
  if (seat === REVIEWER) return voteSteps(start, [REVIEWER])[0] as Step;
  return isDebater(seat) ? speakStep(start, seat) : pickStep(start);
}
