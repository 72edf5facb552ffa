// What an event may not say because the ledger before it says otherwise.
import { findSpentLimit } from './budget.ts';
import type { Debate } from './debate.ts';
import type { AgentRef, Copied } from './event-parts.ts';
import type { EventDraft } from './events.ts';
import type { Problem } from './failures/errors.ts';

/** Whether two references name the same agent with the same settings. */
export function sameAgent(one: AgentRef, other: AgentRef): boolean {
  const fields = ['agent', 'kind', 'vendor', 'model', 'effort', 'rehearsal'] as const;
  return fields.every((field) => one[field] === other[field]);
}

/** Only a fork copies, and only what its first event lets it. */
function checkCopied({ opened: { relation } }: Debate, { event }: Copied): Problem | undefined {
  if (relation?.kind === 'fork' && event > 0 && event <= (relation.event ?? 0)) return undefined;
  const message = `This debate cannot have copied event ${event}: it is not a fork of a debate with such an event.`;
  return { code: 'rule-violation', message };
}

/**
 * Why the draft is not true, if it is not: who is replaced, which limit is used up, and what may be copied, stands in the ledger
 * already.
 */
export function findContradiction(debate: Debate, draft: EventDraft): Problem | undefined {
  const copied = 'copied' in draft.data ? draft.data.copied : undefined;
  if (copied !== undefined) return checkCopied(debate, copied);
  if (draft.type === 'seat-replaced') {
    const { seat, from } = draft.data;
    const agent = debate.seats[seat]?.agent;
    if (agent === undefined || sameAgent(agent, from)) return undefined;
    return {
      code: 'rule-violation',
      message: `The "${seat}" seat was filled by ${agent.agent}, not by ${from.agent}.`,
    };
  }
  if (draft.type === 'limit-reached') {
    const { limit, used, max } = draft.data;
    // Turns and rounds are counted by the format.
    if (limit === 'turns' || limit === 'rounds') return undefined;
    const spent = findSpentLimit(debate);
    if (spent?.limit === limit && spent.used === used && spent.max === max) return undefined;
    return { code: 'rule-violation', message: `The limit on ${limit} is not reached with ${used} of ${max}.` };
  }
  return undefined;
}
