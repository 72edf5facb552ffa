// What a planning debate that has run its course comes to.
import type { OutcomeKind } from '../../domain/outcomes.ts';
import { settleItems } from '../../domain/question/settle-votes.ts';
import { describeSharing } from '../../domain/words/describe-settlement.ts';
import { joinFew, joinWords } from '../../domain/words/format-figures.ts';
import type { LabelSeat } from '../../domain/words/label-seats.ts';
import { listDissenters } from './result/dissent.ts';
import { buildFinalPlan, type FinalPlan } from './result/final-plan.ts';
import type { State } from './state.ts';
import { listPlanners } from './steps/standing.ts';

/** Whether as many want something otherwise as hold it: a step of the plan, or that one is left out. */
function isSplit({ steps, eliminated }: FinalPlan, planners: number): boolean {
  return (
    steps.some(({ status, votes }) => status === 'disputed' && votes.agree <= votes.modify + votes.disagree) ||
    eliminated.some(({ wantedBy }) => 2 * wantedBy.length >= planners)
  );
}

/** agreed: all who planned hold every step and want none back, also who left since; accepted: the same, but seats share a speaker; majority: most do; decided: one planner alone. */
export function decideOutcome(state: State): OutcomeKind {
  const plan = buildFinalPlan(state);
  const steps = plan?.steps ?? [];
  if (plan === undefined || steps.length === 0) return 'stable-disagreement';
  const planners = listPlanners(state);
  const isUnanimous = steps.every(({ words }) => planners.every((seat) => words[seat] === 'agree'));
  return settleItems({
    isSplit: isSplit(plan, planners.length),
    isUnchecked: steps.some(({ status }) => status === 'unchecked'),
    isUnanimous: isUnanimous && listDissenters(plan).length === 0,
    people: state.people,
  });
}

/** Who wants a step otherwise than the plan has it, or has not judged it: "for Planner 2, S3 needs a change". */
function listExceptions(state: State, label: LabelSeat): readonly string[] {
  const plan = buildFinalPlan(state);
  if (plan === undefined) return [];
  const planners = listPlanners(state);
  const silent = plan.steps.flatMap(({ id, words }) => {
    const seats = planners.filter((seat) => words[seat] === undefined);
    return seats.length === 0 ? [] : [`${joinWords(seats.map(label))} did not judge ${id}`];
  });
  return [...listDissenters(plan).map(({ seat, id, holds }) => `for ${label(seat)}, ${id} ${holds}`), ...silent];
}

/** By how many the steps are held: who did not judge one does not hold it. */
function describeHolders(state: State): string {
  const planners = listPlanners(state).length;
  const isHeldByMost = buildFinalPlan(state)?.steps.every(({ votes }) => 2 * votes.agree > planners) === true;
  return isHeldByMost
    ? 'Most planners hold each step of the plan'
    : 'Each step of the plan is held by most of those who judged it';
}

export function explainOutcome(state: State, outcome: OutcomeKind, label: LabelSeat): string | undefined {
  switch (outcome) {
    case 'agreed':
    case 'accepted': {
      const isWhole = listPlanners(state).length === state.options.planners;
      const all = isWhole ? 'Every planner' : 'Every planner who made a plan';
      return `${all} holds each step of the plan, and nobody wants one back that was left out.${describeSharing(state.people, label)}`;
    }
    case 'majority':
      return `${describeHolders(state)}; ${joinFew(listExceptions(state, label))}.`;
    case 'decided':
      return 'The plan, or a step of it, rests on one planner alone.';
    case 'stable-disagreement': {
      const isEmpty = (buildFinalPlan(state)?.steps ?? []).length === 0;
      return isEmpty
        ? 'No step of a plan is left.'
        : `At least as many planners want a part of the plan otherwise as hold it: ${joinFew(listExceptions(state, label))}.`;
    }
    default:
      return undefined;
  }
}
