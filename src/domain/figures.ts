// Times, tokens and money as people read them; what is not known is said to be unknown.
import type { Call, Totals } from './calls.ts';
import type { Usage } from './events.ts';

const MICRO = 1_000_000;

/** "3 calls", "8 to 11 calls" */
export function callRange({ atLeast, atMost }: { readonly atLeast: number; readonly atMost: number }): string {
  return atLeast === atMost ? counted(atLeast, 'call') : `${whole(atLeast)} to ${whole(atMost)} calls`;
}

/** "0.8 s", "41 s", "2 min 5 s", "1 h 12 min" */
export function duration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function whole(count: number): string {
  return count.toLocaleString('en-US');
}

/** "1,234 tokens in (1,000 cached), 56 out"; undefined when nothing was reported. */
export function tokens({ inputTokens, cachedInputTokens, outputTokens }: Usage): string | undefined {
  if (!inputTokens && !outputTokens) return undefined;
  const cached = cachedInputTokens ? ` (${whole(cachedInputTokens)} cached)` : '';
  if (inputTokens === undefined) return `${whole(outputTokens ?? 0)} tokens out`;
  return `${whole(inputTokens)} tokens in${cached}${outputTokens === undefined ? '' : `, ${whole(outputTokens)} out`}`;
}

/** "$0.0123"; "cost unknown" when no call reported one, "at least" when some did not. */
export function cost(costMicroUsd: number, calls: number, callsWithoutCost: number): string {
  if (calls > 0 && callsWithoutCost === calls) return 'cost unknown';
  if (costMicroUsd === 0 && callsWithoutCost === 0) return 'no cost';
  if (costMicroUsd === 0) return `cost unknown for ${callsWithoutCost} of ${calls} calls`;
  const dollars = `$${(costMicroUsd / MICRO).toFixed(costMicroUsd >= MICRO ? 2 : 4)}`;
  return callsWithoutCost > 0 ? `at least ${dollars} (unknown for ${callsWithoutCost} of ${calls} calls)` : dollars;
}

/** "1 retry", "2 retries" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}

/** What went wrong or was done again, such as "2 retries", "1 session rebuilt"; empty when nothing was. */
export function troubles({ retries, rejected, failed, rebuilt }: Totals): string[] {
  return [
    ...(retries > 0 ? [counted(retries, 'retry', 'retries')] : []),
    ...(rejected > 0 ? [`${whole(rejected)} rejected`] : []),
    ...(failed > 0 ? [`${whole(failed)} failed`] : []),
    ...(rebuilt > 0 ? [`${counted(rebuilt, 'session')} rebuilt`] : []),
  ];
}

/** Tokens of several calls: a lower bound when some reported none, and called that. */
export function tokenSum({ usage, callsWithoutTokens }: Totals): string | undefined {
  const known = tokens(usage);
  return known === undefined || callsWithoutTokens === 0 ? known : `at least ${known}`;
}

/** "at least 1,234 tokens in, 56 out · $0.0120 · 1 retry": what calls come to, without their times. */
export function spent(totals: Totals): string[] {
  const { usage, calls, callsWithoutCost } = totals;
  if (calls === 0) return troubles(totals);
  const known = tokenSum(totals);
  return [
    ...(known === undefined ? [] : [known]),
    cost(usage.costMicroUsd ?? 0, calls, callsWithoutCost),
    ...troubles(totals),
  ];
}

export type CallFigures = Partial<Pick<Call, 'durationMs' | 'startUpMs' | 'firstTextMs' | 'sessionTurn' | 'usage'>> & {
  readonly attempts?: number | undefined;
};

/** "12.3 s (start-up 0.8 s, first text 2.1 s) · question 3 of its session · 2 tries · 1,234 tokens in, 56 out" */
export function callFigures({
  durationMs,
  startUpMs,
  firstTextMs,
  sessionTurn,
  attempts,
  usage,
}: CallFigures): string[] {
  const within = [
    ...(startUpMs === undefined ? [] : [`start-up ${duration(startUpMs)}`]),
    ...(firstTextMs === undefined ? [] : [`first text ${duration(firstTextMs)}`]),
  ];
  const known = usage === undefined ? undefined : tokens(usage);
  return [
    ...(durationMs === undefined ? [] : [duration(durationMs) + (within.length > 0 ? ` (${within.join(', ')})` : '')]),
    ...(sessionTurn === undefined ? [] : [`question ${sessionTurn} of its session`]),
    ...(attempts === undefined || attempts === 1 ? [] : [`${attempts} tries`]),
    ...(known === undefined ? [] : [known]),
    ...(usage?.costMicroUsd ? [cost(usage.costMicroUsd, 1, 0)] : []),
  ];
}

/** "12.3 s · 1,234 tokens in, 56 out · $0.0120" */
export function callSummary(durationMs: number, usage: Usage | undefined): string {
  return callFigures({ durationMs, usage }).join(' · ');
}
