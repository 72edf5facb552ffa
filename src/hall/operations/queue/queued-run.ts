// What a run that was asked for waits for, where workers of a shared hall run debates: a worker that is free, or one that can fill its
// seats. Every door says the same of it.
import { asksSomebody } from '../../../domain/debate.ts';
import type { ListedDebate, QueueWait } from '../../../domain/debate-summary.ts';
import { defined } from '../../../domain/defined.ts';
import { QUEUE_UNSEEN } from '../../../domain/words/describe-state.ts';
import { joinWords } from '../../../domain/words/format-figures.ts';
import { readLabels, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import { isForbidden } from '../../../platform/database/database-errors.ts';
import { type KnownWorker, LIVE_STATES, type QueuedRun, type RunQueue } from '../../../platform/queues/queue.ts';
import type { Hall } from '../hall.ts';

const FREE = 'for a worker';
const AGAIN = 'for its next try by a worker';

/** A problem is kept of a run that waits before it is tried again. */
const nameWait = ({ problem }: QueuedRun): string => (problem === undefined ? FREE : AGAIN);

/** Seats of the run whose agent no worker has, each with that agent: "Wall (claude)". */
function listUnfillable(snapshot: Snapshot, { agents }: QueuedRun, workers: readonly KnownWorker[]): string[] {
  const missing = agents.filter((agent) => !workers.some((worker) => worker.agents.includes(agent)));
  const label = readLabels(snapshot);
  return Object.entries(snapshot.debate.seats).flatMap(([seat, { agent, standIn }]) =>
    [agent, standIn].flatMap((each) =>
      each !== undefined && missing.includes(each.agent) ? [`${label(seat)} (${each.agent})`] : [],
    ),
  );
}

async function describeWait(queue: RunQueue, snapshot: Snapshot, run: QueuedRun): Promise<string> {
  const workers = (await queue.workers()).filter(({ owner }) => owner === undefined || owner === run.owner);
  const wait = nameWait(run);
  if (workers.length === 0) return `${wait}, and none is there`;
  const unfillable = listUnfillable(snapshot, run, workers);
  if (unfillable.length > 0) return `${wait}, and none can fill ${joinWords(unfillable)}`;
  const isOneAble = workers.some((worker) => run.agents.every((agent) => worker.agents.includes(agent)));
  return isOneAble ? wait : `${wait}, and none can fill all its seats`;
}

/** What `read` finds in the queue; null where the database does not let its user look. */
export async function lookIntoQueue<T>(hall: Hall, read: (queue: RunQueue) => Promise<T>): Promise<T | null> {
  try {
    return await read(await hall.queue());
  } catch (error) {
    if (isForbidden(error)) return null;
    throw error;
  }
}

/** After a turn, which is recorded whoever may look into the queue. */
export async function continueQueued(hall: Hall, threadId: string): Promise<void> {
  try {
    await hall.continueRun(threadId);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    hall.sayWait(QUEUE_UNSEEN);
  }
}

/** Whether a worker has it, or is to have it; null where nobody may look. */
export async function isQueued(hall: Hall, threadId: string): Promise<boolean | null> {
  if (hall.loaded.config.queue.kind === 'inline') return false;
  const filter = { threadId, states: LIVE_STATES, most: 1 };
  return await lookIntoQueue(hall, async (queue) => (await queue.list(filter)).length > 0);
}

/** `undefined` where no run waits, or runs end with the process that asked for them. */
export async function findQueueWait(hall: Hall, snapshot: Snapshot): Promise<QueueWait | undefined> {
  // A debate that was closed while its run waited leaves that run with nothing to do.
  if (hall.loaded.config.queue.kind === 'inline' || !asksSomebody(snapshot.debate)) return undefined;
  return await lookIntoQueue(hall, async (queue) => {
    const [run] = await queue.list({ threadId: snapshot.threadId, states: ['waiting'], most: 1 });
    return run && (await describeWait(queue, snapshot, run));
  });
}

/** Rows of a list, each with the same, without a look at what the workers can do. */
export async function addQueueWaits<Row extends ListedDebate>(
  hall: Hall,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const isIdle = (row: Row) => !('unreadable' in row) && row.status === 'open' && !row.running;
  // The queue takes a connection of its own.
  if (hall.loaded.config.queue.kind === 'inline' || !rows.some(isIdle)) return rows;
  const runs = await lookIntoQueue(hall, async (queue) => await queue.list({ states: ['waiting'] }));
  const waits = runs && new Map(runs.map((run) => [run.threadId, nameWait(run)]));
  return rows.map((row) =>
    isIdle(row) ? { ...row, ...defined({ queued: waits === null ? null : waits.get(row.threadId) }) } : row,
  );
}

/** That some of these rows do not say whether their runs wait: one sentence, or none. */
export const describeUnseenQueue = (rows: readonly ListedDebate[]): readonly string[] =>
  rows.some((row) => 'queued' in row && row.queued === null) ? [QUEUE_UNSEEN] : [];
