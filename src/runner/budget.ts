// Why a run may not make another call: the debate's limits on tokens, money and time, checked before each call.
import type { Debate } from '../domain/debate.ts';
import type { LimitKind } from '../domain/events.ts';

export interface Spent {
  readonly limit: LimitKind;
  readonly used: number;
  readonly max: number;
}

/** The first limit that is used up; `runningMs` counts all runs of the debate, the present one included. */
export function limitSpent({ limits, usage }: Pick<Debate, 'limits' | 'usage'>, runningMs: number): Spent | undefined {
  const checks: readonly [LimitKind, number, number | null][] = [
    ['tokens', usage.inputTokens + usage.outputTokens, limits.tokens],
    ['money', usage.costMicroUsd, limits.costMicroUsd],
    ['time', Math.round(runningMs), limits.wallMs],
  ];
  for (const [limit, used, max] of checks) if (max !== null && used >= max) return { limit, used, max };
  return undefined;
}
