// The loop: ask the format what is due, ask the agents, record their answers through the engine, until nothing is due.
import { findSpentLimit, type SpentLimit } from '../domain/budget.ts';
import { type DebateStatus, listPresentSeats } from '../domain/debate.ts';
import { defined } from '../domain/defined.ts';
import { isEvent } from '../domain/events.ts';
import { HallError, unlessRefused } from '../domain/failures/errors.ts';
import type { RunEndReason } from '../domain/live-events.ts';
import { CLOSED_BY_RUN } from '../domain/outcomes.ts';
import { readSealed, readText } from '../domain/sealed/sealed.ts';
import type { Step } from '../formats/format.ts';
import { ChangeNotice } from '../ledger/engine/change-notice.ts';
import { getNext, listSpecs, type Snapshot } from '../ledger/engine/snapshot.ts';
import { askStep, type StepResult } from './ask-step.ts';
import { copyRecorded, withoutCopied } from './copy-recorded.ts';
import { awaitAnswers } from './record-reply.ts';
import { callsToCome } from './rules.ts';
import { RunContext, type RunRequest } from './run-context.ts';
import { warnAboutVendors } from './shared-vendors.ts';

export interface RunEnd {
  readonly reason: RunEndReason;
  readonly snapshot: Snapshot;
}

/** Tells what others write, and aborts `stop` as soon as they have left the run nothing to do. */
export async function watchLedger(
  context: RunContext,
  stop: AbortController,
  done: AbortSignal,
  isOver: (snapshot: Snapshot) => boolean,
): Promise<void> {
  const notice = new ChangeNotice(context.engine.store, context.threadId);
  while (!done.aborted) {
    await notice.next(done);
    if (done.aborted) break;
    try {
      const snapshot = await context.engine.snapshot(context.threadId);
      if (done.aborted) break;
      context.emitNew(snapshot);
      if (isOver(snapshot)) stop.abort();
    } catch {
      // Whatever is wrong with the ledger, the loop meets it too and reports it, once its agents have stopped.
      stop.abort();
    }
  }
  notice.close();
}

/** What a group of seats that spoke at the same time comes to: the first result that stops the run, if any does. */
function mostSevere(results: readonly StepResult[]): StepResult {
  for (const result of ['cancelled', 'failed', 'waiting'] as const) if (results.includes(result)) return result;
  return 'answered';
}

/** Why the seat cannot continue, by the ledger. */
function describeLastFailure({ log }: Snapshot, seat: string): string {
  const failures = log.filter((event) => isEvent(event, 'seat-failed'));
  const last = failures.findLast(({ data }) => data.seat === seat);
  return last === undefined ? 'It failed.' : readText(last.data.failure.message);
}

/** Continues without a seat that failed for good, if the rules allow it; `false` if they do not. */
async function continueWithoutSeat(context: RunContext, seat: string): Promise<boolean> {
  const { engine, threadId } = context;
  const now = await engine.snapshot(threadId);
  // Someone may have ended the debate, or given the seat up, meanwhile.
  if (now.debate.status !== 'open' || now.debate.seats[seat]?.left !== undefined) return true;
  if (now.format.expendable?.(now.state).some((each) => each.seat === seat) !== true) return false;
  await context.write({ type: 'seat-left', data: { seat, reason: describeLastFailure(now, seat) } });
  return true;
}

interface Asked {
  readonly result: StepResult;
  /** Steps that were left to people. */
  readonly waiting: readonly string[];
}

/**
 * Seats that failed for good leave; but when several failed and nobody answered, what is wrong is not theirs, and giving them up
 * would cost the panel.
 */
async function askAll(context: RunContext, steps: readonly Step[]): Promise<Asked> {
  // An answer that comes while another seat fails is recorded too.
  const results = await awaitAnswers(
    context,
    steps.map((step) => askStep(context, step)),
  );
  const failed = new Set(steps.filter((_, index) => results[index] === 'failed').map(({ seat }) => seat));
  const outage = failed.size > 1 && !results.includes('answered');
  const waiting = steps.filter((_, index) => results[index] === 'waiting').map(({ id }) => id);
  if (failed.size === 0 || outage || results.includes('cancelled')) return { result: mostSevere(results), waiting };
  const stuckSeats: string[] = [];
  for (const seat of failed) if (!(await continueWithoutSeat(context, seat))) stuckSeats.push(seat);
  const others = results.filter((result) => result !== 'failed');
  return { result: stuckSeats.length > 0 ? 'failed' : mostSevere(others), waiting };
}

/** `false` when a person has taken a turn while other seats spoke, so that the run goes on. */
async function pauseForPeople(
  context: RunContext,
  waiting: readonly string[],
  steps: readonly Step[],
): Promise<boolean> {
  const pause = { type: 'pause-for-people', waiting, asked: steps.map(({ id }) => id) } as const;
  return (await unlessRefused(() => context.write(pause), 'not-your-turn')) !== undefined;
}

/** How a run ends that finds the debate in this state; `undefined` while it can continue. */
export function toRunEnd(status: DebateStatus): RunEndReason | undefined {
  return ({ open: undefined, exhausted: 'limit', closed: 'closed', 'force-closed': 'force-closed' } as const)[status];
}

/** Records the limit with the numbers that stand there then; those of the rules the engine records by itself. */
async function recordLimit(context: RunContext, spent: SpentLimit): Promise<RunEndReason> {
  await context.write(({ debate }) => ({ type: 'reach-limit', ...(findSpentLimit(debate) ?? spent) }));
  return 'limit';
}

const STOPPED = { type: 'run-paused', data: { reason: 'cancelled' } } as const;

async function runLoop(context: RunContext): Promise<RunEndReason> {
  const { engine, threadId } = context;
  for (let isCancelled = false; ; ) {
    const snapshot = await engine.snapshot(threadId);
    context.emitNew(snapshot);
    const end = toRunEnd(snapshot.debate.status);
    if (end !== undefined) return end;
    if (isCancelled || context.signal.aborted) {
      await context.write(STOPPED);
      return 'cancelled';
    }
    if (await copyRecorded(context)) continue;
    const next = getNext(snapshot);
    if (next.kind === 'over') throw new TypeError('An open debate is not over.');
    if (next.kind === 'close') {
      await context.write({ type: 'close', by: CLOSED_BY_RUN });
      return 'closed';
    }
    if (next.kind === 'limit') return await recordLimit(context, next.limit);
    const spent = findSpentLimit(snapshot.debate);
    if (spent !== undefined) return await recordLimit(context, spent);
    const { result, waiting } = await askAll(context, withoutCopied(context, snapshot, next.steps));
    isCancelled = result === 'cancelled';
    if (result === 'waiting' && (await pauseForPeople(context, waiting, next.steps))) return 'paused';
    if (result !== 'failed') continue;
    await context.write({ type: 'run-paused', data: { reason: 'seat-failed' } });
    return 'paused';
  }
}

/**
 * Runs a debate from where it stands until it is closed, meets a limit, is cancelled, or needs a person.
 * Every answer is on disk before the next seat is asked. Expected endings are values; throws only `HallError`s of the
 * ledger and the store, and faults.
 */
export async function runDebate(request: RunRequest): Promise<RunEnd> {
  const stop = new AbortController();
  const done = new AbortController();
  const signal = AbortSignal.any([request.signal, stop.signal]);
  const { engine, threadId } = request;

  const before = await engine.snapshot(threadId);
  const context = new RunContext(request, signal, before);
  const due = getNext(before);
  if (due.kind === 'limit') {
    // A run was killed between the last possible turn and the note that it was the last.
    const reason = await recordLimit(context, due.limit);
    request.listen({ type: 'run-ended', threadId, reason, outcome: null });
    return { reason, snapshot: await engine.snapshot(threadId) };
  }
  const { hallVersion, worker, askedBy } = request;
  const start = { type: 'start-run', pid: process.pid, hallVersion, ...defined({ worker, askedBy }) } as const;
  const started = await engine.dispatch(threadId, start, request.claim);
  const present = new Set(listPresentSeats(started.snapshot.debate).map(([id]) => id));
  const seated = listSpecs(before).filter(({ id }) => present.has(id));
  const describe = async (seat: string) => await describeFilledSeat(request, started.snapshot, seat);
  const seats = await Promise.all(
    seated.map(async ({ id: seat, label }) => ({ seat, label, agent: await describe(seat) })),
  );
  request.listen({
    type: 'run-started',
    threadId,
    topic: readSealed(before.debate.opened.topic) ?? '',
    resumed: before.debate.runs.length > 0,
    ...defined({ calls: callsToCome(before, request.recording) }),
    limits: before.debate.limits,
    seats,
  });
  context.emitNew(started.snapshot);
  if (before.debate.runs.length === 0) await warnAboutVendors(context, started.snapshot);

  const watching = watchLedger(context, stop, done.signal, ({ debate }) => debate.status !== 'open');
  try {
    const reason = await runLoop(context).catch(async (error: unknown) => {
      if (!(error instanceof HallError)) throw error;
      // Someone ended the debate between the question and the answer.
      const end = error.code === 'not-active' ? toRunEnd((await engine.snapshot(threadId)).debate.status) : undefined;
      if (end !== undefined) return end;
      // A quota or a missing agent ends the run, not the debate. Where the ledger is the trouble, nothing can be written.
      if (!error.passes) await context.write(STOPPED).catch(() => {});
      throw error;
    });
    const snapshot = await engine.snapshot(threadId);
    context.emitNew(snapshot);
    const outcome = snapshot.debate.closed?.outcome ?? (reason === 'force-closed' ? 'force-closed' : null);
    request.listen({ type: 'run-ended', threadId, reason, outcome });
    return { reason, snapshot };
  } finally {
    done.abort();
    await watching;
    await context.close();
  }
}

/** "codex, gpt-5.5, high"; "fast, rehearsal" for a rehearsal of another name */
export function describeSeatAgent({ debate }: Snapshot, seat: string): string {
  const { agent, perspective } = debate.seats[seat] ?? {};
  if (agent === undefined) return 'nobody';
  const view = perspective === undefined ? undefined : `seen as ${perspective}`;
  // The built-in agent says it by its name.
  const label = agent.rehearsal === true && agent.agent !== agent.kind ? 'rehearsal' : undefined;
  return [agent.agent, agent.model, agent.effort, label, view].filter((part) => part !== undefined).join(', ');
}

/** The same, before it is asked anything, with what nobody may take for granted. */
export async function describeFilledSeat(
  { agents }: Pick<RunRequest, 'agents'>,
  snapshot: Snapshot,
  seat: string,
): Promise<string> {
  const isExposed = (await agents.get(seat)?.agent.isExposed?.()) === true;
  return `${describeSeatAgent(snapshot, seat)}${isExposed ? ', without a sandbox' : ''}`;
}
