// Runs or resumes an existing debate, and writes its record at the end.
import type { Agent } from '../../../../agents/agent.ts';
import { listPresentSeats } from '../../../../domain/debate.ts';
import { defined } from '../../../../domain/defined.ts';
import type { AgentRef } from '../../../../domain/event-parts.ts';
import { isEvent } from '../../../../domain/events.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import type { LiveEvent, LiveListener } from '../../../../domain/live-events.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Lease } from '../../../../ledger/stores/store.ts';
import { CONVERSATION, OUTCOME, RUN_END, WORKFLOW } from '../../../../platform/telemetry/attributes.ts';
import { findTracing } from '../../../../platform/telemetry/find-tracing.ts';
import { answerFollowUp, LATE_TEXTS } from '../../../../runner/answer-follow-up.ts';
import { listExtraTexts } from '../../../../runner/build-prompt.ts';
import type { FilledSeat, RunRequest } from '../../../../runner/run-context.ts';
import { type RunEnd, runDebate } from '../../../../runner/run-debate.ts';
import { growingWait, neverAborted, wait } from '../../../../support/wait.ts';
import { openWorkspace, refuseAuthor } from '../../fixing/work-place.ts';
import type { AgentDirectory, Hall } from '../../hall.ts';
import { openReading } from '../../reading/open-reading.ts';
import { saveRecord } from '../../records/copies/export-debate.ts';
import { describeUnchecked } from '../../setup/agent-check/agent-check.ts';
import { countEvent } from '../../upkeep/observe-hall.ts';
import { findRecording } from '../related/fork-debate.ts';
import { findAgent, unlessGone } from '../seats/assign-seats.ts';
import { onceProbed, type Probing } from '../seats/probe-agents.ts';
import { continueWithoutSilent } from '../take-part/manual-turns.ts';
import { isPausedForPeople } from '../take-part/person-steps.ts';
import {
  checkReseating,
  createAlreadyRunningError,
  findSeated,
  listChangedAgents,
  planBounds,
  type RunInput,
  recordQuestion,
  writeReseatCommand,
} from './prepare-run.ts';
import { refuseReentry } from './reentry.ts';
import { finishRecord, type RunOutput, refuseEnded } from './run-output.ts';
import { createQuotaGuard } from './within-quota.ts';

/** After the end only those who owe an answer, without stand-ins. */
function fillLateSeats(agents: AgentDirectory, { debate }: Snapshot, guard: (agent: Agent) => Agent) {
  const waiting = debate.followUp?.waiting ?? [];
  return new Map(
    waiting.flatMap((seat): [string, FilledSeat][] => {
      const ref = debate.seats[seat]?.agent;
      const agent = ref && unlessGone(() => findAgent(agents, ref));
      return agent === undefined ? [] : [[seat, { agent: guard(agent) }]];
    }),
  );
}

/** An agent that is gone matters where it is asked, and a fork may ask nobody for what it copies. */
function onceAsked(ref: AgentRef, find: () => Agent | undefined): Agent | undefined {
  try {
    return find();
  } catch (error) {
    const fail = async () => {
      if (!(error instanceof HallError)) throw error;
      // The debate is there, and another worker may have the agent.
      throw new HallError('no-agents', error.message, { ...defined({ hint: error.hint }), cause: error });
    };
    const session = { ask: fail, close: async () => {} };
    return { ref, probe: fail, plan: () => ({ argv: [], env: [], stdin: 'none' }), open: async () => session };
  }
}

function fillSeats(
  agents: AgentDirectory,
  { debate }: Snapshot,
  { probing = new Map(), guard }: { readonly probing?: Probing | undefined; readonly guard: (agent: Agent) => Agent },
): Map<string, FilledSeat> {
  const isFork = debate.opened.relation?.kind === 'fork';
  const ready = (seat: string, ref: AgentRef) => {
    const find = () => findSeated(agents, writeReseatCommand(debate), seat, ref);
    const agent = isFork ? onceAsked(ref, find) : find();
    const probe = probing.get(ref.agent);
    if (agent === undefined) return undefined;
    return guard(probe === undefined ? agent : onceProbed(agent, probe));
  };
  const filled = new Map<string, FilledSeat>();
  for (const [seat, { agent: ref, standIn: standInRef, replaced }] of listPresentSeats(debate)) {
    const agent = ready(seat, ref);
    if (agent === undefined) continue;
    const standIn = standInRef === undefined || replaced ? undefined : ready(seat, standInRef);
    filled.set(seat, { agent, ...defined({ standIn }) });
  }
  return filled;
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
  const { threadId, tracing } = request;
  const { format } = debate.opened;
  const attributes = { [CONVERSATION]: threadId, [WORKFLOW]: format };
  return await tracing.inSpan({ operation: 'invoke_workflow', of: format, attributes }, async (span) => {
    const { followUp } = debate;
    const end = followUp === undefined ? await runDebate(request) : await answerFollowUp(request, followUp);
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
  await hall.engine.snapshot(threadId);
  const claim = await hall.store.claimRun(threadId);
  if (claim === undefined) throw createAlreadyRunningError(threadId);
  const feed = broadcast(hall, input, claim);
  try {
    if (input.followUp !== undefined) {
      const question = await recordQuestion(hall, threadId, input.followUp);
      input.onAsked?.(question);
    }
    const before = await hall.engine.snapshot(threadId);
    const isUnchanged = input.limits === undefined && input.more === undefined && before.debate.followUp === undefined;
    const finished = isUnchanged ? await finishRecord(hall, before) : undefined;
    if (finished !== undefined) return finished;
    if (input.more === undefined) refuseEnded(before);
    if (before.debate.followUp === undefined && input.authorMayWork !== true) refuseAuthor(before);
    const { opened, followUp, pictures } = before.debate;
    const isLate = followUp !== undefined && input.more === undefined;
    const signal = AbortSignal.any([input.signal ?? neverAborted, claim.lost, hall.closed]);
    // All that can refuse the run comes before what it changes.
    const recording = await findRecording(hall, before);
    const texts = [...listExtraTexts(opened, pictures), ...(isLate ? LATE_TEXTS : [])];
    const prompts = await hall.prompts(before.format, texts);
    const reading = isLate ? undefined : await openReading(hall, before, signal);
    const given = await checkReseating(hall, before, input);
    const changed = isLate ? [] : await listChangedAgents(hall, before, given);
    for (const command of [...planBounds(before, input), ...given, ...changed])
      await hall.engine.dispatch(threadId, command);
    await continueWithoutSilent(hall, threadId);
    const snapshot = await hall.engine.snapshot(threadId);
    const agents = await hall.agents();
    const withinQuota = await createQuotaGuard(hall, input.askedBy);
    const guard = (agent: Agent) => withinQuota(input.guard?.(agent) ?? agent);
    const request: RunRequest = {
      engine: hall.engine,
      threadId,
      claim,
      agents: isLate
        ? fillLateSeats(agents, snapshot, guard)
        : fillSeats(agents, snapshot, { probing: input.probing, guard }),
      texts: prompts,
      reading,
      workspace: isLate ? undefined : await openWorkspace(hall, snapshot),
      recording,
      retries: hall.loaded.config.agentRetries,
      describeUnchecked: async ({ agent }, seen) => await describeUnchecked(hall, { agent }, seen),
      hallVersion: hall.version,
      worker: input.worker,
      askedBy: input.askedBy,
      signal,
      listen: feed.listen,
      tracing: await findTracing(),
    };
    began();
    let end = await traceRun(snapshot, request);
    // A person has spoken between the pause for them and the end of the run.
    while (hasMovedOn(end)) end = await traceRun(end.snapshot, request);
    throwOutage(claim);
    const isOver = end.snapshot.debate.status !== 'open';
    if (!isOver && (end.reason === 'paused' || end.reason === 'cancelled')) return end;
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
      const { limits: _, more: __, reseat: ___, followUp: ____, ...again } = input;
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
