// The aims of a debate as rows beside the other measurements.
import type { Row } from '../report.ts';
import { checkAims } from './aims.ts';
import { type Comparison, compareIn } from './compare.ts';
import { STANDARD } from './settings.ts';
import { WORLDS } from './world.ts';

export const DEBATES_FOR_EACH = 1_000;

/** The recipe that debates have unless somebody chooses another, in every world. */
export function compareStandard(count: number): readonly Comparison[] {
  return WORLDS.map((world) => compareIn(world, STANDARD, count));
}

export function measureVerdict(): Row[] {
  return checkAims(compareStandard(DEBATES_FOR_EACH)).map(({ what, where, before, now, value, target, met }) => ({
    what: `simulated debates, ${what}; worst world: ${where}`,
    ours: now,
    against: before,
    value,
    atBest: '–',
    target,
    met,
  }));
}
