// What is due: plans, critiques, the composition, the votes on it; or that the debate has run its course.
import { jsonSchemaOf } from '../../domain/answers/read-answer.ts';
import type { JsonSchema } from '../../domain/answers/schema.ts';
import { overlap, wordsOf } from '../../domain/words/similarity.ts';
import type { Next, Step } from '../format.ts';
import { type DistinctStep, distinctSteps, planners, toJudge, wordOf } from './board.ts';
import { VOTES } from './data.ts';
import { dueNow } from './evolve.ts';
import { outcomeOf } from './final.ts';
import { labelOf, plannerOf, stepId } from './ids.ts';
import type { Mode, Options } from './options.ts';
import { sampleComposition, sampleCritique, samplePlan, sampleValidation } from './samples.ts';
import { composeSchema, critiqueSchemaOf, planSchema, validateSchema } from './schemas.ts';
import { initial, isBlind, type State } from './state.ts';

const CLOSED_BY_RULES = 'rules';

/** The text that asks for a critique in the first round. */
const CRITIQUE_TASK: Readonly<Record<Mode, string>> = {
  adversarial: 'attack',
  consensus: 'common-ground',
  collaborative: 'critique',
};

const cached = <Key, Value>(make: (key: Key) => Value) => {
  const made = new Map<Key, Value>();
  return (key: Key): Value => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
};

const schemaOf = cached((act: 'plan' | 'compose' | 'validate'): JsonSchema => {
  return jsonSchemaOf({ plan: planSchema, compose: composeSchema, validate: validateSchema }[act]);
});
const critiqueJsonSchema = cached((mode: Mode) => jsonSchemaOf(critiqueSchemaOf(mode, 1)));
const disputeJsonSchema = cached((mode: Mode) => jsonSchemaOf(critiqueSchemaOf(mode, 2)));

type Asked = Required<Pick<Step, 'id' | 'task' | 'label' | 'data' | 'values' | 'schema' | 'sample'>>;

function step(state: State, seat: string, act: string, asked: Asked): Step {
  return {
    ...asked,
    seat,
    act,
    values: { seat: labelOf(seat), ...asked.values },
    corrections: state.refused[seat]?.at(-1) ?? [],
  };
}

function planStep(state: State, seat: string): Step {
  const builds = !isBlind(state) && planners(state).length > 0;
  return step(state, seat, 'plan', {
    id: `plan-${seat}`,
    task: builds ? 'build-on' : 'plan',
    label: `${labelOf(seat)} plans`,
    data: { blind: isBlind(state) },
    values: {},
    schema: schemaOf('plan'),
    sample: (subject) => samplePlan(plannerOf(seat), builds, subject),
  });
}

function critiqueStep(state: State, seat: string): Step {
  const { mode, rounds } = state.options;
  const round = state.rounds + 1;
  const ids = toJudge(state, seat).map(({ id }) => id);
  return step(state, seat, 'critique', {
    id: `critique-${round}-${seat}`,
    task: round > 1 ? 'dispute' : CRITIQUE_TASK[mode],
    label: round > 1 ? `${labelOf(seat)} argues about disputed steps` : `${labelOf(seat)} cross-checks the other plans`,
    data: { round },
    values: { round: String(round), rounds: String(rounds), steps: ids.join(', ') },
    schema: round > 1 ? disputeJsonSchema(mode) : critiqueJsonSchema(mode),
    sample: () => sampleCritique(plannerOf(seat), ids, mode, round),
  });
}

/** Share of the words of two titles from which the composer is told that they may be after the same thing. */
const ALIKE = 0.5;

/** Ids of other steps of the same phase whose titles share most of their words. */
function alike(steps: readonly DistinctStep[], { proposals }: State): (step: DistinctStep) => readonly string[] {
  const words = new Map(proposals.map(({ id, title }) => [id, wordsOf(title ?? '')]));
  const share = (one: string, other: string) => {
    const { shared, all } = overlap(words.get(one) ?? new Set(), words.get(other) ?? new Set());
    return all === 0 ? 0 : shared / all;
  };
  return ({ id, phase }) =>
    steps.filter((each) => each.id !== id && each.phase === phase && share(id, each.id) > ALIKE).map((each) => each.id);
}

/** "- P1.2 (also P3.1): agree 2, modify 1, disagree 0; perhaps the same as P2.1", for each distinct step. */
function standing(state: State): string {
  const steps = distinctSteps(state);
  const alikeOf = alike(steps, state);
  return steps
    .map((each) => {
      const also = each.members.slice(1);
      const words = planners(state).map((seat) => wordOf(state, each, seat));
      const counts = VOTES.map((vote) => `${vote} ${words.filter((word) => word === vote).length}`).join(', ');
      const others = alikeOf(each);
      const hint = others.length === 0 ? '' : `; possibly the same as ${others.join(', ')}`;
      return `- ${each.id}${also.length === 0 ? '' : ` (also ${also.join(', ')})`}: ${counts}${hint}`;
    })
    .join('\n');
}

function composeStep(state: State, seat: string): Step {
  return step(state, seat, 'compose', {
    id: `compose-${seat}`,
    task: 'compose',
    label: `${labelOf(seat)} writes the common plan`,
    data: {},
    values: { steps: standing(state) },
    schema: schemaOf('compose'),
    sample: (subject) => sampleComposition(distinctSteps(state), subject),
  });
}

/** Ids that the votes on the composition are about. */
export function onBallot({ composition }: State): {
  readonly steps: readonly string[];
  readonly eliminated: readonly string[];
} {
  const steps = (composition?.steps ?? []).map((_, index) => stepId(index + 1));
  return { steps, eliminated: composition?.eliminated ?? [] };
}

function validateStep(state: State, seat: string): Step {
  const { steps, eliminated } = onBallot(state);
  return step(state, seat, 'validate', {
    id: `validate-${seat}`,
    task: 'validate',
    label: `${labelOf(seat)} votes on the common plan`,
    data: {},
    values: { steps: steps.join(', ') || 'none', eliminated: eliminated.join(', ') || 'none' },
    schema: schemaOf('validate'),
    sample: () => sampleValidation([...steps, ...eliminated]),
  });
}

const STEP_OF = { plan: planStep, critique: critiqueStep, compose: composeStep, validate: validateStep } as const;

export function next(state: State): Next {
  if (state.over) return { kind: 'over' };
  if (state.phase !== 'done') {
    const make = STEP_OF[state.phase];
    return { kind: 'ask', steps: dueNow(state).map((seat) => make(state, seat)) };
  }
  return {
    kind: 'close',
    close: { outcome: outcomeOf(state), decision: null, warnings: [], by: CLOSED_BY_RULES },
  };
}

export function calls({ planners: count, rounds }: Options): { atLeast: number; atMost: number } {
  if (count === 1) return { atLeast: 1, atMost: 1 };
  // Plans, composition and votes; planners who all propose the same steps have nothing to criticise.
  const framed = 2 * count;
  return { atLeast: framed, atMost: framed + count * rounds };
}

export function sampleStep(options: Options, seat: string): Step {
  return planStep(initial(options), seat);
}
