// Asks one seat for one step until there is a usable answer, a stand-in has given one, or nobody is left to ask.
import type { Agent, Prompt, Reply } from '../agents/agent.ts';
import { findSpentLimit } from '../domain/budget.ts';
import { addUsage, SESSION_REBUILT } from '../domain/calls.ts';
import { defined } from '../domain/defined.ts';
import type { Usage } from '../domain/event-parts.ts';
import { FAILURES, type Failure, type FailureCode } from '../domain/failures/failures.ts';
import { joinClauses } from '../domain/words/sentence.ts';
import type { Step } from '../formats/format.ts';
import { getVisibility } from '../ledger/engine/record/visibility.ts';
import { isBlind, listDueSteps, type Snapshot } from '../ledger/engine/snapshot.ts';
import { ACT, AGENT, CONVERSATION } from '../platform/telemetry/attributes.ts';
import { wait } from '../support/wait.ts';
import { buildPrompt, buildSystemText } from './build-prompt.ts';
import {
  buildProvenance,
  noteDigest,
  noteStopped,
  noteUnseenCost,
  noteUnseenPictures,
  recordAnswer,
  recordFailure,
} from './record-reply.ts';
import { callsToCome } from './rules.ts';
import type { RunContext } from './run-context.ts';
import { warnAboutStandIn } from './shared-vendors.ts';

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

/** One question: again after a failure that may pass, and with a fresh session when one was lost. The usage is that of all tries. */
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

/** Unusable answers to one step after which an agent has failed. */
const MAX_UNUSABLE_ANSWERS = 2;
/** Seats whose programs start while another one speaks. */
const SEATS_WARMED_AHEAD = 2;

export type StepResult = 'answered' | 'failed' | 'cancelled' | 'waiting' | 'limit';

/** Whether the call was stopped, with its run or by closing the hall; a person who declines stops nothing. */
export const isStopped = ({ signal }: RunContext, { attended }: Agent, { code }: Failure): boolean =>
  signal.aborted || (code === 'cancelled' && attended !== true);

/** The step as it stands now, or `undefined` when it is not due any more. */
function findDueStep(snapshot: Snapshot, step: Step): Step | undefined {
  return listDueSteps(snapshot).find(({ id }) => id === step.id);
}

function announcePerson(context: RunContext, snapshot: Snapshot, { seat, id, label }: Step): void {
  const blind = isBlind(snapshot) ? (true as const) : undefined;
  context.emit({ type: 'waiting-for-person', seat, step: id, label, ...defined({ blind }) });
}

function announceStep(context: RunContext, agent: Agent, snapshot: Snapshot, step: Step): void {
  const { seat, id, label, values } = step;
  const { round, rounds } = values;
  const blind = isBlind(snapshot) ? (true as const) : undefined;
  if (agent.attended === true) announcePerson(context, snapshot, step);
  else context.emit({ type: 'seat-started', seat, step: id, label, ...defined({ round, rounds, blind }) });
}

/** How many calls may still come after those that are asked now, as far as the rules know. */
function countCallsAfterThis(snapshot: Snapshot): number {
  const { atMost } = callsToCome(snapshot) ?? { atMost: Number.POSITIVE_INFINITY };
  return Math.max(0, atMost - listDueSteps(snapshot).length);
}

/** While a seat speaks, those after it get ready. */
async function warmUpNextSeats(context: RunContext, snapshot: Snapshot, speaking: string): Promise<void> {
  const ahead = Math.min(SEATS_WARMED_AHEAD, countCallsAfterThis(snapshot));
  const seats = [...context.agents];
  const turn = seats.findIndex(([seat]) => seat === speaking) + 1;
  const others = [...seats.slice(turn), ...seats.slice(0, turn - 1)];
  for (const [seat, { agent }] of others.slice(0, ahead)) {
    await context.warmUp(seat, agent, buildSystemText(snapshot, seat, context.texts));
  }
}

async function askSeatAgent(context: RunContext, agent: Agent, first: Step): Promise<StepResult | Failure> {
  for (let unusable = 0; ; ) {
    const snapshot = await context.engine.snapshot(context.threadId);
    const step = findDueStep(snapshot, first);
    if (step === undefined) return 'answered';
    if (context.signal.aborted) return 'cancelled';
    if (findSpentLimit(snapshot.debate) !== undefined) return 'limit';
    const prompt = buildPrompt(snapshot, step, context.texts, agent.window);
    announceStep(context, agent, snapshot, step);
    // The seat's own question runs into the same error and reports it.
    const warming = warmUpNextSeats(context, snapshot, step.seat).catch(() => {});
    const { reply, attempts, usage } = await askWithRetries(context, agent, prompt, snapshot).finally(
      async () => await warming,
    );
    // A whole answer is kept, even if someone stopped the run while it came.
    if (reply.status === 'answered') {
      const by = buildProvenance(agent, { ...reply.details, ...defined({ usage }) }, prompt, attempts);
      const recorded = await recordAnswer(context, by, step, reply);
      await noteDigest(context, agent, prompt, reply.details);
      await noteUnseenPictures(context, agent, prompt, reply.details);
      await noteUnseenCost(context, agent, { seat: step.seat, limit: snapshot.debate.limits.costMicroUsd, usage });
      if (recorded.kind === 'recorded') return 'answered';
      unusable += 1;
      if (unusable < MAX_UNUSABLE_ANSWERS) continue;
      const now = await context.engine.snapshot(context.threadId);
      if (findDueStep(now, step) === undefined) return 'answered';
      const summary = `${agent.ref.agent} gave ${unusable} answers that break the rules`;
      const message = `${summary}: ${joinClauses(recorded.issues)}`;
      const failure: Failure = { code: 'unusable', message, unquoted: `${summary}.` };
      return await recordFailure(context, step, { agent, failure, attempts: unusable, durationMs: 0 });
    }
    const { details, failure, partial } = reply;
    if (isStopped(context, agent, failure)) {
      await noteStopped(context, agent, step);
      return 'cancelled';
    }
    // A person who declines leaves the seat open, unless somebody else has taken the turn meanwhile.
    if (failure.code === 'cancelled') {
      const now = await context.engine.snapshot(context.threadId);
      return findDueStep(now, step) === undefined ? 'answered' : 'waiting';
    }
    const { durationMs } = details;
    return await recordFailure(context, step, { agent, failure, attempts, durationMs, usage, partial });
  }
}

/** Asks the seat's agent; when it fails for good, its stand-in, which is recorded as a replacement. */
export async function askStep(context: RunContext, step: Step): Promise<StepResult> {
  const { seat, act } = step;
  const attributes = { [AGENT]: seat, [ACT]: act, [CONVERSATION]: context.threadId };
  try {
    return await context.tracing.inSpan({ operation: 'invoke_agent', of: seat, attributes }, async (span) => {
      const result = await askSeat(context, step);
      if (result === 'failed') span.fail('seat-failed');
      return result;
    });
  } finally {
    await context.finishStep(step);
  }
}

async function askSeat(context: RunContext, step: Step): Promise<StepResult> {
  const filled = context.agents.get(step.seat);
  if (filled === undefined) {
    announcePerson(context, await context.engine.snapshot(context.threadId), step);
    return 'waiting';
  }
  const result = await askSeatAgent(context, filled.agent, step);
  if (typeof result === 'string') return result;
  const { debate } = await context.engine.snapshot(context.threadId);
  if (findSpentLimit(debate) !== undefined) return 'limit';
  // A parallel question or another process already made the debate continue without this seat.
  if (debate.seats[step.seat]?.left !== undefined) return 'answered';
  const { standIn } = filled;
  // The seat's other question may have called the stand-in already.
  if (context.agents.get(step.seat) !== filled) return await askSeat(context, step);
  if (standIn === undefined) return 'failed';

  const reason = `${FAILURES[result.code].meaning}: ${result.message}`;
  context.agents.set(step.seat, { agent: standIn });
  const snapshot = await context.write({ type: 'replace', seat: step.seat, to: standIn.ref, reason }, step.id);
  await warnAboutStandIn(context, snapshot, step.seat);
  const second = await askSeatAgent(context, standIn, step);
  return typeof second === 'string' ? second : 'failed';
}
