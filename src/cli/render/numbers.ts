// Times, tokens and money as people read them; what is not known is said to be unknown.
import type { Usage } from '../../domain/events.ts';

const MICRO = 1_000_000;
const grouped = new Intl.NumberFormat('en-US');

/** "0.8 s", "41 s", "2 min 5 s" */
export function duration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function whole(count: number): string {
  return grouped.format(count);
}

/** "1,234 tokens in (1,000 cached), 56 out"; undefined when nothing was reported. */
export function tokens(usage: Usage): string | undefined {
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  if (!inputTokens && !outputTokens) return undefined;
  const cached = cachedInputTokens ? ` (${whole(cachedInputTokens)} cached)` : '';
  return `${whole(inputTokens ?? 0)} tokens in${cached}, ${whole(outputTokens ?? 0)} out`;
}

/** "$0.0123"; "cost unknown" when no call reported one, "at least" when some did not. */
export function cost(costMicroUsd: number, calls: number, callsWithoutCost: number): string {
  if (calls > 0 && callsWithoutCost === calls) return 'cost unknown';
  if (costMicroUsd === 0 && callsWithoutCost === 0) return 'no cost';
  if (costMicroUsd === 0) return `cost unknown for ${callsWithoutCost} of ${calls} calls`;
  const dollars = `$${(costMicroUsd / MICRO).toFixed(costMicroUsd >= MICRO ? 2 : 4)}`;
  return callsWithoutCost > 0 ? `at least ${dollars} (unknown for ${callsWithoutCost} of ${calls} calls)` : dollars;
}

/** "12.3 s · 1,234 tokens in, 56 out · $0.0120" */
export function callSummary(durationMs: number, usage: Usage | undefined): string {
  const parts = [duration(durationMs)];
  const counted = usage === undefined ? undefined : tokens(usage);
  if (counted !== undefined) parts.push(counted);
  if (usage?.costMicroUsd) parts.push(cost(usage.costMicroUsd, 1, 0));
  return parts.join(' · ');
}
