// Asks one seat for one step until there is a usable answer, a stand-in has given one, or nobody is left to ask.
import type { Agent, Prompt, Reply, ReplyDetails } from '../agents/agent.ts';
import { limitSpent } from '../domain/budget.ts';
import { addUsage, SESSION_REBUILT } from '../domain/calls.ts';
import { HallError } from '../domain/errors.ts';
import type { Provenance, Usage } from '../domain/events.ts';
import { FAILURES, type Failure, type FailureCode } from '../domain/failures.ts';
import { blindFrom, nextOf, type Snapshot } from '../engine/snapshot.ts';
import type { Step } from '../formats/format.ts';
import { sha256Hex } from '../ledger/canonical.ts';
import { wait } from '../support/wait.ts';
import { buildPrompt, systemText } from './prompt-builder.ts';
import type { RunContext } from './run-context.ts';
import { warnAboutStandIn } from './shared-vendors.ts';

/** Unusable answers to one step after which an agent has failed. */
const UNUSABLE_ANSWERS = 2;
/** Seats whose programs start while another one speaks. */
const WARM_AHEAD = 2;
/** Failures of a question that a model may have worked on. */
const MAY_HAVE_SPENT: ReadonlySet<FailureCode> = new Set([
  ...(['crashed', 'timed-out', 'unreadable', 'empty', 'refused', 'too-large'] as const),
]);
const WITHHELD = 'What is wrong is withheld until the phase ends.';
/** Failures whose messages may quote what the model said. */
const QUOTES_THE_MODEL: ReadonlySet<FailureCode> = new Set(['refused', 'unreadable'] as const);
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;

const isBlind = (snapshot: Omit<Snapshot, 'log'>) => Number.isFinite(blindFrom(snapshot));

export type StepResult = 'answered' | 'failed' | 'cancelled' | 'waiting' | 'limit';

function provenance(agent: Agent, details: ReplyDetails, prompt: Prompt, attempts: number): Provenance {
  const { notes: _, durationMs, startUpMs, firstTextMs, argv, usage, ...rest } = details;
  return {
    agent: agent.ref,
    ...rest,
    ...(argv === undefined ? {} : { argv: [...argv] }),
    ...(usage === undefined ? {} : { usage }),
    durationMs: Math.round(durationMs),
    ...(startUpMs === undefined ? {} : { startUpMs: Math.round(startUpMs) }),
    ...(firstTextMs === undefined ? {} : { firstTextMs: Math.round(firstTextMs) }),
    promptSha256: sha256Hex(`${prompt.system}\n\n${prompt.user}`),
    attempts,
  };
}

/** 1 s, 2 s, 4 s, … or what the service asks for, never longer than 30 s. */
function backoffMs(attempt: number, reply: Extract<Reply, { status: 'failed' }>): number {
  const wanted = reply.retryAfterMs ?? FIRST_BACKOFF_MS * 2 ** (attempt - 1);
  return Math.min(wanted, LONGEST_BACKOFF_MS);
}

/** The reply as everybody may hear of it while nobody may see what the seat says. */
function withoutQuotes(reply: Reply): Reply {
  if (reply.status === 'answered') return reply;
  const { code } = reply.failure;
  if (reply.quotesModel !== true && !QUOTES_THE_MODEL.has(code)) return reply;
  const message = `While positions are blind its words are withheld; ${FAILURES[code].meaning}.`;
  return { ...reply, failure: { code, message } };
}

/** Asks until there is a reply worth more than another try; its usage is that of all tries. */
async function askWithRetries(context: RunContext, agent: Agent, prompt: Prompt, { debate, ...rest }: Snapshot) {
  const { step } = prompt;
  const blind = isBlind({ debate, ...rest });
  // Nobody may see it yet, or it is structured and nothing to read.
  const unseen = step.schema !== undefined || blind;
  let usage: Usage | undefined;
  let ms = 0;
  let rebuilt = 0;
  let untold = false;
  for (let attempt = 1; ; attempt += 1) {
    const session = await context.sessionFor(step, agent);
    const heard = await session.ask(prompt, {
      signal: context.signal,
      onText: (text) => {
        if (!unseen) context.emit({ type: 'text-delta', seat: step.seat, step: step.id, text });
      },
    });
    const reply = blind ? withoutQuotes(heard) : heard;
    untold ||= reply.status === 'failed' && reply.details.usage === undefined && MAY_HAVE_SPENT.has(reply.failure.code);
    usage = usage === undefined ? reply.details.usage : addUsage(usage, reply.details.usage);
    ms += reply.details.durationMs;
    const known: Usage | undefined = usage !== undefined && untold ? { ...usage, atLeast: true } : usage;
    const result = { reply, attempts: attempt - rebuilt, usage: known };
    if (reply.status === 'answered' || context.signal.aborted) return result;
    // The first lost session costs none of the tries, which are for agents that fail by themselves.
    if (
      reply.sessionLost === true &&
      rebuilt === 0 &&
      limitSpent(debate, { usage, ms: Math.round(ms) }) === undefined
    ) {
      rebuilt = 1;
      context.emit({ type: 'retrying', seat: step.seat, step: step.id, failure: reply.failure, attempt, waitMs: 0 });
      const message = `The session of ${agent.ref.agent} was lost: ${reply.failure.message} A fresh one is begun with the whole debate.`;
      await context.note(SESSION_REBUILT, message, step.seat);
      continue;
    }
    if (!FAILURES[reply.failure.code].retry || attempt - rebuilt > context.retries) return result;
    const waitMs = backoffMs(attempt - rebuilt, reply);
    if (limitSpent(debate, { usage, ms: Math.round(ms + waitMs) }) !== undefined) return result;
    context.emit({ type: 'retrying', seat: step.seat, step: step.id, failure: reply.failure, attempt, waitMs });
    await wait(waitMs, context.signal);
    ms += waitMs;
    if (context.signal.aborted) return result;
  }
}

type Recorded = { readonly kind: 'recorded' } | { readonly kind: 'refused'; readonly issues: readonly string[] };

async function record(
  context: RunContext,
  by: Provenance,
  step: Step,
  reply: Extract<Reply, { status: 'answered' }>,
): Promise<Recorded> {
  try {
    const { snapshot, events } = await context.engine.dispatch(context.threadId, {
      type: 'record',
      seat: step.seat,
      act: step.act,
      content: reply.text,
      data: step.data,
      by,
      key: step.id,
    });
    context.report(snapshot, events, step.id);
    for (const note of reply.details.notes) await context.note('agent-note', `${by.agent.agent}: ${note}`, step.seat);
    return { kind: 'recorded' };
  } catch (error) {
    if (!(error instanceof HallError) || (error.code !== 'rule-violation' && error.code !== 'not-your-turn'))
      throw error;
    const issues = (error.details['issues'] as readonly string[] | undefined) ?? [error.message];
    const { snapshot, events } = await context.engine.dispatch(context.threadId, {
      type: 'reject',
      step,
      content: reply.text,
      issues,
      by,
    });
    const told = isBlind(snapshot) ? [WITHHELD] : issues;
    context.emit({ type: 'answer-rejected', seat: step.seat, step: step.id, issues: told });
    context.report(snapshot, events, step.id);
    return { kind: 'refused', issues };
  }
}

/** The step as it stands now, or `undefined` when it is not due any more. */
function stillDue(snapshot: Snapshot, step: Step): Step | undefined {
  const next = nextOf(snapshot);
  return next.kind === 'ask' ? next.steps.find(({ id }) => id === step.id) : undefined;
}

function announce(context: RunContext, agent: Agent, { seat, id, label, values }: Step): void {
  const round = values['round'];
  if (agent.attended === true) context.emit({ type: 'waiting-for-person', seat, step: id, label });
  else context.emit({ type: 'seat-started', seat, step: id, label, ...(round === undefined ? {} : { round }) });
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

/** Very long debates are given as a digest in part, which the record says whenever the part changes. */
async function noteDigest(context: RunContext, agent: Agent, prompt: Prompt, details: ReplyDetails): Promise<void> {
  const { step, digested, transcript } = prompt;
  const wholePrompt = (details.sessionTurn ?? 1) === 1;
  if (!wholePrompt || !context.digestChanged(step.seat, digested) || digested === 0) return;
  const last = transcript[digested - 1]?.seq;
  const message = `${agent.ref.agent} was given the ${digested} oldest contributions, up to event ${last}, as a digest of their beginnings and ends, as the debate is longer than its window.`;
  await context.note('digest', message, step.seat);
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
      const by = provenance(agent, { ...reply.details, ...(usage === undefined ? {} : { usage }) }, prompt, attempts);
      const recorded = await record(context, by, step, reply);
      await noteDigest(context, agent, prompt, reply.details);
      if (recorded.kind === 'recorded') return 'answered';
      unusable += 1;
      if (unusable < UNUSABLE_ANSWERS) continue;
      const now = await context.engine.snapshot(context.threadId);
      if (stillDue(now, step) === undefined) return 'answered';
      const wrong = isBlind(now) ? WITHHELD : recorded.issues.join(' ');
      return await fail(
        context,
        agent,
        step,
        { attempts: unusable, durationMs: 0 },
        {
          code: 'unusable',
          message: `${agent.ref.agent} gave ${unusable} answers that break the rules: ${wrong}`,
        },
      );
    }
    if (context.signal.aborted) return 'cancelled';
    const { details, failure, partial } = reply;
    // A person who declines leaves the seat to be filled by hand.
    if (failure.code === 'cancelled') return 'waiting';
    return await fail(context, agent, step, { attempts, durationMs: details.durationMs, usage, partial }, failure);
  }
}

async function fail(
  context: RunContext,
  agent: Agent,
  step: Step,
  call: { attempts: number; durationMs: number; usage?: ReplyDetails['usage']; partial?: string | undefined },
  failure: Failure,
): Promise<Failure> {
  const { attempts, durationMs, usage, partial } = call;
  const { snapshot, events } = await context.engine.dispatch(context.threadId, {
    type: 'fail',
    step,
    agent: agent.ref,
    failure,
    attempts,
    durationMs: Math.round(durationMs),
    ...(usage === undefined ? {} : { usage }),
    ...(partial === undefined ? {} : { partial }),
  });
  context.emit({ type: 'seat-failed', seat: step.seat, step: step.id, failure });
  context.report(snapshot, events, step.id);
  return failure;
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
  const { snapshot, events } = await context.engine.dispatch(context.threadId, {
    type: 'replace',
    seat: step.seat,
    to: standIn.ref,
    reason,
  });
  context.emit({ type: 'seat-replaced', seat: step.seat, to: standIn.ref.agent, reason });
  context.report(snapshot, events, step.id);
  await warnAboutStandIn(context, snapshot, step.seat);
  const second = await askAgent(context, standIn, step);
  return typeof second === 'string' ? second : 'failed';
}
