// Scripted authors: how often a fix of theirs works, breaks something else, or is refused in a dispute. No model; random by seed.
import type { Planted, Sample } from './sample.ts';

export interface Author {
  readonly name: string;
  /** Share of its fixes after which the bug is gone. */
  readonly fixes: number;
  /** Share of its fixes that plant a bug of their own. */
  readonly breaks: number;
  /** Share of true findings, and of false ones, that it disputes. */
  readonly disputesTrue: number;
  readonly disputesFalse: number;
}

export const AUTHORS: readonly Author[] = [
  { name: 'careful', fixes: 0.95, breaks: 0.03, disputesTrue: 0.02, disputesFalse: 0.7 },
  { name: 'average', fixes: 0.8, breaks: 0.1, disputesTrue: 0.05, disputesFalse: 0.4 },
  { name: 'careless', fixes: 0.6, breaks: 0.25, disputesTrue: 0.15, disputesFalse: 0.15 },
];

/** What a fix breaks, in two wordings. */
const CAUSED: Omit<Planted, 'line'> = {
  severity: 'P1',
  says: [
    [
      'The fix drops what the caller waits for',
      'After the fix the old result is no longer returned, so callers get nothing.',
    ],
    ['Callers get nothing since the fix', 'The fix returns early, and whoever waits for the old result gets nothing.'],
  ],
};

export interface Worked {
  readonly answer: 'fixed' | 'disputed';
  /** The change as it is then. */
  readonly sample: Sample;
  readonly caused: boolean;
}

/** What an author makes of one finding; `bug`: what it is about in truth, `undefined` for a false alarm. */
export function workOn(
  author: Author,
  sample: Sample,
  bug: Planted | undefined,
  title: string,
  random: () => number,
): Worked {
  const disputes = random() < (bug === undefined ? author.disputesFalse : author.disputesTrue);
  const works = random() < author.fixes;
  const breaks = random() < author.breaks;
  if (disputes) return { answer: 'disputed', sample, caused: false };
  const bugs = bug !== undefined && works ? sample.bugs.filter((each) => each !== bug) : sample.bugs;
  // A place that looked wrong looks so no longer.
  const alarms = sample.alarms.filter(({ says }) => !says.some(([known]) => known === title));
  const line = bug?.line ?? sample.alarms[0]?.line ?? 1;
  return {
    answer: 'fixed',
    sample: { ...sample, bugs: breaks ? [...bugs, { ...CAUSED, line }] : bugs, alarms },
    caused: breaks,
  };
}
