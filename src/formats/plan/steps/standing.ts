// Who stands where on each distinct step: same phase and title make one step, whoever proposed it and however often.
import { groupBy } from '../../../domain/group-by.ts';
import { STEP_VOTES, type StepVote } from '../data.ts';
import { consensusPercent, consensusPoints, type OwnScores } from '../scoring.ts';
import { plannerNumber } from '../setup.ts';
import { listActiveSeats, type Proposal, type State } from '../state.ts';

export interface DistinctStep {
  /** That of its first proposal: of the earliest round, then of the lowest planner. */
  readonly id: string;
  readonly phase: number;
  readonly needs: readonly string[];
  /** Ids of all its proposals. */
  readonly members: readonly string[];
  /** Seats. */
  readonly proposers: readonly string[];
}

function compareProposals(one: Proposal, other: Proposal): number {
  const numberIn = ({ id }: Proposal) => Number(id.slice(id.indexOf('.') + 1));
  return (
    one.round - other.round || plannerNumber(one.seat) - plannerNumber(other.seat) || numberIn(one) - numberIn(other)
  );
}

/** The same whichever planner was faster. */
export function groupProposals({ proposals }: Pick<State, 'proposals'>): readonly DistinctStep[] {
  const groups = groupBy([...proposals].sort(compareProposals), ({ id, same }) => same ?? id);
  return [...groups.values()].map((group) => {
    const [{ id, phase, needs }] = group;
    const members = group.map((each) => each.id);
    return { id, phase, needs, members, proposers: [...new Set(group.map(({ seat }) => seat))] };
  });
}

/** A planner's last word on a step; who proposed it holds it until it says otherwise. */
export function findVote({ words }: State, step: DistinctStep, seat: string): StepVote | undefined {
  return words[step.id]?.[seat] ?? (step.proposers.includes(seat) ? 'agree' : undefined);
}

export function listPlanners({ seats, plans }: State): readonly string[] {
  return seats.filter((seat) => plans[seat] !== undefined);
}

function isContested(state: State, step: DistinctStep): boolean {
  return (
    state.attacked.includes(step.id) || listPlanners(state).some((seat) => isObjection(findVote(state, step, seat)))
  );
}

export function isObjection(vote: StepVote | undefined): boolean {
  return vote === 'disagree' || vote === 'modify';
}

/** What a planner has to judge now: what it has said nothing on, and whatever is contested, its own included. */
export function listOpenSteps(state: State, seat: string): readonly DistinctStep[] {
  return groupProposals(state).filter((step) => findVote(state, step, seat) === undefined || isContested(state, step));
}

/** Percent; `undefined` with a single plan. */
export function computeConsensus(state: State): number | undefined {
  const all = listPlanners(state);
  const holders = groupProposals(state).map(
    (step) => all.filter((seat) => findVote(state, step, seat) === 'agree').length,
  );
  return consensusPercent(holders, all.length);
}

export interface Scores extends OwnScores {
  readonly seat: string;
  readonly consensus: number;
  readonly total: number;
}

/** Of all plans, in the order of the seats; thousandths of points. */
export function computeScores(state: State): readonly Scores[] {
  const percent = computeConsensus(state) ?? 0;
  return listPlanners(state).map((seat) => {
    const own = state.plans[seat] as OwnScores;
    const points = consensusPoints(own, percent);
    return { seat, ...own, consensus: points, total: own.clarity + own.completeness + own.feasibility + points };
  });
}

/** The best of those who are still there; of equals the first seat. */
export function findComposer(state: State): string | undefined {
  const here = listActiveSeats(state);
  return computeScores(state)
    .filter(({ seat }) => here.includes(seat))
    .toSorted((one, other) => other.total - one.total)[0]?.seat;
}

/** The least favourable of some words. */
export function findLeastFavourable(votes: readonly (StepVote | undefined)[]): StepVote | undefined {
  return STEP_VOTES.findLast((vote) => votes.includes(vote));
}
