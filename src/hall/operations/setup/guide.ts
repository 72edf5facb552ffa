// What can be chosen for a debate, with one line each: formats with their recipes, presets, and points of view.
import { formatCallRange } from '../../../domain/words/format-figures.ts';
import type { Perspective } from '../../../material/prompts/perspectives.ts';
import { listPresets, presetSummary } from '../../config/presets.ts';
import type { Hall } from '../hall.ts';

export interface Guide {
  readonly formats: readonly {
    readonly format: string;
    readonly summary: string;
    readonly recipes: Readonly<Record<string, string>>;
  }[];
  readonly presets: Readonly<Record<string, string>>;
  readonly perspectives: Readonly<Record<string, string>>;
}

export async function createGuide(hall: Hall): Promise<Guide> {
  const formats = (await hall.formats()).map(({ id, summary, recipes, options, calls }) => ({
    format: id,
    summary,
    recipes: Object.fromEntries(
      Object.entries(recipes).map(([name, recipe]) => [
        name,
        `${recipe.summary} ${formatCallRange(calls(options.parse(recipe.options)))}.`,
      ]),
    ),
  }));
  const presets = await Promise.all((await listPresets()).map(async (name) => [name, await presetSummary(name)]));
  const perspectives = (await hall.perspectives()).map(({ name, summary }) => [name, summary]);
  return { formats, presets: Object.fromEntries(presets), perspectives: Object.fromEntries(perspectives) };
}

/** The points of view that come with the program and one's own, by name. */
export async function listPerspectives(hall: Hall): Promise<readonly Omit<Perspective, 'text'>[]> {
  return (await hall.perspectives()).map(({ text: _, ...perspective }) => perspective);
}
