// What a debate cost, by agent and model.
import { type Expense, listExpenses, sumExpenses } from '../../../../domain/calls.ts';
import type { LedgerEvent } from '../../../../domain/events.ts';
import type { AgentCosts } from '../lists/debate-summary.ts';

export function listCosts(log: readonly LedgerEvent[]): readonly AgentCosts[] {
  const groups = new Map<string, Expense[]>();
  for (const expense of listExpenses(log)) {
    const key = JSON.stringify([expense.agent.agent, expense.agent.model]);
    groups.set(key, [...(groups.get(key) ?? []), expense]);
  }
  return [...groups.values()].flatMap((group) => {
    const agent = group[0]?.agent;
    if (agent === undefined) return [];
    return { agent: agent.agent, model: agent.model ?? null, totals: sumExpenses(group) };
  });
}
