// Usable answers for a rehearsal, which calls no model: a plan of its own for each planner, votes that differ a little, a
// composition of whatever was proposed.

import type { Mode } from './options.ts';
import type { DistinctStep } from './steps/standing.ts';

const SUBJECT = 'the subject';

interface SampleStep {
  readonly phase: number;
  readonly title: string;
  /** With `{subject}` where the subject of the goal stands. */
  readonly description: string;
  readonly dependencies?: readonly number[];
}

const FIRST: SampleStep = {
  phase: 1,
  title: 'Write down what counts as done',
  description: 'One page of results for {subject} that anyone can check. Done when two people read it the same way.',
};

/** What each planner adds to what they all begin with. */
const OWN: readonly (readonly SampleStep[])[] = [
  [
    {
      phase: 1,
      title: 'Measure where we stand',
      description: 'Record the numbers for {subject} that the goal is about, before anything changes.',
    },
    {
      phase: 2,
      title: 'Do the smallest useful part',
      description: 'One part of {subject}, used by one group. Done when they use it.',
      dependencies: [1, 2],
    },
    {
      phase: 3,
      title: 'Let the numbers decide on the rest',
      description: 'Compare with the first measurement, then continue, change course or stop.',
      dependencies: [3],
    },
  ],
  [
    {
      phase: 1,
      title: 'List what cannot be undone',
      description: 'Every step on {subject} that has no way back, and who would have to live with it.',
    },
    {
      phase: 2,
      title: 'Test the riskiest assumption first',
      description: 'A cheap trial that can fail. Done when it has an answer.',
      dependencies: [1, 2],
    },
    {
      phase: 3,
      title: 'Prepare the way back',
      description: 'Written down and tried once, so that going back takes a day at most.',
      dependencies: [2],
    },
  ],
  [
    {
      phase: 1,
      title: 'Ask the people who use it',
      description: 'Five conversations about {subject}. Done when the last one brings nothing new.',
    },
    {
      phase: 2,
      title: 'Do the smallest useful part',
      description: 'Together with the people you asked. Done when they come back to it.',
      dependencies: [1, 2],
    },
    {
      phase: 3,
      title: 'Hand over what is left',
      description: 'Name what stays open, and the sign that it is due.',
      dependencies: [3],
    },
  ],
];

const described = (step: SampleStep, subject: string): SampleStep => ({
  ...step,
  description: step.description.replace('{subject}', () => subject),
});

const RISKS = ['The first measurement may come too late to compare with.'];
const OPEN_QUESTIONS = ['Who decides that it is done?'];

function createPlan(steps: readonly SampleStep[], planner: number, subject: string): object {
  return {
    summary: `Rehearsal: planner ${planner} starts with what can be checked about ${subject}, and keeps a way back.`,
    steps: steps.map((step) => ({
      ...described(step, subject),
      files: [],
      dependencies: [...(step.dependencies ?? [])],
    })),
    risks: RISKS,
    open_questions: OPEN_QUESTIONS,
  };
}

const MISSING: SampleStep = {
  phase: 2,
  title: 'Tell the people who lose out',
  description: 'Before they hear it elsewhere. Done when each of them has answered.',
};

const lookAgain = (planner: number): SampleStep => ({
  phase: 3,
  title: `Review after week ${planner}`,
  description: 'Half an hour with the page from the first step. Done when each result is ticked or dropped.',
  dependencies: [1],
});

const listOwnSteps = (planner: number) => OWN[(planner - 1) % OWN.length] as readonly SampleStep[];
const toJson = (answer: object) => JSON.stringify(answer, null, 2);

export function samplePlan(planner: number, builds: boolean, subject = SUBJECT): string {
  const more = builds || planner > OWN.length ? [lookAgain(planner)] : [];
  return toJson(createPlan([FIRST, ...listOwnSteps(planner), ...more], planner, subject));
}

/** Somebody disagrees with a first proposal, and agrees in the next round. */
export function sampleCritique(planner: number, ids: readonly string[], mode: Mode, round: number): string {
  const reviews = ids.map((step, index) => {
    if (round > 1 || (index + planner) % 4 !== 0)
      return { step, vote: 'agree', reason: 'It can be checked.', suggestion: null };
    return {
      step,
      vote: planner % 2 === 0 ? 'disagree' : 'modify',
      reason: 'An outsider cannot see whether it is done.',
      suggestion: 'Name the sign that shows it is done.',
    };
  });
  const weakest = { step: ids[0], attack: 'It depends on a number that nobody has yet.' };
  const missing = { ...MISSING, files: [], dependencies: ids.slice(0, 1) };
  const first = {
    missing_steps: planner === 1 ? [missing] : [],
    ...(mode === 'adversarial' ? { weakest } : {}),
    ...(mode === 'consensus' ? { common_ground: 'All plans start with what counts as done.' } : {}),
  };
  return toJson({ reviews, ...(round > 1 ? {} : first), overall: 'The order holds.' });
}

/** What a planner of a rehearsal gave this id to. */
function findSampleStep(id: string): SampleStep {
  const [planner = 1, number = 1] = id.slice(1).split('.').map(Number);
  const last = planner === 1 ? MISSING : lookAgain(planner);
  return [FIRST, ...listOwnSteps(planner), last][number - 1] ?? MISSING;
}

export function sampleComposition(distinct: readonly DistinctStep[], subject = SUBJECT): string {
  const last = distinct.length > 3 ? distinct.at(-1) : undefined;
  const steps = distinct
    .filter((step) => step !== last)
    .map(({ id, members, phase, needs }) => ({
      from: members,
      phase,
      title: findSampleStep(id).title,
      description: described(findSampleStep(id), subject).description,
      files: [],
      dependencies: needs.filter((need) => last?.members.includes(need) !== true),
    }));
  return toJson({
    summary: 'Rehearsal: what most planners agree on, in an order that gives each step what it needs.',
    steps,
    eliminated: last === undefined ? [] : [{ step: last.id, reason: 'Another step does the same.' }],
    risks: RISKS,
    open_questions: OPEN_QUESTIONS,
  });
}

export function sampleValidation(ids: readonly string[]): string {
  return toJson({
    votes: ids.map((step) => ({ step, vote: 'approve', reason: 'It matches what the planners said.' })),
  });
}
