// Usable answers for a rehearsal, which knows nothing of the topic: a plan of its own for each planner, votes that differ a
// little, a composition of whatever was proposed.

import type { Mode } from './options.ts';
import type { DistinctStep } from './steps/standing.ts';

interface SampleStep {
  readonly phase: number;
  readonly title: string;
  readonly description: string;
  readonly dependencies?: readonly number[];
}

const FIRST: SampleStep = {
  phase: 1,
  title: 'Write down what counts as done',
  description: 'One page with the results that anyone can check; done when two people read it the same way.',
};

/** What each planner adds to what they all begin with. */
const OWN: readonly (readonly SampleStep[])[] = [
  [
    {
      phase: 1,
      title: 'Measure where we stand',
      description: 'Take the figures that the goal is about, before anything changes.',
    },
    {
      phase: 2,
      title: 'Do the smallest part that is useful alone',
      description: 'One part, used by one group; done when they use it.',
      dependencies: [1, 2],
    },
    {
      phase: 3,
      title: 'Decide on the rest by the figures',
      description: 'Compare with the first measurement; go on, change or stop.',
      dependencies: [3],
    },
  ],
  [
    {
      phase: 1,
      title: 'List what cannot be undone',
      description: 'Every step without a way back, and who would have to live with it.',
    },
    {
      phase: 2,
      title: 'Try the riskiest assumption first',
      description: 'A trial that costs little and can fail; done when it has an answer.',
      dependencies: [1, 2],
    },
    {
      phase: 3,
      title: 'Prepare the way back',
      description: 'Written and tried once, so that turning back takes a day at most.',
      dependencies: [2],
    },
  ],
  [
    {
      phase: 1,
      title: 'Ask those who will use it',
      description: 'Five conversations; done when the last one brings nothing new.',
    },
    {
      phase: 2,
      title: 'Do the smallest part that is useful alone',
      description: 'With the people who were asked; done when they come back to it.',
      dependencies: [1, 2],
    },
    {
      phase: 3,
      title: 'Hand over what is left',
      description: 'Name what stays open, with the sign that tells when it is due.',
      dependencies: [3],
    },
  ],
];

function createPlan(steps: readonly SampleStep[], planner: number): object {
  return {
    summary: `Planner ${planner} would begin with what can be checked, and keep the way back open.`,
    steps: steps.map((step) => ({ ...step, files: [], dependencies: [...(step.dependencies ?? [])] })),
    risks: ['The first measurement may come too late to compare with.'],
    open_questions: ['Who says that it is done?'],
  };
}

const MISSING: SampleStep = {
  phase: 2,
  title: 'Tell those who lose by it',
  description: 'Before they hear it elsewhere; done when each has answered.',
};

const lookAgain = (planner: number): SampleStep => ({
  phase: 3,
  title: `Look again after ${planner} weeks`,
  description: 'Half an hour with the page from the first step; done when each result is ticked or dropped.',
  dependencies: [1],
});

const listOwnSteps = (planner: number) => OWN[(planner - 1) % OWN.length] as readonly SampleStep[];
const toJson = (answer: object) => JSON.stringify(answer, null, 2);

export function samplePlan(planner: number, builds: boolean): string {
  const more = builds || planner > OWN.length ? [lookAgain(planner)] : [];
  return toJson(createPlan([FIRST, ...listOwnSteps(planner), ...more], planner));
}

/** Somebody disagrees with a first proposal, and lets go in the next round. */
export function sampleCritique(planner: number, ids: readonly string[], mode: Mode, round: number): string {
  const reviews = ids.map((step, index) => {
    if (round > 1 || (index + planner) % 4 !== 0)
      return { step, vote: 'agree', reason: 'It can be checked.', suggestion: null };
    return {
      step,
      vote: planner % 2 === 0 ? 'disagree' : 'modify',
      reason: 'Nobody can see from outside whether it is done.',
      suggestion: 'Name the sign by which one sees that it is done.',
    };
  });
  const weakest = { step: ids[0], attack: 'It depends on a figure that nobody has taken so far.' };
  const missing = { ...MISSING, files: [], dependencies: ids.slice(0, 1) };
  const first = {
    missing_steps: planner === 1 ? [missing] : [],
    ...(mode === 'adversarial' ? { weakest } : {}),
    ...(mode === 'consensus' ? { common_ground: 'All plans begin with what counts as done.' } : {}),
  };
  return toJson({ reviews, ...(round > 1 ? {} : first), overall: 'The order holds.' });
}

/** What a planner of a rehearsal gave this id to. */
function findSampleStep(id: string): SampleStep {
  const [planner = 1, number = 1] = id.slice(1).split('.').map(Number);
  const last = planner === 1 ? MISSING : lookAgain(planner);
  return [FIRST, ...listOwnSteps(planner), last][number - 1] ?? MISSING;
}

export function sampleComposition(distinct: readonly DistinctStep[]): string {
  const last = distinct.length > 3 ? distinct.at(-1) : undefined;
  const steps = distinct
    .filter((step) => step !== last)
    .map(({ id, members, phase, needs }) => ({
      from: members,
      phase,
      title: findSampleStep(id).title,
      description: findSampleStep(id).description,
      files: [],
      dependencies: needs.filter((need) => last?.members.includes(need) !== true),
    }));
  return toJson({
    summary: 'What most planners hold, in an order in which each step finds what it needs.',
    steps,
    eliminated: last === undefined ? [] : [{ step: last.id, reason: 'Another step does the same.' }],
    risks: ['The first measurement may come too late to compare with.'],
    open_questions: ['Who says that it is done?'],
  });
}

export function sampleValidation(ids: readonly string[]): string {
  return toJson({ votes: ids.map((step) => ({ step, vote: 'approve', reason: 'It keeps what was said.' })) });
}
