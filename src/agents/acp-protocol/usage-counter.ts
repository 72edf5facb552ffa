// What each question of an ACP session cost, of agents that report sums of the session.
import { defined } from '../../domain/defined.ts';
import type { Usage } from '../../domain/event-parts.ts';

const MICRO = 1_000_000;

/** `countsTokens`: tokens, too, are those of the session so far. */
export function createUsageCounter(countsTokens: boolean) {
  let costMicroUsd: number | undefined;
  let costBefore = 0;
  let tokensBefore: Usage = {};

  function countCost(): Usage {
    if (costMicroUsd === undefined) return {};
    const cost = Math.max(0, costMicroUsd - costBefore);
    costBefore = costMicroUsd;
    return { costMicroUsd: cost };
  }

  function countTokens(counted: Usage): Usage {
    if (!countsTokens) return counted;
    const before = tokensBefore;
    tokensBefore = counted;
    const added = (count: number | undefined, earlier = 0) =>
      count === undefined ? count : Math.max(0, count - earlier);
    return defined({
      inputTokens: added(counted.inputTokens, before.inputTokens),
      cachedInputTokens: added(counted.cachedInputTokens, before.cachedInputTokens),
      outputTokens: added(counted.outputTokens, before.outputTokens),
    });
  }

  return {
    /** Dollars of the session so far. */
    noteCost(usd: number) {
      costMicroUsd = Math.round(usd * MICRO);
    },
    countQuestion: (tokens: Usage): Usage => ({ ...countTokens(tokens), ...countCost() }),
  };
}
