// Runs or resumes an existing debate, and writes its record at the end.

import type { Agent } from '../../../../agents/agent.ts';
import { sameAgent } from '../../../../domain/contradictions.ts';
import { defined } from '../../../../domain/defined.ts';
import { type AgentRef, isEvent, type Limits } from '../../../../domain/events.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import type { Command } from '../../../../ledger/engine/commands.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Lease } from '../../../../ledger/stores/store.ts';
import { CONVERSATION, OUTCOME, RUN_END, WORKFLOW } from '../../../../platform/telemetry/attributes.ts';
import { findTracing } from '../../../../platform/telemetry/find-tracing.ts';
import { listExtraTexts } from '../../../../runner/build-prompt.ts';
import type { LiveEvent, LiveListener } from '../../../../runner/live/live-events.ts';
import type { FilledSeat, RunRequest } from '../../../../runner/run-context.ts';
import { type RunEnd, runDebate, toRunEnd } from '../../../../runner/run-debate.ts';
import { growingWait, neverAborted, wait } from '../../../../support/wait.ts';
import type { AgentSpec } from '../../../config/seat-spec.ts';
import type { AgentDirectory, Hall } from '../../hall.ts';
import { countEvent } from '../../metrics/observe-hall.ts';
import { openReading } from '../../reading/open-reading.ts';
import { refuseWithoutTools } from '../../reading/pin-reading.ts';
import { recordedHead, type SavedRecord, saveRecord } from '../../records/copies/export-debate.ts';
import { describeUnchecked } from '../../setup/agent-check/agent-check.ts';
import { findRecording } from '../related/fork-debate.ts';
import { findAgent } from '../seats/assign-seats.ts';
import { createUnusableError, onceProbed, type Probing, probeAgents } from '../seats/probe-agents.ts';
import { continueWithoutSilent } from '../take-part/manual-turns.ts';
import { isPausedForPeople } from '../take-part/person-steps.ts';
import { refuseReentry } from './reentry.ts';
import { createQuotaGuard } from './within-quota.ts';

export interface RunInput {
  readonly threadId: string;
  /** Agents that take over seats from now on; recorded as replacements. */
  readonly reseat?: Readonly<Record<string, AgentSpec>>;
  /** Limits that take the place of the recorded ones; recorded. */
  readonly limits?: Partial<Limits>;
  /** Rounds beyond those that it was opened for, as whom. */
  readonly more?: { readonly rounds: number; readonly by: string };
  /** Probes that the opening of the debate has left to the run: each agent is asked when its own has ended. */
  readonly probing?: Probing;
  /** Aborting it stops the agents and pauses the debate. */
  readonly signal?: AbortSignal;
  readonly listen?: LiveListener;
  /** In a shared hall: who runs it, and who asked for it. */
  readonly worker?: string;
  readonly askedBy?: string;
}

/** Where record and report were written; absent while the debate is open. */
export interface RunOutput extends RunEnd, Partial<SavedRecord> {}

function fillSeats(
  agents: AgentDirectory,
  { debate }: Snapshot,
  { probing = new Map(), guard }: { readonly probing?: Probing | undefined; readonly guard: (agent: Agent) => Agent },
): Map<string, FilledSeat> {
  const ready = (ref: AgentRef) => {
    const agent = findAgent(agents, ref);
    const probe = probing.get(ref.agent);
    if (agent === undefined) return undefined;
    return guard(probe === undefined ? agent : onceProbed(agent, probe));
  };
  const filled = new Map<string, FilledSeat>();
  for (const [seat, { agent: ref, standIn: standInRef, replaced }] of Object.entries(debate.seats)) {
    const agent = ready(ref);
    if (agent === undefined) continue;
    const standIn = standInRef === undefined || replaced ? undefined : ready(standInRef);
    filled.set(seat, { agent, ...defined({ standIn }) });
  }
  return filled;
}

async function reseat(hall: Hall, { debate }: Snapshot, input: RunInput): Promise<void> {
  const agents = await hall.agents();
  const reads = debate.opened.reading !== undefined;
  for (const [seat, spec] of Object.entries(input.reseat ?? {})) {
    const [found] = await probeAgents(hall, [spec], input.signal ?? neverAborted);
    if (found !== undefined && !found.probe.usable && agents.create(spec) !== undefined) {
      throw createUnusableError(seat, found);
    }
    const to = agents.refOf(spec);
    if (reads) await refuseWithoutTools(hall, [{ seat, agent: to }]);
    await hall.engine.dispatch(input.threadId, {
      type: 'replace',
      seat,
      to,
      reason: 'A person gave the seat to another agent.',
    });
  }
}

/** Raises limits and adds rounds, what stands in the way of the other first: a limit that is reached, or the end. */
async function raiseBounds(hall: Hall, { debate }: Snapshot, { threadId, limits, more }: RunInput): Promise<void> {
  const commands: Command[] = [
    ...(limits === undefined
      ? []
      : [{ type: 'limits-raised', data: { limits: { ...debate.limits, ...limits } } } as const]),
    ...(more === undefined ? [] : [{ type: 'debate-extended', data: more } as const]),
  ];
  for (const command of debate.status === 'exhausted' ? commands : commands.reverse()) {
    await hall.engine.dispatch(threadId, command);
  }
}

/** Makes the configuration's agents and the ledger's agree: an agent with other settings is another one. */
async function noteChangedAgents(hall: Hall, threadId: string): Promise<void> {
  const { debate } = await hall.engine.snapshot(threadId);
  if (debate.status !== 'open') return;
  const agents = await hall.agents();
  for (const [seat, { agent: ref }] of Object.entries(debate.seats)) {
    const to = findAgent(agents, ref)?.ref;
    if (to === undefined || sameAgent(to, ref)) continue;
    const reason = 'The configuration of the agent has changed.';
    await hall.engine.dispatch(threadId, { type: 'replace', seat, to, reason });
  }
}

/** Ends what a run that was killed at its very end left undone: the record of a debate that is over. */
async function finishRecord(hall: Hall, { threadId, debate }: Snapshot): Promise<RunOutput | undefined> {
  const reason = toRunEnd(debate.status);
  if (reason === undefined || (await recordedHead(hall, threadId))?.hash === debate.head) return undefined;
  const saved = await saveRecord(hall, threadId);
  return { reason, snapshot: await hall.engine.snapshot(threadId), ...saved };
}

/** How a debate that is over has ended, with its record, which is written if it is missing; `undefined` for any other. */
export async function getRunOutput(hall: Hall, threadId: string): Promise<RunOutput | undefined> {
  const snapshot = await hall.engine.snapshot(threadId);
  const { status, head } = snapshot.debate;
  if (status !== 'closed' && status !== 'force-closed') return undefined;
  // A run that was killed after the end has left what it told.
  if (!(await hall.store.isRunning(threadId))) await hall.store.clearFeed(threadId);
  const recorded = await recordedHead(hall, threadId);
  const saved = recorded?.hash === head ? { recordFile: recorded.file } : await saveRecord(hall, threadId);
  return { reason: status, snapshot, ...saved };
}

/** What can still be done with a debate that is closed, as commands; it depends on the format. */
export function listStepsAfterClose({ threadId, debate, format, state }: Snapshot): string[] {
  const { admitExtension } = format;
  const isExtensible = debate.status === 'closed' && admitExtension?.(state, 1) === undefined;
  return [
    ...(admitExtension !== undefined && isExtensible
      ? [`add rounds with "debate-hall resume ${threadId} --more 1"`]
      : []),
    ...(['review', 'plan'].includes(format.id)
      ? [`rewrite its files with "debate-hall ${format.id} --resume ${threadId}"`]
      : []),
  ];
}

/** A debate that is over asks nobody anything. */
function refuseEnded(snapshot: Snapshot): void {
  const { threadId, debate } = snapshot;
  if (debate.status !== 'closed' && debate.status !== 'force-closed') return;
  throw new HallError('not-active', `Cannot resume: debate "${threadId}" is ${debate.status}.`, {
    hint: `${[`Read it with "debate-hall show ${threadId}"`, ...listStepsAfterClose(snapshot)].join(', or ')}.`,
  });
}

/** Records what a run is to change, for one that another process carries out. Throws what `runThread` throws before it runs. */
export async function prepareRun(hall: Hall, input: RunInput): Promise<void> {
  refuseReentry(hall);
  const before = await hall.engine.snapshot(input.threadId);
  if (input.more === undefined) refuseEnded(before);
  await raiseBounds(hall, before, input);
  await reseat(hall, before, input);
}

/** Sends events to `listen` and to the live feed for other processes. */
function broadcast(hall: Hall, input: RunInput, claim: Lease): { listen: LiveListener; close(): Promise<void> } {
  const feed = hall.store.openFeed(input.threadId, claim);
  return {
    listen: (event: LiveEvent) => {
      const stamped = { at: new Date(hall.clock.now()).toISOString(), ...event };
      feed.write(JSON.stringify(stamped));
      countEvent(hall.metrics, event);
      input.listen?.(stamped);
    },
    close: async () => await feed.close(),
  };
}

/** The run as one span, with how it ended. */
async function traceRun({ debate }: Snapshot, request: RunRequest): Promise<RunEnd> {
  const tracing = await findTracing();
  const { threadId } = request;
  const { format } = debate.opened;
  const attributes = { [CONVERSATION]: threadId, [WORKFLOW]: format };
  return await tracing.inSpan({ operation: 'invoke_workflow', of: format, attributes }, async (span) => {
    const end = await runDebate({ ...request, tracing });
    span.set({ [RUN_END]: end.reason, [OUTCOME]: end.snapshot.debate.closed?.outcome });
    return end;
  });
}

function hasMovedOn({ reason, snapshot }: RunEnd): boolean {
  if (reason !== 'paused' || isPausedForPeople(snapshot)) return false;
  return snapshot.log.findLast((event) => isEvent(event, 'run-paused'))?.data.reason === 'waiting-for-person';
}

async function runOnce(hall: Hall, input: RunInput, began: () => void): Promise<RunOutput> {
  const { threadId } = input;
  const before = await hall.engine.snapshot(threadId);
  const claim = await hall.store.claimRun(threadId);
  if (claim === undefined) {
    throw new HallError('already-running', `Debate "${threadId}" is running in another process.`, {
      hint: `Follow it with "debate-hall watch ${threadId}".`,
    });
  }
  const feed = broadcast(hall, input, claim);
  try {
    const finished =
      input.limits === undefined && input.more === undefined ? await finishRecord(hall, before) : undefined;
    if (finished !== undefined) return finished;
    if (input.more === undefined) refuseEnded(before);
    await raiseBounds(hall, before, input);
    await continueWithoutSilent(hall, threadId);
    await reseat(hall, before, input);
    await noteChangedAgents(hall, threadId);
    const snapshot = await hall.engine.snapshot(threadId);
    const signal = AbortSignal.any([input.signal ?? neverAborted, claim.lost]);
    const request: RunRequest = {
      engine: hall.engine,
      threadId,
      claim,
      agents: fillSeats(await hall.agents(), snapshot, {
        probing: input.probing,
        guard: await createQuotaGuard(hall, input.askedBy),
      }),
      texts: await hall.prompts(snapshot.format, listExtraTexts(snapshot.debate.opened)),
      reading: await openReading(hall, snapshot, signal),
      recording: await findRecording(hall, snapshot),
      retries: hall.loaded.config.agentRetries,
      describeUnchecked: async ({ agent }, seen) => await describeUnchecked(hall, { agent }, seen),
      hallVersion: hall.version,
      worker: input.worker,
      askedBy: input.askedBy,
      signal,
      listen: feed.listen,
    };
    began();
    let end = await traceRun(snapshot, request);
    // A person has spoken between the pause for them and the end of the run.
    while (hasMovedOn(end)) end = await traceRun(end.snapshot, request);
    throwOutage(claim);
    if (end.reason === 'paused' || end.reason === 'cancelled') return end;
    return { ...end, ...(await saveRecord(hall, threadId)) };
  } catch (error) {
    throwOutage(claim);
    throw error;
  } finally {
    try {
      await feed.close();
    } finally {
      await claim.release();
    }
  }
}

/** A claim that was lost as its store did not answer says so, whatever the run made of it. */
function throwOutage({ lost }: Lease): void {
  if (lost.aborted && isOutage(lost.reason)) throw lost.reason;
}

const isOutage = (error: unknown): error is HallError => error instanceof HallError && error.passes;

/** The claim of a run whose store was away is over by then. */
const OWN_CLAIM_LASTS_MS = 20_000;

/**
 * Resumes where the ledger ends; asks nothing twice. A store that was there and is away is waited for, however long that takes; a
 * worker also waits before it has begun. Throws `not-found`, `already-running`, `not-active`, `reentrant`,
 * `no-agents`, and what the store and the ledger throw.
 */
export async function runThread(hall: Hall, input: RunInput): Promise<RunOutput> {
  refuseReentry(hall);
  const { clock } = hall;
  const { signal = neverAborted, listen } = input;
  let hasBegun = false;
  let waits = 0;
  let awayAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      const { limits: _, more: __, reseat: ___, ...again } = input;
      return await runOnce(hall, hasBegun ? again : input, () => {
        hasBegun = true;
        waits = 0;
      });
    } catch (error) {
      const isAway = isOutage(error) && (hasBegun || input.worker !== undefined);
      const isOwnClaim =
        error instanceof HallError && error.code === 'already-running' && clock.elapsed() - awayAt < OWN_CLAIM_LASTS_MS;
      if (signal.aborted || !(isAway || isOwnClaim)) throw error;
      if (isAway) awayAt = clock.elapsed();
      const waitMs = growingWait(isAway ? waits : 0);
      if (isAway) listen?.({ type: 'waiting-for-store', message: error.message, waitMs });
      waits += 1;
      await wait(waitMs, signal);
      if (signal.aborted) throw error;
    }
  }
}
