// The words of the status line: who is being waited for, and what the run has taken so far.
import type { Range } from '../../../../domain/calls.ts';
import { countNoun, formatCost, formatDuration } from '../../../../domain/words/format-figures.ts';
import { stringWidth } from '../layout/string-width.ts';

export interface Waiting {
  readonly label: string;
  readonly round?: string | undefined;
  readonly rounds?: string | undefined;
  readonly ms: number;
}

export interface StatusProgress {
  /** Contributions that were recorded. */
  readonly done: number;
  readonly planned?: Range | undefined;
  readonly tokens: number;
  readonly costMicroUsd: number;
}

const MINUTE_MS = 60_000;

/** Without tenths, which would flicker. */
const seconds = (ms: number) => (ms < MINUTE_MS ? `${Math.floor(ms / 1_000)} s` : formatDuration(ms));

function roundText(waiting: readonly Waiting[]): string | undefined {
  const [first, ...others] = waiting;
  if (first?.round === undefined || others.some(({ round }) => round !== first.round)) return undefined;
  return first.rounds === undefined ? `round ${first.round}` : `round ${first.round} of ${first.rounds}`;
}

/** A run may be past the fewest calls that it takes, never past the most. */
function planCalls({ atLeast, atMost }: NonNullable<StatusProgress['planned']>): string {
  return `${atLeast === atMost ? '' : 'up to '}${countNoun(atMost, 'call')}`;
}

/** "round 1 of 2 · Wall speaks · 12 s · 1,234 tokens · $0.0120 · 3 of 9 calls"; the less important parts give way first. */
export function statusText(waiting: readonly Waiting[], progress: StatusProgress, columns: number): string {
  const { done, planned, tokens, costMicroUsd } = progress;
  const labels = waiting.map(({ label }) => label);
  const time = seconds(Math.max(0, ...waiting.map(({ ms }) => ms)));
  const calls = planned === undefined ? countNoun(done, 'call') : `${done} of ${planCalls(planned)}`;
  const parts = {
    round: roundText(waiting),
    seats: labels.join(', '),
    time,
    tokens: tokens === 0 ? undefined : countNoun(tokens, 'token'),
    cost: costMicroUsd === 0 ? undefined : formatCost(costMicroUsd, 1, 0),
    calls,
  };
  const line = (): string =>
    Object.values(parts)
      .filter((part) => part !== undefined)
      .join(' · ');
  if (stringWidth(line()) > columns && labels.length > 1) parts.seats = `${labels.length} seats`;
  for (const part of ['tokens', 'cost', 'calls', 'round'] as const) {
    if (stringWidth(line()) > columns) Object.assign(parts, { [part]: undefined });
  }
  return stringWidth(line()) > columns ? time : line();
}
