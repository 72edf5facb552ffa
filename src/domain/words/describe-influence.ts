// The conformity alarm in a sentence, for every view.
import type { Influence } from '../claims.ts';
import { joinWords } from './format-figures.ts';

/** "Wall and Door took over another seat's answer, but name no claim that can have moved them."; `undefined`: no alarm. */
export function describeAlarm(
  { conformists }: Pick<Influence, 'conformists'>,
  label: (seat: string) => string,
): string | undefined {
  if (conformists.length === 0) return undefined;
  const names = conformists.map(label);
  const who = joinWords(names);
  return names.length === 1
    ? `${who} took over another seat’s answer, but names no claim that can have moved it.`
    : `${who} took over another seat’s answer, but name no claim that can have moved them.`;
}
