// Asks one seat for one step until there is a usable answer, a stand-in has given one, or nobody is left to ask.

import type { Agent } from '../agents/agent.ts';
import { limitSpent } from '../domain/budget.ts';
import { defined } from '../domain/defined.ts';
import { FAILURES, type Failure } from '../domain/failures.ts';
import { nextOf, type Snapshot } from '../engine/snapshot.ts';
import type { Step } from '../formats/format.ts';
import { askWithRetries } from './ask-with-retries.ts';
import { buildPrompt, systemText } from './prompt-builder.ts';
import { noteDigest, provenance, recordAnswer, recordFailure } from './record-reply.ts';
import type { RunContext } from './run-context.ts';
import { warnAboutStandIn } from './shared-vendors.ts';

/** Unusable answers to one step after which an agent has failed. */
const UNUSABLE_ANSWERS = 2;
/** Seats whose programs start while another one speaks. */
const WARM_AHEAD = 2;

export type StepResult = 'answered' | 'failed' | 'cancelled' | 'waiting' | 'limit';

/** The step as it stands now, or `undefined` when it is not due any more. */
function stillDue(snapshot: Snapshot, step: Step): Step | undefined {
  const next = nextOf(snapshot);
  return next.kind === 'ask' ? next.steps.find(({ id }) => id === step.id) : undefined;
}

function announce(context: RunContext, agent: Agent, { seat, id, label, values }: Step): void {
  const { round, rounds } = values;
  if (agent.attended === true) context.emit({ type: 'waiting-for-person', seat, step: id, label });
  else context.emit({ type: 'seat-started', seat, step: id, label, ...defined({ round, rounds }) });
}

/** While a seat speaks, those after it get ready. */
async function warmNext(context: RunContext, snapshot: Snapshot, speaking: string): Promise<void> {
  const seats = [...context.agents];
  const turn = seats.findIndex(([seat]) => seat === speaking) + 1;
  const others = [...seats.slice(turn), ...seats.slice(0, turn - 1)];
  for (const [seat, { agent }] of others.slice(0, WARM_AHEAD)) {
    await context.warm(seat, agent, systemText(snapshot, seat, context.texts));
  }
}

async function askAgent(context: RunContext, agent: Agent, first: Step): Promise<StepResult | Failure> {
  await context.noteReading(first.seat, agent);
  for (let unusable = 0; ; ) {
    const snapshot = await context.engine.snapshot(context.threadId);
    const step = stillDue(snapshot, first);
    if (step === undefined) return 'answered';
    if (context.signal.aborted) return 'cancelled';
    if (limitSpent(snapshot.debate) !== undefined) return 'limit';
    const prompt = buildPrompt(snapshot, step, context.texts, agent.window);
    announce(context, agent, step);
    // What goes wrong in it is met again, and told, by the question of the seat itself.
    const warming = warmNext(context, snapshot, step.seat).catch(() => {});
    const { reply, attempts, usage } = await askWithRetries(context, agent, prompt, snapshot).finally(
      async () => await warming,
    );
    // A whole answer is kept, even if someone stopped the run while it came.
    if (reply.status === 'answered') {
      const by = provenance(agent, { ...reply.details, ...defined({ usage }) }, prompt, attempts);
      const recorded = await recordAnswer(context, by, step, reply);
      await noteDigest(context, agent, prompt, reply.details);
      if (recorded.kind === 'recorded') return 'answered';
      unusable += 1;
      if (unusable < UNUSABLE_ANSWERS) continue;
      const now = await context.engine.snapshot(context.threadId);
      if (stillDue(now, step) === undefined) return 'answered';
      const told = `${agent.ref.agent} gave ${unusable} answers that break the rules`;
      const message = `${told}: ${recorded.issues.join(' ')}`;
      const failure: Failure = { code: 'unusable', message, unquoted: `${told}.` };
      return await recordFailure(context, step, { agent, failure, attempts: unusable, durationMs: 0 });
    }
    if (context.signal.aborted) return 'cancelled';
    const { details, failure, partial } = reply;
    // A person who declines leaves the seat open, unless somebody else has taken the turn meanwhile.
    if (failure.code === 'cancelled') {
      const now = await context.engine.snapshot(context.threadId);
      return stillDue(now, step) === undefined ? 'answered' : 'waiting';
    }
    const { durationMs } = details;
    return await recordFailure(context, step, { agent, failure, attempts, durationMs, usage, partial });
  }
}

/** Asks the seat's agent; when it fails for good, its stand-in, which is recorded as a replacement. */
export async function askStep(context: RunContext, step: Step): Promise<StepResult> {
  try {
    return await askFilled(context, step);
  } finally {
    await context.finish(step);
  }
}

async function askFilled(context: RunContext, step: Step): Promise<StepResult> {
  const filled = context.agents.get(step.seat);
  if (filled === undefined) {
    context.emit({ type: 'waiting-for-person', seat: step.seat, step: step.id, label: step.label });
    return 'waiting';
  }
  const result = await askAgent(context, filled.agent, step);
  if (typeof result === 'string') return result;
  const { debate } = await context.engine.snapshot(context.threadId);
  if (limitSpent(debate) !== undefined) return 'limit';
  // Its other question, or whoever had waited for it too long, has had the debate go on without it.
  if (debate.seats[step.seat]?.left !== undefined) return 'answered';
  const { standIn } = filled;
  // The seat's other question may have called the stand-in already.
  if (context.agents.get(step.seat) !== filled) return await askFilled(context, step);
  if (standIn === undefined) return 'failed';

  const reason = `${FAILURES[result.code].meaning}: ${result.message}`;
  context.agents.set(step.seat, { agent: standIn });
  const snapshot = await context.write({ type: 'replace', seat: step.seat, to: standIn.ref, reason }, step.id);
  await warnAboutStandIn(context, snapshot, step.seat);
  const second = await askAgent(context, standIn, step);
  return typeof second === 'string' ? second : 'failed';
}
