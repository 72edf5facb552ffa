// What each debate cost, by agent, kept in memory: the second look at a hall reads no ledger that was not written since.
import { type Expense, listExpenses, sumExpenses, type Totals } from '../../../../domain/calls.ts';
import type { Engine } from '../../../../ledger/engine/engine.ts';
import { KeptByVersion } from '../lists/kept-by-version.ts';

export interface AgentCosts {
  readonly agent: string;
  /** As it was asked for; null where the agent chose. */
  readonly model: string | null;
  readonly totals: Totals;
}

function costsOf(expenses: readonly Expense[]): readonly AgentCosts[] {
  const groups = new Map<string, Expense[]>();
  for (const expense of expenses) {
    const key = JSON.stringify([expense.agent.agent, expense.agent.model]);
    groups.set(key, [...(groups.get(key) ?? []), expense]);
  }
  return [...groups.values()].flatMap((group) => {
    const agent = group[0]?.agent;
    if (agent === undefined) return [];
    return { agent: agent.agent, model: agent.model ?? null, totals: sumExpenses(group) };
  });
}

export class DebateCosts {
  readonly #engine: Engine;
  readonly #kept = new KeptByVersion<readonly AgentCosts[]>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Throws `not-found`, `ledger-damaged`. */
  async of(id: string, version: string | undefined): Promise<readonly AgentCosts[]> {
    const kept = version === undefined ? undefined : this.#kept.get({ id, version });
    if (kept !== undefined) return kept;
    const costs = costsOf(listExpenses((await this.#engine.outline(id)).log));
    if (version !== undefined) this.#kept.set({ id, version }, costs);
    return costs;
  }
}
