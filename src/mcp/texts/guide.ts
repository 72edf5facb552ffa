// What can be chosen for a debate, with one line each: formats with their recipes, presets, and points of view.
import { formatNames } from '../../compose/discover.ts';
import { listPresets, presetSummary } from '../../config/presets.ts';
import type { Hall } from '../../operations/hall.ts';

export interface Guide {
  readonly formats: readonly {
    readonly format: string;
    readonly summary: string;
    readonly recipes: Readonly<Record<string, string>>;
  }[];
  readonly presets: Readonly<Record<string, string>>;
  readonly perspectives: Readonly<Record<string, string>>;
}

/** For descriptions of arguments; the lines are for those who ask. */
export const FORMAT_NAMES = `${formatNames.join(', ')}; see list_agents`;

export async function guideOf(hall: Hall): Promise<Guide> {
  const formats = (await hall.formats()).map(({ id, summary, recipes }) => ({
    format: id,
    summary,
    recipes: Object.fromEntries(Object.entries(recipes).map(([name, recipe]) => [name, recipe.summary])),
  }));
  const presets = await Promise.all((await listPresets()).map(async (name) => [name, await presetSummary(name)]));
  const perspectives = (await hall.perspectives()).map(({ name, summary }) => [name, summary]);
  return { formats, presets: Object.fromEntries(presets), perspectives: Object.fromEntries(perspectives) };
}

export function guideLines({ formats, presets, perspectives }: Guide): string[] {
  return [
    'Formats (format), each with its recipes (recipe):',
    ...formats.flatMap(({ format, summary, recipes }) => [
      `- ${format}: ${summary}`,
      ...Object.entries(recipes).map(([name, line]) => `  - ${name}: ${line}`),
    ]),
    'Presets (preset):',
    ...Object.entries(presets).map(([name, line]) => `- ${name}: ${line}`),
    `Perspectives (+NAME behind an agent): ${Object.keys(perspectives).join(', ')}`,
  ];
}
