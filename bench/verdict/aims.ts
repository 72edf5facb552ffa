// What debates are to reach in every world, and where they come furthest from it.
import type { Comparison } from './compare.ts';
import type { Figures } from './measure.ts';
import { TRUTH_CARRIES } from './world.ts';

/** One thing to reach, in the world where debates come furthest from it. */
export interface Aim {
  readonly what: string;
  readonly before: string;
  readonly now: string;
  readonly value: string;
  readonly target: string;
  readonly met: boolean;
  readonly where: string;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const points = (difference: number) => `${difference < 0 ? '−' : '+'}${Math.abs(100 * difference).toFixed(1)} points`;
const times = (ratio: number) => `${ratio.toFixed(2)} ×`;

const MOST_WRONG = 0.5;
const MOST_BELOW_VOTE = -0.015;
const LEAST_GAP = 0.1;

/** The comparison of which `measure` gives the most. */
function findWorst(all: readonly Comparison[], measure: (each: Comparison) => number): Comparison {
  return all.toSorted((one, other) => measure(other) - measure(one))[0] as Comparison;
}

const wrongRatio = ({ before, now }: Comparison) => now.agreedAndWrong / before.agreedAndWrong;
const overVote = ({ now, alone }: Comparison) => now.right - alone['vote of three'];
const gap = ({ rightIfAgreed, rightIfNot }: Figures) => rightIfAgreed - rightIfNot;
const callRatio = ({ before, now }: Comparison) => now.calls / before.calls;

export function checkAims(all: readonly Comparison[]): readonly Aim[] {
  const truthCarries = all.find(({ world }) => world === TRUTH_CARRIES) as Comparison;
  const wrong = findWorst(all, wrongRatio);
  const hidden = findWorst(all, ({ now }) => now.hidesDissent);
  const below = findWorst(all, (each) => -overVote(each));
  const narrow = findWorst(all, ({ now }) => -gap(now));
  const dear = findWorst(all, callRatio);
  return [
    {
      what: 'agreed and wrong',
      before: percent(wrong.before.agreedAndWrong),
      now: percent(wrong.now.agreedAndWrong),
      value: times(wrongRatio(wrong)),
      target: `≤ ${MOST_WRONG} ×`,
      met: wrongRatio(wrong) <= MOST_WRONG,
      where: wrong.world.name,
    },
    {
      what: 'agreed while a seat holds another answer',
      before: percent(hidden.before.hidesDissent),
      now: percent(hidden.now.hidesDissent),
      value: percent(hidden.now.hidesDissent),
      target: '0 %',
      met: hidden.now.hidesDissent === 0,
      where: hidden.world.name,
    },
    {
      what: 'right, against a vote of three blind answers',
      before: points(below.before.right - below.alone['vote of three']),
      now: points(overVote(below)),
      value: points(overVote(below)),
      target: '≥ −1.5 points',
      met: overVote(below) >= MOST_BELOW_VOTE,
      where: below.world.name,
    },
    {
      what: 'the same where truth carries',
      before: points(truthCarries.before.right - truthCarries.alone['vote of three']),
      now: points(overVote(truthCarries)),
      value: points(overVote(truthCarries)),
      target: '> 0',
      met: overVote(truthCarries) > 0,
      where: truthCarries.world.name,
    },
    {
      what: 'right if agreed, against right if not',
      before: points(gap(narrow.before)),
      now: points(gap(narrow.now)),
      value: points(gap(narrow.now)),
      target: '≥ 10 points',
      met: gap(narrow.now) >= LEAST_GAP,
      where: narrow.world.name,
    },
    {
      what: 'calls',
      before: dear.before.calls.toFixed(1),
      now: dear.now.calls.toFixed(1),
      value: times(callRatio(dear)),
      target: '< 1 ×',
      met: callRatio(dear) < 1,
      where: dear.world.name,
    },
  ];
}
