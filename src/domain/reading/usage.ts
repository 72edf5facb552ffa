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

/** Each part of the budget, and how much of it is used. */
const listUses = ({ turn, seat }: ReadingUsage, budget: ReadingBudget) =>
  [
    { used: turn.looks, max: budget.turnLooks, noun: 'look', where: 'this turn' },
    { used: turn.bytes, max: budget.turnBytes, noun: 'byte', where: 'this turn' },
    { used: seat.looks, max: budget.seatLooks, noun: 'look', where: 'this debate' },
    { used: seat.bytes, max: budget.seatBytes, noun: 'byte', where: 'this debate' },
  ] as const;

/** What is used up, in words; `undefined` while another look is allowed. */
export function findSpentBudget(usage: ReadingUsage, budget: ReadingBudget): string | undefined {
  const spent = listUses(usage, budget).find(({ used, max }) => used >= max);
  return spent && `${countNoun(spent.max, spent.noun)} in ${spent.where}`;
}

const WARN_FROM = 0.8;

/** "32 of 40 looks of this turn", of all that is nearly used up; `undefined` below 80%. */
export function describeTightBudget(usage: ReadingUsage, budget: ReadingBudget): string | undefined {
  const tight = listUses(usage, budget).filter(({ used, max }) => used >= max * WARN_FROM);
  if (tight.length === 0) return undefined;
  return tight.map(({ used, max, noun, where }) => `${used} of ${max} ${noun}s of ${where}`).join(', ');
}

/** What a seat can still look up in this turn. */
export function findLeft({ turn, seat }: ReadingUsage, budget: ReadingBudget): ReadingUsage['turn'] {
  const looks = Math.min(budget.turnLooks - turn.looks, budget.seatLooks - seat.looks);
  const bytes = Math.min(budget.turnBytes - turn.bytes, budget.seatBytes - seat.bytes);
  return { looks: Math.max(0, looks), bytes: Math.max(0, bytes) };
}
