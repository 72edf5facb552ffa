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

/** Ids of what as many want otherwise as hold it: a step of the plan, or that one is left out. */
function listSplit({ steps, eliminated }: FinalPlan, planners: number): readonly string[] {
  const split = [
    ...steps.filter(({ status, votes }) => status === 'disputed' && votes.agree <= votes.modify + votes.disagree),
    ...eliminated.filter(({ wantedBy }) => 2 * wantedBy.length >= planners),
  ];
  return split.map(({ id }) => id);
}

/** agreed: all who planned hold every step and want none back, also who left since; accepted: the same, but seats share a speaker; majority: most do; decided: one planner alone. */
export function decideOutcome(state: State): OutcomeKind {
  const plan = buildFinalPlan(state);
  const steps = plan?.steps ?? [];
  if (plan === undefined || steps.length === 0) return 'stable-disagreement';
  const planners = listPlanners(state);
  const isUnanimous = steps.every(({ words }) => planners.every((seat) => words[seat] === 'agree'));
  return settleItems({
    isSplit: listSplit(plan, planners.length).length > 0,
    isUnchecked: steps.some(({ status }) => status === 'unchecked'),
    isUnanimous: isUnanimous && listDissenters(plan).length === 0,
    people: state.people,
  });
}

/** Who wants something otherwise than the plan has it: "for Planner 2, S3 needs a change". */
const describeDissent = (dissenters: ReturnType<typeof listDissenters>, label: LabelSeat): readonly string[] =>
  dissenters.map(({ seat, id, holds }) => `for ${label(seat)}, ${id} ${holds}`);

/** The same, and who has not judged a step. */
function listExceptions(state: State, label: LabelSeat): readonly string[] {
  const plan = buildFinalPlan(state);
  if (plan === undefined) return [];
  const planners = listPlanners(state);
  const silent = plan.steps.flatMap(({ id, words }) => {
    const seats = planners.filter((seat) => words[seat] === undefined);
    return seats.length === 0 ? [] : [`${joinWords(seats.map(label))} did not judge ${id}`];
  });
  return [...describeDissent(listDissenters(plan), label), ...silent];
}

/** Of those with a plan, where they are not all. */
const formatPlanners = (state: State): string =>
  listPlanners(state).length === state.options.planners ? '' : ' who made a plan';

/** By how many the steps are held: who did not judge one does not hold it. */
function describeHolders(state: State): string {
  const planners = listPlanners(state).length;
  const isHeldByMost = buildFinalPlan(state)?.steps.every(({ votes }) => 2 * votes.agree > planners) === true;
  return isHeldByMost
    ? `Most planners${formatPlanners(state)} hold each step of the plan`
    : 'Each step of the plan is held by most of those who judged it';
}

export function explainOutcome(state: State, outcome: OutcomeKind, label: LabelSeat): string | undefined {
  switch (outcome) {
    case 'agreed':
    case 'accepted':
      return `Every planner${formatPlanners(state)} holds each step of the plan, and nobody wants one back that was left out.${describeSharing(state.people, label)}`;
    case 'majority':
      return `${describeHolders(state)}; ${joinFew(listExceptions(state, label))}.`;
    case 'decided':
      return 'The plan, or a step of it, rests on one planner alone.';
    case 'stable-disagreement': {
      const plan = buildFinalPlan(state);
      if (plan === undefined || plan.steps.length === 0) return 'No step of a plan is left.';
      const split = listSplit(plan, listPlanners(state).length);
      const dissenters = listDissenters(plan).filter(({ id }) => split.includes(id));
      return `At least as many planners want a part of the plan otherwise as hold it: ${joinFew(describeDissent(dissenters, label))}.`;
    }
    default:
      return undefined;
  }
}
