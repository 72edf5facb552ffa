// Asks an agent one question: again after a failure that may pass, and with a fresh session when one was lost.
import type { Agent, Prompt, Reply } from '../agents/agent.ts';
import { findSpentLimit } from '../domain/budget.ts';
import { addUsage, SESSION_REBUILT } from '../domain/calls.ts';
import type { Usage } from '../domain/events.ts';
import { FAILURES, type FailureCode } from '../domain/failures/failures.ts';
import { getVisibility } from '../ledger/engine/record/visibility.ts';
import { isBlind, type Snapshot } from '../ledger/engine/snapshot.ts';
import { wait } from '../support/wait.ts';
import type { RunContext } from './run-context.ts';

/** Failures of a question that a model may have worked on. */
const MAY_HAVE_SPENT: ReadonlySet<FailureCode> = new Set([
  ...(['crashed', 'timed-out', 'unreadable', 'empty', 'refused', 'too-large'] as const),
]);
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;
/** Most services limit by the minute; for a longer wait the person decides. */
const MAX_RETRY_AFTER_MS = 60_000;
/** Each of them costs a whole limit, and a service that hangs seldom stops doing so. */
const MAX_TIMEOUTS = 2;

type FailedReply = Extract<Reply, { status: 'failed' }>;

/** What the service asks for, else 1 s, 2 s, 4 s, … up to 30 s. */
function computeBackoffMs(attempt: number, { retryAfterMs }: FailedReply): number {
  return retryAfterMs ?? Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), MAX_BACKOFF_MS);
}

/** Whether another try could help soon; `timeouts` counts this one as well. */
function isWorthRetrying({ failure, retryAfterMs = 0 }: FailedReply, timeouts: number): boolean {
  return FAILURES[failure.code].retry && timeouts < MAX_TIMEOUTS && retryAfterMs <= MAX_RETRY_AFTER_MS;
}

/** Asks until there is a reply worth more than another try; its usage is that of all tries. */
export async function askWithRetries(context: RunContext, agent: Agent, prompt: Prompt, snapshot: Snapshot) {
  const { step } = prompt;
  const { debate } = snapshot;
  const { showFailure } = getVisibility(snapshot);
  // Nobody may see it yet, or it is structured and nothing to read.
  const isHidden = step.schema !== undefined || isBlind(snapshot);
  let usage: Usage | undefined;
  let ms = 0;
  let rebuilt = 0;
  let hasUnknownUsage = false;
  let timeouts = 0;
  for (let attempt = 1; ; attempt += 1) {
    const reply = await context.ask(step, agent, prompt, {
      signal: context.signalFor(step, agent),
      onText: (text) => {
        if (!isHidden) context.emit({ type: 'text-delta', seat: step.seat, step: step.id, text });
      },
    });
    hasUnknownUsage ||=
      reply.status === 'failed' && reply.details.usage === undefined && MAY_HAVE_SPENT.has(reply.failure.code);
    usage = usage === undefined ? reply.details.usage : addUsage(usage, reply.details.usage);
    ms += reply.details.durationMs;
    const totalUsage: Usage | undefined = usage !== undefined && hasUnknownUsage ? { ...usage, atLeast: true } : usage;
    const result = { reply, attempts: attempt - rebuilt, usage: totalUsage };
    if (reply.status === 'answered' || context.signal.aborted) return result;
    if (reply.failure.code === 'timed-out') timeouts += 1;
    const failure = showFailure(reply.failure);
    // The first lost session costs none of the tries, which are for agents that fail by themselves.
    if (
      reply.sessionLost === true &&
      rebuilt === 0 &&
      findSpentLimit(debate, { usage, ms: Math.round(ms) }) === undefined
    ) {
      rebuilt = 1;
      context.emit({ type: 'retrying', seat: step.seat, step: step.id, failure, attempt, waitMs: 0 });
      const message = `The session of ${agent.ref.agent} was lost: ${reply.failure.message} A new one starts with the whole debate.`;
      await context.writeNote(SESSION_REBUILT, message, step.seat);
      continue;
    }
    if (!isWorthRetrying(reply, timeouts) || attempt - rebuilt > context.retries) return result;
    const waitMs = computeBackoffMs(attempt - rebuilt, reply);
    if (findSpentLimit(debate, { usage, ms: Math.round(ms + waitMs) }) !== undefined) return result;
    context.emit({ type: 'retrying', seat: step.seat, step: step.id, failure, attempt, waitMs });
    await wait(waitMs, context.signal);
    ms += waitMs;
    if (context.signal.aborted) return result;
  }
}
