// The formats as they are set for simulated debates: by the first rules, and by today's.
import type { RuleData } from '../../src/domain/events.ts';
import { RULES_VERSION } from '../../src/domain/outcomes.ts';
import { format as asymmetric } from '../../src/formats/asymmetric/index.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import { format as oxford } from '../../src/formats/oxford/index.ts';
import { format as panel } from '../../src/formats/panel/index.ts';
import { format as review } from '../../src/formats/review/index.ts';
import { format as windWallDoor } from '../../src/formats/wind-wall-door/index.ts';
import type { Setting } from './debate.ts';

/** A recipe before seats were asked for answers of their own, and now. */
export interface Compared {
  readonly name: string;
  readonly before: Setting;
  readonly now: Setting;
}

/** `before`: the options of the recipe under the first rules, which those debates keep in their ledgers. */
function compare(format: AnyFormat, recipe: string, before: RuleData): Compared {
  const options = format.recipes[recipe]?.options;
  if (options === undefined) throw new Error(`${format.id} has no recipe "${recipe}".`);
  return {
    name: `${format.id} ${recipe}`,
    before: { format, options: before },
    now: { format, options, rulesVersion: RULES_VERSION },
  };
}

/** A format that came with today's rules. */
function withoutBefore(format: AnyFormat, recipe: string): Compared {
  const { now, name } = compare(format, recipe, {});
  return { name, before: now, now };
}

export const STANDARD = compare(windWallDoor, 'standard', { rounds: 2, consensus: true, maxRefinements: 1 });

export const DEBATES: readonly Compared[] = [
  compare(windWallDoor, 'quick', { rounds: 1 }),
  STANDARD,
  compare(windWallDoor, 'deep', { rounds: 4, consensus: true, maxRefinements: 2 }),
  compare(asymmetric, 'quick', {}),
  compare(asymmetric, 'standard', { synthesis: true }),
  compare(asymmetric, 'deep', { deepN: 2, freshN: 2, synthesis: true }),
  ...['quick', 'standard', 'deep'].map((recipe) => withoutBefore(panel, recipe)),
  compare(review, 'quick', { reviewers: 2, rounds: 0 }),
  compare(review, 'standard', { reviewers: 3, rounds: 1 }),
  compare(review, 'deep', { reviewers: 4, rounds: 3, confidenceThreshold: 90 }),
];

export const OXFORD = compare(oxford, 'quick', { rounds: 2, judges: 1, rescoring: false });
