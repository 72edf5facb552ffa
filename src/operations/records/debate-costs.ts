// What each debate cost, by agent, kept in memory: the second look at a hall reads no ledger that was not written since.
import { type Expense, listExpenses, sumExpenses, type Totals } from '../../domain/calls.ts';
import type { Engine } from '../../engine/engine.ts';

export interface AgentCosts {
  readonly agent: string;
  /** As it was asked for; null where the agent chose. */
  readonly model: string | null;
  readonly totals: Totals;
}

export class DebateCosts {
  readonly #engine: Engine;
  readonly #kept = new Map<string, { readonly version: string; readonly costs: readonly AgentCosts[] }>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Throws `not-found`, `ledger-damaged`. */
  async of(id: string, version: string | undefined): Promise<readonly AgentCosts[]> {
    const kept = this.#kept.get(id);
    if (kept !== undefined && kept.version === version) return kept.costs;
    const expenses = listExpenses((await this.#engine.outline(id)).log);
    const groups = new Map<string, Expense[]>();
    for (const expense of expenses) {
      const key = JSON.stringify([expense.agent.agent, expense.agent.model]);
      groups.set(key, [...(groups.get(key) ?? []), expense]);
    }
    const costs = [...groups.values()].flatMap((group): AgentCosts[] => {
      const agent = group[0]?.agent;
      return agent === undefined
        ? []
        : [{ agent: agent.agent, model: agent.model ?? null, totals: sumExpenses(group) }];
    });
    if (version !== undefined) this.#kept.set(id, { version, costs });
    return costs;
  }

  /** Of debates that were deleted. */
  forget(isThere: (id: string) => boolean): void {
    for (const id of [...this.#kept.keys()]) if (!isThere(id)) this.#kept.delete(id);
  }
}
