// What a person filled in to look something up, as the tool takes it.
import type { LookRequest, LookTool } from '../../../../domain/hall-page/looks.ts';
import type { Fields } from '../drafts.ts';

/** `undefined` while something is missing. */
export function toLookRequest({ name: tool, arguments: wanted }: LookTool, fields: Fields): LookRequest | undefined {
  const given: LookRequest['arguments'] = {};
  for (const { name, kind, required } of wanted) {
    const value = fields[name] ?? '';
    if (value.trim() === '') {
      if (required) return undefined;
      continue;
    }
    given[name] = kind === 'text' ? value : kind === 'number' ? Number(value) : true;
  }
  return { tool, arguments: given };
}

/** "read_file, path: src/a.ts, line: 4" */
export const describeLook = ({ tool, arguments: given }: LookRequest): string =>
  [tool, ...Object.entries(given).map(([name, value]) => `${name}: ${value}`)].join(', ');
