// What planners of a rehearsal propose, which calls no model: a plan of its own for each of them.

interface SampleStep {
  readonly phase: number;
  readonly title: string;
  readonly description: string;
  readonly dependencies?: readonly number[];
}

const FIRST: SampleStep = {
  phase: 1,
  title: 'Write down what counts as done',
  description: 'One page of results that anyone can check. Done when two people read it the same way.',
};

/** What each planner adds to what they all begin with. */
const OWN: readonly (readonly SampleStep[])[] = [
  [
    {
      phase: 1,
      title: 'Measure where we stand',
      description: 'Record the numbers that the goal is about, before anything changes.',
    },
    {
      phase: 2,
      title: 'Do the smallest useful part',
      description: 'One part, used by one group. Done when they use it.',
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
      description: 'Every step that has no way back, and who would have to live with it.',
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
      description: 'Five conversations about the goal. Done when the last one brings nothing new.',
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

export const RISKS = ['The first measurement may come too late to compare with.'];
export const OPEN_QUESTIONS = ['Who decides that it is done?'];

export const MISSING: SampleStep = {
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
export const toJson = (answer: object) => JSON.stringify(answer, null, 2);

/** What a planner of a rehearsal gave this id to. */
export function findSampleStep(id: string): SampleStep {
  const [planner = 1, number = 1] = id.slice(1).split('.').map(Number);
  const last = planner === 1 ? MISSING : lookAgain(planner);
  return [FIRST, ...listOwnSteps(planner), last][number - 1] ?? MISSING;
}

/** The steps of a planner; `builds`: it adds one to the plans before. */
export function listSampleSteps(planner: number, builds: boolean): readonly SampleStep[] {
  const more = builds || planner > OWN.length ? [lookAgain(planner)] : [];
  return [FIRST, ...listOwnSteps(planner), ...more];
}
