// What a debate has used up of its limits on tokens, money and time, by what its ledger says.
import { addUsage } from './calls.ts';
import type { Debate } from './debate.ts';
import type { LimitKind, Usage } from './event-parts.ts';

export interface SpentLimit {
  readonly limit: LimitKind;
  readonly used: number;
  readonly max: number;
}

// biome-ignore lint/style/noRestrictedGlobals: reads the time that an event carries, and no clock
const parseTime = (at: string) => Date.parse(at);

/** Milliseconds of running, by the times of what each run recorded. */
export function runningMs({ runs }: Pick<Debate, 'runs'>): number {
  return runs.reduce((sum, { from, to }) => sum + parseTime(to) - parseTime(from), 0);
}

/** What was used up since the last event and stands in none yet. */
export interface Unrecorded {
  readonly usage: Usage | undefined;
  readonly ms: number;
}

const NOTHING: Unrecorded = { usage: undefined, ms: 0 };

/** The first limit that is used up. */
export function findSpentLimit(
  debate: Pick<Debate, 'limits' | 'usage' | 'runs'>,
  { usage, ms }: Unrecorded = NOTHING,
): SpentLimit | undefined {
  const { limits, usage: recorded } = debate;
  const { inputTokens = 0, outputTokens = 0, costMicroUsd = 0 } = addUsage(recorded, usage);
  const checks: readonly [LimitKind, number, number | null][] = [
    ['tokens', inputTokens + outputTokens, limits.tokens],
    ['money', costMicroUsd, limits.costMicroUsd],
    ['time', runningMs(debate) + ms, limits.wallMs],
  ];
  for (const [limit, used, max] of checks) if (max !== null && used >= max) return { limit, used, max };
  return undefined;
}
