// What a planner is asked for in each phase.
import { measureOverlap, wordsOf } from '../../domain/words/similarity.ts';
import { defineJsonSchemas } from '../common/json-schemas.ts';
import type { StepRequest } from '../define-format.ts';
import { composeSchema, critiqueSchemas, disputeSchema, planSchema, validateSchema } from './answers.ts';
import { VOTES } from './data.ts';
import type { Mode } from './options.ts';
import { sampleComposition, sampleCritique, samplePlan, sampleValidation } from './samples.ts';
import { labelOf, plannerNumber } from './seats.ts';
import { isBlind, type State } from './state.ts';
import { formatStepId } from './steps/ids.ts';
import { type DistinctStep, findVote, groupProposals, listOpenSteps, listPlanners } from './steps/standing.ts';

/** The text that asks for a critique in the first round. */
const CRITIQUE_TASK: Readonly<Record<Mode, string>> = {
  adversarial: 'attack',
  consensus: 'common-ground',
  collaborative: 'critique',
};

const schemaOf = defineJsonSchemas(() => ({
  plan: planSchema,
  compose: composeSchema,
  validate: validateSchema,
  dispute: disputeSchema,
  adversarial: critiqueSchemas.adversarial,
  consensus: critiqueSchemas.consensus,
  collaborative: critiqueSchemas.collaborative,
}));

export type Asked = Required<Pick<StepRequest, 'id' | 'task' | 'label' | 'data' | 'values' | 'schema' | 'sample'>>;

export function createStep(seat: string, act: string, asked: Asked): StepRequest {
  return {
    ...asked,
    seat,
    act,
    values: { seat: labelOf(seat), ...asked.values },
  };
}

export function requestPlan(state: State, seat: string): StepRequest {
  const builds = !isBlind(state) && listPlanners(state).length > 0;
  return createStep(seat, 'plan', {
    id: `plan-${seat}`,
    task: builds ? 'build-on' : 'plan',
    label: `${labelOf(seat)} plans`,
    data: { blind: isBlind(state) },
    values: {},
    schema: schemaOf('plan'),
    sample: (subject) => samplePlan(plannerNumber(seat), builds, subject),
  });
}

export function requestCritique(state: State, seat: string): StepRequest {
  const { mode, rounds } = state.options;
  const round = state.rounds + 1;
  const ids = listOpenSteps(state, seat).map(({ id }) => id);
  return createStep(seat, 'critique', {
    id: `critique-${round}-${seat}`,
    task: round > 1 ? 'dispute' : CRITIQUE_TASK[mode],
    label: round > 1 ? `${labelOf(seat)} argues about disputed steps` : `${labelOf(seat)} cross-checks the other plans`,
    data: { round },
    values: { round: String(round), rounds: String(rounds), steps: ids.join(', ') },
    schema: schemaOf(round > 1 ? 'dispute' : mode),
    sample: () => sampleCritique(plannerNumber(seat), ids, mode, round),
  });
}

/** Share of the words of two titles from which the composer gets a hint that they may be after the same thing. */
const SIMILAR = 0.5;

/** Ids of other steps of the same phase whose titles share most of their words. */
function createSimilarityFinder(
  steps: readonly DistinctStep[],
  { proposals }: State,
): (step: DistinctStep) => readonly string[] {
  const words = new Map(proposals.map(({ id, title }) => [id, wordsOf(title ?? '')]));
  const share = (one: string, other: string) => {
    const { shared, all } = measureOverlap(words.get(one) ?? new Set(), words.get(other) ?? new Set());
    return all === 0 ? 0 : shared / all;
  };
  return ({ id, phase }) =>
    steps
      .filter((each) => each.id !== id && each.phase === phase && share(id, each.id) > SIMILAR)
      .map((each) => each.id);
}

/** "- P1.2 (also P3.1): agree 2, modify 1, disagree 0; perhaps the same as P2.1", for each distinct step. */
function formatStanding(state: State): string {
  const steps = groupProposals(state);
  const alikeOf = createSimilarityFinder(steps, state);
  return steps
    .map((each) => {
      const also = each.members.slice(1);
      const words = listPlanners(state).map((seat) => findVote(state, each, seat));
      const counts = VOTES.map((vote) => `${vote} ${words.filter((word) => word === vote).length}`).join(', ');
      const others = alikeOf(each);
      const hint = others.length === 0 ? '' : `; possibly the same as ${others.join(', ')}`;
      return `- ${each.id}${also.length === 0 ? '' : ` (also ${also.join(', ')})`}: ${counts}${hint}`;
    })
    .join('\n');
}

export function requestComposition(state: State, seat: string): StepRequest {
  return createStep(seat, 'compose', {
    id: `compose-${seat}`,
    task: 'compose',
    label: `${labelOf(seat)} writes the common plan`,
    data: {},
    values: { steps: formatStanding(state) },
    schema: schemaOf('compose'),
    sample: (subject) => sampleComposition(groupProposals(state), subject),
  });
}

/** Ids that the votes on the composition are about. */
export function listBallot({ composition }: State): {
  readonly steps: readonly string[];
  readonly eliminated: readonly string[];
} {
  const steps = (composition?.steps ?? []).map((_, index) => formatStepId(index + 1));
  return { steps, eliminated: composition?.eliminated ?? [] };
}

export function requestVotes(state: State, seat: string): StepRequest {
  const { steps, eliminated } = listBallot(state);
  return createStep(seat, 'validate', {
    id: `validate-${seat}`,
    task: 'validate',
    label: `${labelOf(seat)} votes on the common plan`,
    data: {},
    values: { steps: steps.join(', ') || 'none', eliminated: eliminated.join(', ') || 'none' },
    schema: schemaOf('validate'),
    sample: () => sampleValidation([...steps, ...eliminated]),
  });
}
