// Says a limit that was reached in units that people read; ledgers count in millionths of a dollar and milliseconds.
import type { LimitKind, Limits } from '../event-parts.ts';
import type { EventData } from '../events.ts';
import { countNoun, formatCount } from './format-figures.ts';

/** To hundredths, so that a limit is said as it was set; of less than 1 three figures. */
const short = (value: number) => String(Number(value >= 1 ? value.toFixed(2) : value.toPrecision(3)));

export const AMOUNTS: Readonly<Record<LimitKind, (amount: number) => string>> = {
  turns: formatCount,
  rounds: formatCount,
  tokens: formatCount,
  money: (microUsd) => `$${short(microUsd / 1_000_000)}`,
  time: (ms) => (ms < 60_000 ? `${short(ms / 1_000)} s` : `${short(ms / 60_000)} min`),
};

/** "at most 100,000 tokens, $2 of reported cost, 45 min"; none where nothing is limited. */
export function describeLimits({ tokens, costMicroUsd, wallMs }: Limits): string[] {
  const parts = [
    ...(tokens === null ? [] : [countNoun(tokens, 'token')]),
    ...(costMicroUsd === null ? [] : [`${AMOUNTS.money(costMicroUsd)} of reported cost`]),
    ...(wallMs === null ? [] : [AMOUNTS.time(wallMs)]),
  ];
  return parts.length === 0 ? [] : [`at most ${parts.join(', ')}`];
}

/** "The limit on money was reached ($0.0053 of $0.005)." */
export function describeLimit({ limit, used, max }: EventData<'limit-reached'>): string {
  const amount = AMOUNTS[limit];
  return `The limit on ${limit} was reached (${amount(used)} of ${amount(max)}).`;
}
