// The flags that choose among debates, for `list` and `search`.
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import type { ListInput } from '../../../hall/operations/records/lists/list-debates.ts';
import type { AddedBy, addFilterOptions } from './options.ts';

/** Behind a day: `T14:00`, ` 14:00:05Z`, `T14:00+02:00`. */
const CLOCK = /^(?:[T ]\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?$/;

const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** `2026-11-20`, `2026-11-20T14:00Z`, or how long ago: `12h`, `7d`, `2w`. Throws `bad-input`. */
function parseTime(text: string, now: number): Date {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([hdw])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now - Number(count) * (UNITS_MS[unit] ?? 0));
  // A `Date` takes the 31st of February for a day of March.
  const isDay = z.iso.date().safeParse(text.slice(0, 10)).success && CLOCK.test(text.slice(10));
  const time = new Date(text);
  if (isDay && !Number.isNaN(time.getTime())) return time;
  throw new HallError('bad-input', `"${text}" is not a time.`, {
    hint: 'Write a day (2026-11-20) or an age (12h, 7d, 2w).',
  });
}

/** Throws `bad-input`. */
export function buildFilter(
  hall: Hall,
  { format, outcome, tag: tags, since, limit }: AddedBy<typeof addFilterOptions>,
): ListInput {
  return {
    ...defined({ format, outcome, tags }),
    ...(since === undefined ? {} : { since: parseTime(since, hall.clock.now()) }),
    ...defined({ limit }),
  };
}
