// Puts what an agent replied on record: an answer, a refused answer, or a failure.
import type { Agent, Prompt, Reply, ReplyDetails } from '../agents/agent.ts';
import { withSight } from '../agents/pictures.ts';
import { AGENT_NOTE, CALL_STOPPED, sumExpenses } from '../domain/calls.ts';
import { defined } from '../domain/defined.ts';
import type { Provenance, Usage } from '../domain/event-parts.ts';
import { isEvent } from '../domain/events.ts';
import { HallError, unlessRefused } from '../domain/failures/errors.ts';
import type { Failure } from '../domain/failures/failures.ts';
import { AMOUNTS } from '../domain/words/describe-limit.ts';
import { countNoun, joinWords, listSpending } from '../domain/words/format-figures.ts';
import type { Step } from '../formats/format.ts';
import type { Command } from '../ledger/engine/commands.ts';
import { sha256Hex } from '../support/canonical.ts';
import { awaitAll } from '../support/wait.ts';
import type { RunContext } from './run-context.ts';

/** Where the answer came from, as the ledger has it: whole milliseconds, and a digest instead of the prompt. */
export function buildProvenance(agent: Agent, details: ReplyDetails, prompt: Prompt, attempts: number): Provenance {
  const { notes: _, durationMs, startUpMs, firstTextMs, argv, usage, pictures, ...rest } = details;
  return {
    agent: agent.ref,
    ...rest,
    ...(argv === undefined ? {} : { argv: [...argv] }),
    ...(pictures === undefined ? {} : { pictures: [...pictures] }),
    ...defined({ usage }),
    durationMs: Math.round(durationMs),
    ...(startUpMs === undefined ? {} : { startUpMs: Math.round(startUpMs) }),
    ...(firstTextMs === undefined ? {} : { firstTextMs: Math.round(firstTextMs) }),
    promptSha256: sha256Hex(`${prompt.system}\n\n${withSight(prompt, pictures)}`),
    attempts,
  };
}

/** Writes an answer that was paid for, and keeps in mind what it cost where it cannot be written. */
export async function keepAnswer(context: RunContext, command: Command, step: string, seat: string, by: Provenance) {
  const { agent, usage, attempts = 1 } = by;
  try {
    await context.write(command, step);
  } catch (error) {
    if (error instanceof HallError && error.code === 'storage') {
      const call = { seat, act: 'call', agent, result: 'answered', attempts, usage } as const;
      context.lost.push({ seat, agent, seq: 0, call });
    }
    throw error;
  }
}

/** Waits for all of them. Throws the first error after the last one has ended, with what was paid for and could not be written. */
export async function awaitAnswers<T>({ lost }: RunContext, pending: readonly Promise<T>[]): Promise<readonly T[]> {
  try {
    return await awaitAll(pending);
  } catch (error) {
    if (lost.length === 0 || !(error instanceof HallError)) throw error;
    const { code, message, hint, details, place, passes } = error;
    const cost = listSpending(sumExpenses(lost)).join(', ');
    const what = `${countNoun(lost.length, 'answer')} had come and could not be kept: ${cost}.`;
    throw new HallError(code, `${message} ${what}`, { ...defined({ hint, place }), details, passes, cause: error });
  }
}

type RecordResult = { readonly kind: 'recorded' } | { readonly kind: 'refused'; readonly issues: readonly string[] };

/** What the rules refuse is recorded as refused, with the reasons. */
export async function recordAnswer(
  context: RunContext,
  by: Provenance,
  step: Step,
  reply: Extract<Reply, { status: 'answered' }>,
): Promise<RecordResult> {
  try {
    const { seat, act, data, id: key } = step;
    const citations = await context.checkCitations(seat, reply.text);
    const command = { type: 'record', seat, act, content: reply.text, data, by, key } as const;
    await keepAnswer(context, { ...command, ...defined({ citations }) }, key, seat, by);
    for (const note of reply.details.notes)
      await context.writeNote(AGENT_NOTE, `${by.agent.agent}: ${note}`, step.seat);
    const unchecked = await context.takeVersionRemark(by);
    if (unchecked !== undefined) await context.writeNote('unchecked-version', `${unchecked}.`, step.seat);
    return { kind: 'recorded' };
  } catch (error) {
    if (!(error instanceof HallError)) throw error;
    // Another run has recorded its own answer to this very step.
    if (error.code === 'key-conflict') return { kind: 'recorded' };
    if (error.code !== 'rule-violation' && error.code !== 'not-your-turn') throw error;
    const issues = (error.details['issues'] as readonly string[] | undefined) ?? [error.message];
    await context.write(
      {
        type: 'answer-rejected',
        data: { seat: step.seat, act: step.act, content: reply.text, issues: [...issues], by },
      },
      step.id,
    );
    return { kind: 'refused', issues };
  }
}

interface FailedCall {
  readonly agent: Agent;
  readonly failure: Failure;
  readonly attempts: number;
  readonly durationMs: number;
  readonly usage?: ReplyDetails['usage'] | undefined;
  /** What had been said before it failed. */
  readonly partial?: string | undefined;
}

/** Gives the failure back, as it is what became of the step. */
export async function recordFailure(context: RunContext, step: Step, call: FailedCall): Promise<Failure> {
  const { agent, failure, attempts, durationMs, usage, partial } = call;
  const command: Command = {
    type: 'seat-failed',
    data: {
      seat: step.seat,
      act: step.act,
      agent: agent.ref,
      failure,
      attempts,
      durationMs: Math.round(durationMs),
      ...defined({ usage, partial }),
    },
  };
  await context.write(command, step.id);
  return failure;
}

/** Very long debates are given as a digest in part, which the record says whenever the part changes. */
export async function noteDigest(
  context: RunContext,
  agent: Agent,
  prompt: Prompt,
  details: ReplyDetails,
): Promise<void> {
  const { step, digested, transcript } = prompt;
  const wholePrompt = (details.sessionTurn ?? 1) === 1;
  if (!wholePrompt || !context.updateDigestCount(step.seat, digested) || digested === 0) return;
  const last = transcript[digested - 1]?.seq;
  const message = `${agent.ref.agent} got a digest (beginnings and ends) of the ${digested} oldest contributions, up to event ${last}, because the debate is longer than its context window.`;
  await context.writeNote('digest', message, step.seat);
}

/** A picture that the agent is not shown; said once in a run for each seat that it fills. */
export async function noteUnseenPictures(
  context: RunContext,
  agent: Agent,
  { step, pictures }: Prompt,
  { pictures: seen = [] }: ReplyDetails,
): Promise<void> {
  if (pictures === undefined || agent.attended === true) return;
  const unseen = pictures.given.filter(({ source }) => !seen.includes(source));
  if (unseen.length === 0 || !context.takeRemark(`pictures ${agent.ref.agent} ${step.seat}`)) return;
  const names = joinWords(unseen.map(({ source }) => source));
  await context.writeNote('unseen-picture', `${agent.ref.agent} could not see ${names}.`, step.seat);
}

const UNSEEN_COST = 'unseen-cost';

/** An answer that a limit on money cannot count; said once in a debate. */
export async function noteUnseenCost(
  context: RunContext,
  agent: Agent,
  {
    seat,
    limit,
    usage = {},
  }: { readonly seat: string; readonly limit: number | null; readonly usage?: Usage | undefined },
): Promise<void> {
  if (limit === null || usage.costMicroUsd !== undefined || agent.attended === true) return;
  const { log } = await context.engine.snapshot(context.threadId);
  const isSaid = log.some((event) => isEvent(event, 'note-recorded') && event.data.code === UNSEEN_COST);
  if (isSaid || !context.takeRemark(UNSEEN_COST)) return;
  const others = usage.inputTokens === undefined ? 'A limit on time does' : 'Limits on tokens and time do';
  const message = `${agent.ref.agent} reports no cost, so the limit of ${AMOUNTS.money(limit)} does not count its calls. ${others}.`;
  await context.writeNote(UNSEEN_COST, message, seat);
}

/** So that what was asked counts as a call, although nothing came of it. A debate that somebody ended takes no more notes. */
export async function noteStopped(context: RunContext, agent: Agent, { seat }: Step): Promise<void> {
  if (agent.attended === true) return;
  const message = `${agent.ref.agent} was stopped before it answered; what that cost is not known.`;
  await unlessRefused(async () => await context.writeNote(CALL_STOPPED, message, seat), 'not-active');
}
