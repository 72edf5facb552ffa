// Agents that count what they are asked for somebody, and are not asked once that person's quota is used up.
import { type Agent, aroundCalls } from '../../../../agents/agent.ts';
import { problemToError } from '../../../../domain/failures/errors.ts';
import { checkQuota, getQuota, type Quota, type UsageCounter } from '../../../../platform/access/quotas.ts';
import type { Hall } from '../../hall.ts';

interface Account {
  readonly usage: UsageCounter;
  readonly principal: string;
  readonly quota: Quota;
  readonly now: () => number;
}

/** Throws `quota-reached`. */
async function countCall({ usage, principal, quota, now }: Account): Promise<void> {
  const check = async () => {
    const used = await usage.used(principal);
    const refusal = checkQuota('call', quota, { ...used, runs: 0 }, new Date(now()));
    if (refusal !== undefined) throw problemToError(refusal);
  };
  await check();
  if ((await usage.countCall(principal, quota.callsPerDay)) === 'counted') return;
  // Another run of the same person took the last call.
  await check();
}

function withinQuota(agent: Agent, account: Account): Agent {
  return aroundCalls(agent, (ask) => async (prompt, options) => {
    await countCall(account);
    const reply = await ask(prompt, options);
    const cost = reply.details.usage?.costMicroUsd ?? 0;
    if (cost > 0) await account.usage.addCost(account.principal, cost);
    return reply;
  });
}

/** What to make of each agent of a run that `askedBy` asked a shared hall for; for any other, nothing. */
export async function createQuotaGuard(hall: Hall, askedBy: string | undefined): Promise<(agent: Agent) => Agent> {
  const { config } = hall.loaded;
  if (askedBy === undefined || config.store.kind === 'folder') return (agent) => agent;
  const account: Account = {
    usage: await hall.usage(),
    principal: askedBy,
    quota: getQuota(config.quotas, askedBy),
    now: () => hall.clock.now(),
  };
  return (agent) => withinQuota(agent, account);
}
