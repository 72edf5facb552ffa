// What a debate has used up of its limits on tokens, money and time, by what its ledger says.
import { addUsage } from './calls.ts';
import type { Debate } from './debate.ts';
import type { LimitKind, Limits, Usage } from './event-parts.ts';
import type { EventData } from './events.ts';

export type SpentLimit = EventData<'limit-reached'>;

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

type Spending = Pick<Debate, 'limits' | 'usage' | 'runs'>;

/** What was used of each limit, by its name in ledgers. */
function sumUp(
  debate: Pick<Spending, 'usage' | 'runs'>,
  { usage, ms }: Unrecorded = NOTHING,
): Record<keyof Limits, number> {
  const { inputTokens = 0, outputTokens = 0, costMicroUsd = 0 } = addUsage(debate.usage, usage);
  return { tokens: inputTokens + outputTokens, costMicroUsd, wallMs: runningMs(debate) + ms };
}

const KINDS: readonly (readonly [keyof Limits, LimitKind])[] = [
  ['tokens', 'tokens'],
  ['costMicroUsd', 'money'],
  ['wallMs', 'time'],
];

export function findSpentLimit(debate: Spending, unrecorded?: Unrecorded): SpentLimit | undefined {
  const sums = sumUp(debate, unrecorded);
  for (const [name, limit] of KINDS) {
    const [used, max] = [sums[name], debate.limits[name]];
    if (max !== null && used >= max) return { limit, used, max };
  }
  return undefined;
}

/** What is left of the limits of a debate that has used up none. */
export function limitsLeft(debate: Spending): Limits {
  const sums = sumUp(debate);
  const left = (name: keyof Limits) => {
    const max = debate.limits[name];
    return max === null ? null : max - sums[name];
  };
  return { tokens: left('tokens'), costMicroUsd: left('costMicroUsd'), wallMs: left('wallMs') };
}
