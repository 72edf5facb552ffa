// What two debates have in common and what not, in the words of every door that compares them.
import type { Totals } from '../calls.ts';
import type { ComparedTurn, RedactedTurn } from '../results/comparison.ts';
import { countNoun, formatCost, formatTokenSum } from './format-figures.ts';
import type { LabelSeat } from './label-seats.ts';

type Turn = Pick<ComparedTurn, 'title' | 'events'> & Partial<Pick<RedactedTurn, 'in'>>;

/** "seat Reviewer 1" */
export const nameDifference = (what: string, label: LabelSeat): string =>
  what.replace(/^seat (.+)/, (_, seat: string) => `seat ${label(seat)}`);

/** "9 turns the same, 2 different, 1 redacted" */
export function describeSameTurns(same: number, other: number, redacted: number): string {
  return `${countNoun(same, 'turn')} the same, ${other} different${redacted === 0 ? '' : `, ${redacted} redacted`}`;
}

/** "Round 1, Wall: #6 → not there" */
export function describeOtherTurn({ title, events, in: gone }: Turn): string {
  const places = events.map((event) => (event === null ? 'not there' : `#${event}`));
  return `${title}: ${places.join(' → ')}${gone === undefined ? '' : ` (redacted in ${gone.join(' and ')})`}`;
}

/** "9 calls, 1,234 tokens in, 56 out, no cost" */
export function describeTotals(total: Totals): string {
  const cost = formatCost(total.usage.costMicroUsd ?? 0, total.calls, total.callsWithoutCost);
  const parts = [countNoun(total.calls, 'call'), formatTokenSum(total), cost];
  return parts.filter((part) => part !== undefined).join(', ');
}
