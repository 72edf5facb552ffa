// Has a debate run by a worker, and waits for the end as if it ran here: its live events, its outcome, its record.
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/errors.ts';
import { ChangeNotice } from '../../engine/change-notice.ts';
import type { QueuedRun } from '../../queues/queue.ts';
import type { LiveEvent } from '../../runner/live/live-events.ts';
import { toRunEnd } from '../../runner/run-debate.ts';
import { neverAborted } from '../../support/wait.ts';
import { prepareRun, type RunInput, type RunOutput } from '../debate/run-thread.ts';
import type { Hall } from '../hall.ts';
import { recordedHead } from '../records/export-debate.ts';
import { orderRun } from './order-run.ts';

export interface QueuedInput extends Omit<RunInput, 'probing' | 'worker' | 'askedBy'> {
  /** Who asks for it. */
  readonly owner?: string | undefined;
}

/** Changes limits, rounds and seats as `input` wants, and asks for the run. */
export async function queueRun(hall: Hall, input: QueuedInput): Promise<void> {
  const { threadId, owner } = input;
  await prepareRun(hall, input);
  await orderRun(hall, { threadId, owner });
}

/** Live events of one worker after another, until `done` is aborted. */
async function tellLive(hall: Hall, { threadId, listen }: QueuedInput, done: AbortSignal): Promise<void> {
  const notice = new ChangeNotice(hall.store, threadId);
  while (!done.aborted && listen !== undefined) {
    for await (const line of hall.store.followFeed(threadId, done)) listen(JSON.parse(line) as LiveEvent);
    await notice.next(done);
  }
  notice.close();
}

async function toOutput(hall: Hall, threadId: string, run: QueuedRun | undefined): Promise<RunOutput> {
  const snapshot = await hall.engine.snapshot(threadId);
  const end = toRunEnd(snapshot.debate.status);
  if (end !== undefined)
    return { reason: end, snapshot, ...defined({ recordFile: (await recordedHead(hall, threadId))?.file }) };
  const isFailing = Object.values(snapshot.debate.seats).some(({ failing }) => failing);
  if (run?.state !== 'failed' || isFailing)
    return { reason: run?.state === 'cancelled' ? 'cancelled' : 'paused', snapshot };
  throw new HallError('agent-failed', `The run of "${threadId}" failed: ${run.problem ?? 'its worker was lost'}`, {
    hint: `See "debate-hall queue list", then "debate-hall queue retry ${threadId}".`,
  });
}

/** Aborting the signal of `input` cancels the run. Throws what asking for it throws, and `agent-failed`. */
export async function runQueued(hall: Hall, input: QueuedInput): Promise<RunOutput> {
  const { threadId, signal = neverAborted } = input;
  await queueRun(hall, input);
  const queue = await hall.queue();
  const cancel = () => void queue.cancel(threadId).catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const done = new AbortController();
  const telling = tellLive(hall, input, done.signal);
  try {
    return await toOutput(hall, threadId, await queue.whenEnded(threadId, neverAborted));
  } finally {
    signal.removeEventListener('abort', cancel);
    done.abort();
    await telling;
  }
}
