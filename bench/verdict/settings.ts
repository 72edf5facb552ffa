// The formats as they are set for simulated debates: the recipes that people have, and panels of other sizes.
import type { RuleData } from '../../src/domain/event-parts.ts';
import { format as asymmetric } from '../../src/formats/asymmetric/index.ts';
import { format as check } from '../../src/formats/check/index.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import { format as oxford } from '../../src/formats/oxford/index.ts';
import { format as panel } from '../../src/formats/panel/index.ts';
import { format as review } from '../../src/formats/review/index.ts';
import { format as windWallDoor } from '../../src/formats/wind-wall-door/index.ts';
import type { Setting } from './debate.ts';

function useRecipe(format: AnyFormat, recipe: string, change: RuleData = {}, name = recipe): Setting {
  const options = format.recipes[recipe]?.options;
  if (options === undefined) throw new Error(`${format.id} has no recipe "${recipe}".`);
  return { name: `${format.id} ${name}`, format, options: { ...options, ...change } };
}

export const STANDARD = useRecipe(windWallDoor, 'standard');
export const CHECK = useRecipe(check, 'standard');
export const OXFORD = useRecipe(oxford, 'quick');
export const BY_CONFIDENCE = useRecipe(windWallDoor, 'standard', { weigh: 'confidence' }, 'standard, by confidence');

const SIZES = [2, 3, 5, 7] as const;

/** What seats are asked for their own answers with, whatever its size. */
export const PANELS: readonly Setting[] = SIZES.map((seats) =>
  useRecipe(panel, 'standard', { seats }, `standard of ${seats}`),
);
export const CHECKS: readonly Setting[] = SIZES.map((seats) => useRecipe(check, 'standard', { seats }, `of ${seats}`));

/** Every recipe of the formats that are held against votes. */
export const RECIPES: readonly Setting[] = [windWallDoor, asymmetric, panel, review].flatMap((format: AnyFormat) =>
  ['quick', 'standard', 'deep'].map((recipe) => useRecipe(format, recipe)),
);
