// Times, tokens and money as people read them; what is not known is said to be unknown.
import type { Call, Range, Totals } from '../calls.ts';
import type { Usage } from '../event-parts.ts';

/** Millionths of a dollar in one. */
export const MICRO = 1_000_000;

/** Decimals of a percentage that computing has not made up. */
export const PRECISE = 6;

/** To whole percent, or so many decimals; never to 0 or 100, which nobody claimed. */
export function roundPercent(exact: number, decimals = 0): number {
  const rounded = Number(Number(exact.toFixed(PRECISE)).toFixed(decimals));
  const least = 10 ** -decimals;
  return exact > 0 && exact < 100 ? Math.min(100 - least, Math.max(least, rounded)) : rounded;
}

/** "3 calls", "8 to 11 calls" */
export function formatCallRange({ atLeast, atMost }: Range): string {
  return atLeast === atMost ? countNoun(atLeast, 'call') : `${formatCount(atLeast)} to ${formatCount(atMost)} calls`;
}

/** "0.8 s", "41 s", "2 min 5 s", "1 h 12 min" */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "1,234"; not by the system's rules of language, which take 5 ms to load. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** "1,234 tokens in (1,000 cached), 56 out"; undefined when nothing was reported. */
function formatTokens({ inputTokens, cachedInputTokens, outputTokens }: Usage): string | undefined {
  if (!inputTokens && !outputTokens) return undefined;
  const cached = cachedInputTokens ? ` (${formatCount(cachedInputTokens)} cached)` : '';
  if (inputTokens === undefined) return `${formatCount(outputTokens ?? 0)} tokens out`;
  return `${formatCount(inputTokens)} tokens in${cached}${outputTokens === undefined ? '' : `, ${formatCount(outputTokens)} out`}`;
}

/** "$1.23", "$0.0123" */
export const formatDollars = (microUsd: number) => `$${(microUsd / MICRO).toFixed(microUsd >= MICRO ? 2 : 4)}`;

/** "$0.0123"; "cost unknown" when no call reported one, "at least" when some did not. */
export function formatCost(costMicroUsd: number, calls: number, callsWithoutCost: number): string {
  if (calls > 0 && callsWithoutCost === calls) return 'cost unknown';
  if (costMicroUsd === 0 && callsWithoutCost === 0) return 'no cost';
  if (costMicroUsd === 0) return `cost unknown for ${callsWithoutCost} of ${countNoun(calls, 'call')}`;
  const dollars = formatDollars(costMicroUsd);
  return callsWithoutCost > 0
    ? `at least ${dollars} (unknown for ${callsWithoutCost} of ${countNoun(calls, 'call')})`
    : dollars;
}

const SPELT = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];

/** "three"; figures from eight on. */
export const spellNumber = (count: number): string => SPELT[count] ?? formatCount(count);

/** "a", "a and b", "a, b and c" */
export function joinWords(words: readonly string[]): string {
  const [last = '', ...before] = words.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
}

/** "event 3"; "events 3, 5 and 7" */
export const nameEvents = (events: readonly number[]): string =>
  `${events.length === 1 ? 'event' : 'events'} ${joinWords(events.map(String))}`;

const FEW = 3;

/** "a; b; c; and 2 more" */
export function joinFew(clauses: readonly string[]): string {
  const more = clauses.length - FEW;
  return [...clauses.slice(0, FEW), ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join('; ');
}

/** "1 retry", "2 retries" */
export function countNoun(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** What went wrong or was done again, such as "2 retries", "1 session rebuilt"; empty when nothing was. */
export function listTroubles({ retries, rejected, failed, rebuilt }: Totals): string[] {
  return [
    ...(retries > 0 ? [countNoun(retries, 'retry', 'retries')] : []),
    ...(rejected > 0 ? [`${formatCount(rejected)} rejected`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(rebuilt > 0 ? [`${countNoun(rebuilt, 'session')} rebuilt`] : []),
  ];
}

/** Tokens of several calls; marked as a lower bound when some reported none. */
export function formatTokenSum({ usage, calls, callsWithoutTokens }: Totals): string | undefined {
  if (calls === 0) return 'no tokens';
  const known = formatTokens(usage);
  return known === undefined || callsWithoutTokens === 0 ? known : `at least ${known}`;
}

/** "at least 1,234 tokens in, 56 out · $0.0120 · 1 retry": what calls come to, without their times. */
export function listSpending(totals: Totals): string[] {
  const { usage, calls, callsWithoutCost } = totals;
  if (calls === 0) return listTroubles(totals);
  const known = formatTokenSum(totals);
  return [
    ...(known === undefined ? [] : [known]),
    formatCost(usage.costMicroUsd ?? 0, calls, callsWithoutCost),
    ...listTroubles(totals),
  ];
}

export type CallFigures = Partial<Pick<Call, 'durationMs' | 'startUpMs' | 'firstTextMs' | 'sessionTurn' | 'usage'>> & {
  readonly attempts?: number | undefined;
};

/** "12.3 s (start-up 0.8 s, first text 2.1 s) · question 3 of its session · 2 tries · 1,234 tokens in, 56 out" */
export function listCallFigures({
  durationMs,
  startUpMs,
  firstTextMs,
  sessionTurn,
  attempts,
  usage,
}: CallFigures): string[] {
  const within = [
    ...(startUpMs === undefined ? [] : [`start-up ${formatDuration(startUpMs)}`]),
    ...(firstTextMs === undefined ? [] : [`first text ${formatDuration(firstTextMs)}`]),
  ];
  const known = usage === undefined ? undefined : formatTokens(usage);
  return [
    ...(durationMs === undefined
      ? []
      : [formatDuration(durationMs) + (within.length > 0 ? ` (${within.join(', ')})` : '')]),
    ...(sessionTurn === undefined ? [] : [`question ${sessionTurn} of its session`]),
    ...(attempts === undefined || attempts === 1 ? [] : [`${attempts} tries`]),
    ...(known === undefined ? [] : [known]),
    ...(usage?.costMicroUsd ? [formatCost(usage.costMicroUsd, 1, 0)] : []),
  ];
}

/** "12.3 s · 1,234 tokens in, 56 out · $0.0120" */
export function summarizeCall(durationMs: number, usage: Usage | undefined): string {
  return listCallFigures({ durationMs, usage }).join(' · ');
}
