// What a planning debate that has run its course comes to, by the rules that it was opened with.
import type { OutcomeKind } from '../../domain/outcomes.ts';
import { listDissenters } from './result/dissent.ts';
import { buildFinalPlan, type FinalPlan, type FinalStep } from './result/final-plan.ts';
import { listActiveSeats } from './seats.ts';
import type { State } from './state.ts';
import { computeConsensus, listPlanners } from './steps/standing.ts';

/** Any objection is a disagreement, and silence is none. */
function decideByFirstRules(state: State, steps: readonly FinalStep[]): OutcomeKind {
  if (steps.some(({ status }) => status === 'disputed')) return 'stable-disagreement';
  const percent = computeConsensus(state);
  const confident = percent !== undefined && percent >= state.options.confidenceThreshold;
  return confident && steps.every(({ status }) => status === 'agreed') ? 'agreed' : 'decided';
}

/** Whether as many want something otherwise as hold it: a step of the plan, or that one is left out. */
function isSplit({ steps, eliminated }: FinalPlan, planners: number): boolean {
  return (
    steps.some(({ status, votes }) => status === 'disputed' && votes.agree <= votes.modify + votes.disagree) ||
    eliminated.some(({ wantedBy }) => 2 * wantedBy.length >= planners)
  );
}

/** agreed: all who planned hold every step and want none back; majority: most do; decided: one planner alone. */
export function decideOutcome(state: State): OutcomeKind {
  const plan = buildFinalPlan(state);
  const steps = plan?.steps ?? [];
  if (plan === undefined || steps.length === 0) return 'stable-disagreement';
  if (state.rulesVersion === 1) return decideByFirstRules(state, steps);
  if (isSplit(plan, listPlanners(state).length)) return 'stable-disagreement';
  if (steps.some(({ status }) => status === 'unchecked')) return 'decided';
  const here = listActiveSeats(state);
  const planners = listPlanners(state).filter((seat) => here.includes(seat));
  const isUnanimous = steps.every(({ words }) => planners.every((seat) => words[seat] === 'agree'));
  return isUnanimous && listDissenters(plan).length === 0 ? 'agreed' : 'majority';
}

export function explainOutcome({ rulesVersion }: State, outcome: OutcomeKind): string | undefined {
  switch (outcome) {
    case 'agreed':
      return rulesVersion === 1
        ? 'Every planner who said something on a step holds it; some may have said nothing.'
        : 'Every planner holds each step of the plan, and nobody wants one back that was left out.';
    case 'majority':
      return 'Most planners hold each step of the plan; not all do, or one that was left out is still wanted.';
    case 'decided':
      return rulesVersion === 1
        ? 'Nobody objects, but someone said nothing or the overlap of the plans is small; or someone closed the debate.'
        : 'The plan, or a step of it, rests on one planner alone.';
    default:
      return undefined;
  }
}
