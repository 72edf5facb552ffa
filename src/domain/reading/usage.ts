// How much of its budget a seat has used up, from the ledger alone.
import { isEvent, type LedgerEvent } from '../events.ts';
import { countNoun } from '../words/format-figures.ts';
import type { ReadingBudget } from './reading.ts';

export interface ReadingUsage {
  readonly turn: { readonly looks: number; readonly bytes: number };
  readonly seat: { readonly looks: number; readonly bytes: number };
}

/** Looks that were refused count: they cost as much as others. */
export function countLooks(log: readonly LedgerEvent[], seat: string, step: string): ReadingUsage {
  const turn = { looks: 0, bytes: 0 };
  const all = { looks: 0, bytes: 0 };
  for (const event of log) {
    if (!isEvent(event, 'look-recorded') || event.data.seat !== seat) continue;
    for (const sum of event.data.step === step ? [turn, all] : [all]) {
      sum.looks += 1;
      sum.bytes += event.data.bytes;
    }
  }
  return { turn, seat: all };
}

/** What is used up, in words; `undefined` while another look is allowed. */
export function findSpentBudget({ turn, seat }: ReadingUsage, budget: ReadingBudget): string | undefined {
  if (turn.looks >= budget.turnLooks) return `${countNoun(budget.turnLooks, 'look')} in this turn`;
  if (turn.bytes >= budget.turnBytes) return `${countNoun(budget.turnBytes, 'byte')} in this turn`;
  if (seat.looks >= budget.seatLooks) return `${countNoun(budget.seatLooks, 'look')} in this debate`;
  if (seat.bytes >= budget.seatBytes) return `${countNoun(budget.seatBytes, 'byte')} in this debate`;
  return undefined;
}

const WARN_FROM = 0.8;

/** "32 of 40 looks of this turn", of all that is nearly used up; `undefined` below 80%. */
export function describeTightBudget({ turn, seat }: ReadingUsage, budget: ReadingBudget): string | undefined {
  const parts: readonly (readonly [used: number, max: number, words: string])[] = [
    [turn.looks, budget.turnLooks, 'looks of this turn'],
    [turn.bytes, budget.turnBytes, 'bytes of this turn'],
    [seat.looks, budget.seatLooks, 'looks of this debate'],
    [seat.bytes, budget.seatBytes, 'bytes of this debate'],
  ];
  const tight = parts.filter(([used, max]) => used >= max * WARN_FROM);
  if (tight.length === 0) return undefined;
  return tight.map(([used, max, words]) => `${used} of ${max} ${words}`).join(', ');
}

/** What a seat can still look up in this turn. */
export function findLeft({ turn, seat }: ReadingUsage, budget: ReadingBudget): ReadingUsage['turn'] {
  const looks = Math.min(budget.turnLooks - turn.looks, budget.seatLooks - seat.looks);
  const bytes = Math.min(budget.turnBytes - turn.bytes, budget.seatBytes - seat.bytes);
  return { looks: Math.max(0, looks), bytes: Math.max(0, bytes) };
}
