// What debates cost, in all, by day, and by agent. A debate that is damaged counts nothing.
import { addTotals } from '../../../../domain/calls.ts';
import type { AgentCosts } from '../../../../domain/debate-summary.ts';
import { groupBy } from '../../../../domain/group-by.ts';
import type { CostSum, CostsAnswer } from '../../../../domain/hall-page/insight.ts';
import type { Hall } from '../../hall.ts';

interface CostsOfDebate {
  readonly day: string;
  readonly agents: readonly AgentCosts[];
}

function sumCosts(debates: readonly (readonly AgentCosts[])[]): CostSum {
  const { calls, callsWithoutTokens, callsWithoutCost, usage } = addTotals(debates.flat().map(({ totals }) => totals));
  const { inputTokens = 0, outputTokens = 0, costMicroUsd = 0 } = usage;
  const tokens = inputTokens + outputTokens;
  return { debates: debates.length, calls, tokens, callsWithoutTokens, costMicroUsd, callsWithoutCost };
}

function sumByAgent(debates: readonly CostsOfDebate[]): CostsAnswer['agents'] {
  const all = debates.flatMap(({ agents }) => agents);
  return [...groupBy(all, ({ agent, model }) => JSON.stringify([agent, model])).values()]
    .map((group) => ({ agent: group[0].agent, model: group[0].model, ...sumCosts(group.map((each) => [each])) }))
    .sort((one, other) => other.calls - one.calls || one.agent.localeCompare(other.agent));
}

export async function hallCosts(hall: Hall): Promise<CostsAnswer> {
  const debates: CostsOfDebate[] = [];
  for await (const digests of hall.summaries.digests()) {
    for (const { summary, costs } of digests) debates.push({ day: summary.openedAt.slice(0, 10), agents: costs });
  }
  const days = [...groupBy(debates, ({ day }) => day)].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    total: sumCosts(debates.map(({ agents }) => agents)),
    days: days.map(([day, ofDay]) => ({ day, ...sumCosts(ofDay.map(({ agents }) => agents)) })),
    agents: sumByAgent(debates),
  };
}
