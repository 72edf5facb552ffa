// The orders of the list: each compares two rows, and of those that are equal the one that changed last stays first.
import type { ListOrder } from '../../../domain/hall-page/list.ts';
import { OUTCOME_WORDS } from '../../../domain/outcomes.ts';
import type { DebateSummary, ListedDebate } from '../../../hall/operations/records/lists/debate-summary.ts';

type Compare = (one: DebateSummary, other: DebateSummary) => number;

const wordsOf = ({ outcome }: DebateSummary) => (outcome === null ? '' : OUTCOME_WORDS[outcome].title);

const ORDERS: Readonly<Record<ListOrder, Compare>> = {
  changed: () => 0,
  opened: (one, other) => other.openedAt.localeCompare(one.openedAt),
  topic: (one, other) => (one.topic ?? one.threadId).localeCompare(other.topic ?? other.threadId),
  outcome: (one, other) => wordsOf(one).localeCompare(wordsOf(other)),
  dissent: (one, other) => other.dissent - one.dissent,
  turns: (one, other) => other.turns - one.turns,
};

/** Ledgers that cannot be read come first, whatever the order: somebody has to look at them. */
export function sortRows<Row>(
  rows: readonly Row[],
  order: ListOrder,
  rowOf: (row: Row) => ListedDebate,
): readonly Row[] {
  const compare = ORDERS[order];
  return rows.toSorted((one, other) => {
    const [first, second] = [rowOf(one), rowOf(other)];
    if ('damaged' in first || 'damaged' in second) return Number('damaged' in second) - Number('damaged' in first);
    return compare(first, second);
  });
}
