// The conformity alarm in a sentence, for every view.
import type { Influence } from '../claims.ts';

/** "Wall and Door moved, but named no claim that was new to them."; `undefined` where there is no alarm. */
export function describeAlarm(
  { conformists }: Pick<Influence, 'conformists'>,
  label: (seat: string) => string,
): string | undefined {
  if (conformists.length === 0) return undefined;
  const names = conformists.map(label);
  const [last = ''] = names.slice(-1);
  const who = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  return `${who} moved, but named no claim that was new to ${names.length === 1 ? 'it' : 'them'}.`;
}
