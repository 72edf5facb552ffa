// The loop: ask the format what is due, ask the agents, record their answers through the engine, until nothing is due.
import { HallError } from '../domain/errors.ts';
import { textOf } from '../domain/sealed.ts';
import { authorityOf, runningMs } from '../engine/record.ts';
import { nextOf, type Snapshot } from '../engine/snapshot.ts';
import type { Step } from '../formats/format.ts';
import { wait } from '../support/wait.ts';
import { askStep, type StepResult } from './ask-step.ts';
import { limitSpent } from './budget.ts';
import type { RunEndReason } from './live.ts';
import { RunContext, type RunRequest } from './run-context.ts';

/** How often a run looks whether someone has ended the debate from outside. */
const WATCH_EVERY_MS = 400;
const CLOSED_BY = 'runner';

export interface RunEnd {
  readonly reason: RunEndReason;
  readonly snapshot: Snapshot;
}

/** Aborts `stop` as soon as the debate is ended by someone else. */
async function watchForEnd(request: RunRequest, stop: AbortController, done: AbortSignal): Promise<void> {
  while (!done.aborted) {
    await wait(WATCH_EVERY_MS, done);
    if (done.aborted) return;
    const { debate } = await request.engine.snapshot(request.threadId);
    if (debate.status === 'closed' || debate.status === 'force-closed') stop.abort();
  }
}

/** What a group of seats that spoke at the same time comes to: the first result that stops the run, if any does. */
function worst(results: readonly StepResult[]): StepResult {
  for (const result of ['cancelled', 'failed', 'waiting'] as const) if (results.includes(result)) return result;
  return 'answered';
}

/** Every started call is awaited, so an answer that comes while another seat fails is recorded too. */
async function askAll(context: RunContext, steps: readonly Step[]): Promise<StepResult> {
  const settled = await Promise.allSettled(steps.map((step) => askStep(context, step)));
  const fault = settled.find((result) => result.status === 'rejected');
  if (fault !== undefined) throw fault.reason;
  return worst(settled.map((result) => (result as PromiseFulfilledResult<StepResult>).value));
}

const PAUSES = { cancelled: 'cancelled', failed: 'seat-failed', waiting: 'waiting-for-person' } as const;

async function loop(context: RunContext): Promise<RunEndReason> {
  const { engine, threadId } = context;
  for (;;) {
    const snapshot = await engine.snapshot(threadId);
    if (snapshot.debate.status === 'force-closed') return 'force-closed';
    if (context.signal.aborted) {
      if (snapshot.debate.status === 'open') await engine.dispatch(threadId, { type: 'pause', reason: 'cancelled' });
      return 'cancelled';
    }
    const next = nextOf(snapshot);
    if (next.kind === 'over') return snapshot.debate.status === 'exhausted' ? 'limit' : 'closed';
    if (next.kind === 'close') {
      await engine.dispatch(threadId, { type: 'close', by: CLOSED_BY });
      return 'closed';
    }
    if (next.kind === 'limit') throw new TypeError('A limit of the rules is recorded by the engine itself.');
    const spent = limitSpent(snapshot.debate, runningMs(snapshot));
    if (spent !== undefined) {
      const done = await engine.dispatch(threadId, { type: 'reach-limit', ...spent });
      context.report(done.snapshot, done.events, '');
      return 'limit';
    }
    const result = await askAll(context, next.steps);
    if (result === 'cancelled' || result === 'answered') continue;
    await engine.dispatch(threadId, { type: 'pause', reason: PAUSES[result] });
    return 'paused';
  }
}

async function warnAboutSharedVendors(context: RunContext, snapshot: Snapshot): Promise<void> {
  for (const vendor of authorityOf(snapshot).sharedVendors) {
    const seats = Object.entries(snapshot.debate.seats).filter(([, seat]) => seat.agent.vendor === vendor);
    const names = seats.map(([id]) => id).join(' and ');
    await context.note(
      'shared-vendor',
      `${names} are filled by the same vendor (${vendor}), so they may think alike.`,
      seats[0]?.[0] as string,
    );
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
  const context = new RunContext(request, signal);
  const { engine, threadId } = request;

  const before = await engine.snapshot(threadId);
  const options = before.format.options.parse(before.debate.opened.options);
  const started = await engine.dispatch(threadId, {
    type: 'start-run',
    pid: process.pid,
    hallVersion: request.hallVersion,
  });
  request.listen({
    type: 'run-started',
    threadId,
    topic: textOf(before.debate.opened.topic) ?? '',
    resumed: before.debate.runs.length > 0,
    seats: before.format.seats(options).map(({ id, label }) => ({
      seat: id,
      label,
      agent: describeAgent(started.snapshot, id),
    })),
  });
  if (before.debate.runs.length === 0) await warnAboutSharedVendors(context, started.snapshot);

  const watching = watchForEnd(request, stop, done.signal);
  try {
    const reason = await loop(context).catch((error: unknown) => {
      // Someone ended the debate between the question and the answer.
      if (error instanceof HallError && error.code === 'not-active') return 'force-closed' as const;
      throw error;
    });
    const snapshot = await engine.snapshot(threadId);
    const outcome = snapshot.debate.closed?.outcome ?? (reason === 'force-closed' ? 'force-closed' : null);
    request.listen({ type: 'run-ended', threadId, reason, outcome });
    return { reason, snapshot };
  } finally {
    done.abort();
    await watching;
    await context.close();
  }
}

/** "codex, gpt-5.5, high" */
export function describeAgent({ debate }: Snapshot, seat: string): string {
  const agent = debate.seats[seat]?.agent;
  if (agent === undefined) return 'nobody';
  return [agent.agent, agent.model, agent.effort].filter((part) => part !== undefined).join(', ');
}
