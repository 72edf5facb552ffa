// What debates are to reach in every world, and where they come furthest from it.
import type { Row } from '../report.ts';
import { type Comparison, compareIn } from './compare.ts';
import { STANDARD } from './settings.ts';
import { KINDS, WORLDS } from './world.ts';

/** One thing to reach, in the world where debates come furthest from it. */
interface Aim {
  readonly what: string;
  readonly against: string;
  /** What is compared with `least`: a difference or a share, as a fraction. */
  readonly measure: (each: Comparison) => { readonly debate: number; readonly against: number };
  readonly least: number;
}

export const DEBATES_FOR_EACH = 1_000;

const AIMS: readonly Aim[] = [
  {
    what: 'right if it acts',
    against: 'of those that a check acts on',
    measure: ({ debate, check }) => ({ debate: debate.rightIfActs, against: check.rightIfActs }),
    least: -0.03,
  },
  {
    what: 'right',
    against: 'a vote of three blind answers',
    measure: ({ debate, alone }) => ({ debate: debate.right, against: alone.vote }),
    least: -0.015,
  },
  {
    what: 'agreed, although a seat holds another answer',
    against: 'never',
    measure: ({ debate }) => ({ debate: -debate.hidesDissent, against: 0 }),
    least: 0,
  },
];

const percent = (share: number) => `${(100 * Math.abs(share)).toFixed(1)}%`;
const points = (difference: number) => `${difference < 0 ? '−' : '+'}${Math.abs(100 * difference).toFixed(1)} points`;

/** The recipe that debates have unless somebody chooses another, in every world. */
export function compareStandard(count: number): readonly Comparison[] {
  return [...WORLDS, ...KINDS].map((world) => compareIn(world, STANDARD, count));
}

export function checkAims(all: readonly Comparison[]): readonly Row[] {
  return AIMS.map(({ what, against, measure, least }) => {
    const gap = (each: Comparison) => measure(each).debate - measure(each).against;
    const worst = all.toSorted((one, other) => gap(one) - gap(other))[0] as Comparison;
    const figures = measure(worst);
    return {
      what: `simulated debates, ${what}, against ${against}; worst world: ${worst.world.name}`,
      ours: percent(figures.debate),
      against: percent(figures.against),
      value: points(gap(worst)),
      atBest: '–',
      target: `≥ ${points(least)}`,
      met: gap(worst) >= least,
    };
  });
}

export function measureVerdict(): Row[] {
  return [...checkAims(compareStandard(DEBATES_FOR_EACH))];
}
