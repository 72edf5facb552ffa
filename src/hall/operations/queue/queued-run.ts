// What a run that was asked for waits for, where workers of a shared hall run debates: a worker that is free, or one that can fill its
// seats. Every door says the same of it.
import { asksSomebody } from '../../../domain/debate.ts';
import { joinWords } from '../../../domain/words/format-figures.ts';
import { readLabels, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import type { KnownWorker, QueuedRun, RunQueue } from '../../../platform/queues/queue.ts';
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

/** "for a worker, and none can fill Wall (claude)"; `undefined` where no run waits, or runs end with the process that asked for them. */
export async function findQueueWait(hall: Hall, snapshot: Snapshot): Promise<string | undefined> {
  // A debate that was closed while its run waited leaves that run with nothing to do.
  if (hall.loaded.config.queue.kind === 'inline' || !asksSomebody(snapshot.debate)) return undefined;
  const queue = await hall.queue();
  const [run] = await queue.list({ threadId: snapshot.threadId, states: ['waiting'], most: 1 });
  return run === undefined ? undefined : await describeWait(queue, snapshot, run);
}

/** The same of many debates, without a look at what the workers can do. */
export async function findQueueWaits(hall: Hall): Promise<ReadonlyMap<string, string>> {
  if (hall.loaded.config.queue.kind === 'inline') return new Map();
  const runs = await (await hall.queue()).list({ states: ['waiting'] });
  return new Map(runs.map((run) => [run.threadId, nameWait(run)]));
}
