// Runs that workers carry out: this server only asks for them and follows them. They continue when the caller or the server is gone.

import { isEvent } from '../../../domain/events.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { prepareRun, type RunInput } from '../../../hall/operations/debate/running/prepare-run.ts';
import { getRunOutput, type RunOutput } from '../../../hall/operations/debate/running/run-output.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { orderRun } from '../../../hall/operations/queue/order-run.ts';
import { ChangeNotice } from '../../../ledger/engine/change-notice.ts';
import type { QueuedRun, RunQueue } from '../../../platform/queues/queue.ts';
import type { LiveEvent } from '../../../runner/live/live-events.ts';
import { type Runs, Work } from './runs.ts';

/** What to tell the client where the ledger alone does not say it. */
async function toOutput(hall: Hall, threadId: string, run: QueuedRun | undefined): Promise<RunOutput> {
  const ended = await getRunOutput(hall, threadId);
  if (ended !== undefined) return ended;
  const snapshot = await hall.engine.snapshot(threadId);
  if (snapshot.debate.status === 'exhausted') return { reason: 'limit', snapshot };
  const isFailing = Object.values(snapshot.debate.seats).some((seat) => seat.failing);
  if (run?.state === 'failed' && !isFailing) {
    const { code = 'agent-failed', problem = `The run of ${threadId} failed.` } = run;
    throw new HallError(code, problem, {
      hint:
        code === 'quota-reached'
          ? 'Nothing is lost: call resume_debate then.'
          : 'Correct what the message names, then call resume_debate.',
    });
  }
  return { reason: run?.state === 'cancelled' ? 'cancelled' : 'paused', snapshot };
}

async function hasTurnOfPerson(hall: Hall, threadId: string): Promise<boolean> {
  const { log } = await hall.engine.snapshot(threadId);
  return log.some((event) => isEvent(event, 'turn-recorded') && event.data.by.author !== undefined);
}

export class QueuedRuns extends Work implements Runs {
  readonly #queue: () => Promise<RunQueue>;

  /** The queue of the hall, which all its calls share. */
  constructor(queue: () => Promise<RunQueue>) {
    super();
    this.#queue = queue;
  }

  async run(hall: Hall, input: RunInput): Promise<RunOutput> {
    return await this.track(this.#follow(hall, input));
  }

  async start(hall: Hall, input: RunInput, finished: () => Promise<void>): Promise<void> {
    try {
      await this.#order(hall, input);
    } finally {
      await this.track(finished());
    }
  }

  async #order(hall: Hall, input: RunInput): Promise<void> {
    const { threadId, askedBy: owner } = input;
    const queue = await this.#queue();
    try {
      await prepareRun(hall, input);
      await orderRun({ ...hall, queue: async () => queue }, { threadId, owner });
    } catch (error) {
      // The turn of a person had it continued, and a worker was faster than this call.
      const isOver = error instanceof HallError && error.code === 'not-active';
      if (!isOver || input.followUp !== undefined || !(await hasTurnOfPerson(hall, threadId))) throw error;
    }
  }

  async #follow(hall: Hall, input: RunInput): Promise<RunOutput> {
    const { threadId, listen } = input;
    const signal = this.stoppable(input.signal);
    await this.#order(hall, input);
    const queue = await this.#queue();
    const over = new AbortController();
    const told = tell(hall, threadId, AbortSignal.any([signal, over.signal]), listen);
    try {
      const run = await queue.whenEnded(threadId, signal);
      if (signal.aborted) return { reason: 'cancelled', snapshot: await hall.engine.snapshot(threadId) };
      return await toOutput(hall, threadId, run);
    } finally {
      over.abort();
      await told;
    }
  }
}

/** What one worker after another says as it runs; a caller who listens to nothing costs nothing. */
async function tell(hall: Hall, threadId: string, signal: AbortSignal, listen: RunInput['listen']): Promise<void> {
  if (listen === undefined) return;
  const notice = new ChangeNotice(hall.store, threadId);
  while (!signal.aborted) {
    for await (const line of hall.store.followFeed(threadId, signal)) listen(JSON.parse(line) as LiveEvent);
    await notice.next(signal);
  }
  notice.close();
}
