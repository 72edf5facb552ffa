// What can be chosen for a debate, in the words of the tools.
import { formatNames } from '../../../hall/compose/discover.ts';
import type { Guide } from '../../../hall/operations/setup/guide.ts';

/** Those with a command of their own. */
const OF_COMMANDS = ['fix', 'ask'];
/** For descriptions of arguments; the lines are for those who ask. */
export const FORMAT_NAMES = formatNames.filter((name) => !OF_COMMANDS.includes(name)).join(', ');

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
