// What debates cost, in all, by day, and by agent. A debate that is damaged counts nothing.
import { addTotals, type Totals } from '../../../../domain/calls.ts';
import type { Hall } from '../../hall.ts';
import type { AgentCosts } from './debate-costs.ts';

export interface Costs extends Totals {
  readonly debates: number;
}

export interface HallCosts {
  readonly total: Costs;
  /** By the day on which debates were opened, in UTC, the oldest first. */
  readonly days: readonly (Costs & { readonly day: string })[];
  /** The one that was called most often first. */
  readonly agents: readonly (Costs & { readonly agent: string; readonly model: string | null })[];
}

interface CostsOfDebate {
  readonly day: string;
  readonly agents: readonly AgentCosts[];
}

function sumCosts(debates: readonly (readonly AgentCosts[])[]): Costs {
  return { debates: debates.length, ...addTotals(debates.flat().map(({ totals }) => totals)) };
}

function sumByAgent(debates: readonly CostsOfDebate[]): HallCosts['agents'] {
  const groups = new Map<string, AgentCosts[]>();
  for (const costs of debates.flatMap(({ agents }) => agents)) {
    const key = JSON.stringify([costs.agent, costs.model]);
    groups.set(key, [...(groups.get(key) ?? []), costs]);
  }
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      return first === undefined
        ? []
        : { agent: first.agent, model: first.model, ...sumCosts(group.map((each) => [each])) };
    })
    .sort((one, other) => other.calls - one.calls || one.agent.localeCompare(other.agent));
}

export async function hallCosts(hall: Hall): Promise<HallCosts> {
  const debates: CostsOfDebate[] = [];
  for await (const row of hall.summaries.each()) {
    if ('damaged' in row) continue;
    const agents = await hall.costs.of(row.threadId, hall.summaries.versionOf(row.threadId));
    debates.push({ day: row.openedAt.slice(0, 10), agents });
  }
  const days = [...new Set(debates.map(({ day }) => day))].sort();
  const ofDay = (wanted: string) => debates.filter(({ day }) => day === wanted).map(({ agents }) => agents);
  return {
    total: sumCosts(debates.map(({ agents }) => agents)),
    days: days.map((day) => ({ day, ...sumCosts(ofDay(day)) })),
    agents: sumByAgent(debates),
  };
}
