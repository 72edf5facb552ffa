// The runs that tools ask for: in this process or by workers, as the hall has it. Those of this process end with the server; workers
// continue theirs when the caller or the server is gone.
import { isEvent } from '../../../domain/events.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { LiveEvent } from '../../../domain/live-events.ts';
import type { RunInput } from '../../../hall/operations/debate/running/prepare-run.ts';
import { refuseReentry } from '../../../hall/operations/debate/running/reentry.ts';
import { getRunOutput, type RunOutput } from '../../../hall/operations/debate/running/run-output.ts';
import { runThread } from '../../../hall/operations/debate/running/run-thread.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { orderAnswers, orderRun } from '../../../hall/operations/queue/order-run.ts';
import { ChangeNotice } from '../../../ledger/engine/change-notice.ts';
import type { QueuedRun, RunQueue } from '../../../platform/queues/queue.ts';
import { keepGoing } from '../../../support/wait.ts';
import { toHallError } from '../errors.ts';

export class Runs {
  readonly #queue: () => Promise<RunQueue>;
  readonly #stop = new AbortController();
  readonly #going = new Set<Promise<unknown>>();

  /** The queue that all calls share. */
  constructor(queue: () => Promise<RunQueue>) {
    this.#queue = queue;
  }

  /** Returns when the debate ends or pauses, or the caller's signal is aborted. */
  async run(hall: Hall, input: RunInput): Promise<RunOutput> {
    const stoppable = { ...input, signal: this.stoppable(input.signal) };
    return await this.track(hall.runs === 'here' ? runThread(hall, stoppable) : this.#follow(hall, stoppable));
  }

  /** Returns when the run has begun, or waits in a queue; it continues without the caller. `finished` is called whatever happens. */
  async start(hall: Hall, input: RunInput, finished: () => Promise<void>): Promise<void> {
    if (hall.runs === 'here') return await this.#startHere(hall, input, finished);
    try {
      await this.#order(hall, input);
    } finally {
      await this.track(finished());
    }
  }

  /** The caller's signal, aborted when the server ends as well. */
  stoppable(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#stop.signal : AbortSignal.any([signal, this.#stop.signal]);
  }

  /** Lets the end of the server wait for this, the closing of a run's own hall included. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.#going.add(work);
    try {
      return await work;
    } finally {
      this.#going.delete(work);
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([...this.#going]);
  }

  async #startHere(hall: Hall, input: RunInput, finished: () => Promise<void>): Promise<void> {
    let work: Promise<unknown> = Promise.resolve();
    const started = new Promise<void>((resolve) => {
      const listen: RunInput['listen'] = (event) => {
        if (event.type === 'run-started') resolve();
      };
      work = this.run(hall, { ...input, listen });
    });
    // Errors are in the ledger, or in the server's log.
    this.track(work.finally(finished)).catch((error: unknown) => {
      const { code, message } = toHallError(error);
      process.stderr.write(`debate-hall: a run ended with ${code}: ${message}\n`);
    });
    // What refuses a run at its start reaches the caller, not only the log.
    await Promise.race([started, work]);
  }

  /** Gives the number of a question after the end. */
  async #order(hall: Hall, { followUp, onAsked, ...input }: RunInput): Promise<number | undefined> {
    const { threadId, askedBy: owner } = input;
    const shared = { ...hall, queue: this.#queue };
    if (followUp !== undefined) {
      const question = await orderAnswers(shared, { threadId, owner }, followUp);
      onAsked?.(question);
      return question;
    }
    try {
      refuseReentry(hall);
      await orderRun(shared, { threadId, owner }, input);
    } catch (error) {
      // The turn of a person had it continued, and a worker was faster than this call.
      const isOver = error instanceof HallError && error.code === 'not-active';
      if (!isOver || !(await hasTurnOfPerson(hall, threadId))) throw error;
    }
    return undefined;
  }

  async #follow(hall: Hall, { signal, ...input }: RunInput & { readonly signal: AbortSignal }): Promise<RunOutput> {
    const { threadId, listen } = input;
    const question = await this.#order(hall, input);
    const queue = await this.#queue();
    const ended = new AbortController();
    const listening = listen && hearWorkers(hall, threadId, ended.signal, listen);
    try {
      const run = await queue.whenEnded(threadId, signal);
      if (signal.aborted) return { reason: 'cancelled', snapshot: await hall.engine.snapshot(threadId) };
      return await toOutput(hall, threadId, run, question);
    } finally {
      ended.abort();
      await listening;
    }
  }
}

async function hasTurnOfPerson(hall: Hall, threadId: string): Promise<boolean> {
  const { log } = await hall.engine.snapshot(threadId);
  return log.some((event) => isEvent(event, 'turn-recorded') && event.data.by.author !== undefined);
}

/** What to tell the client where the ledger alone does not say it. */
async function toOutput(
  hall: Hall,
  threadId: string,
  run: QueuedRun | undefined,
  question: number | undefined,
): Promise<RunOutput> {
  const ended = await getRunOutput(hall, threadId);
  if (ended !== undefined) return ended;
  const snapshot = await hall.engine.snapshot(threadId);
  // Somebody asks another one by now.
  const isReplaced = question !== undefined && snapshot.debate.followUp?.question !== question;
  if (isReplaced) return { reason: 'closed', snapshot };
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

/** What one worker after another says as it runs. It is no record, so the run does not end with what fails here. */
async function hearWorkers(
  hall: Hall,
  threadId: string,
  signal: AbortSignal,
  listen: NonNullable<RunInput['listen']>,
): Promise<void> {
  const notice = new ChangeNotice(hall.store, threadId);
  await keepGoing(signal, reportUnheard, async () => {
    for await (const line of hall.store.followFeed(threadId, signal)) listen(JSON.parse(line) as LiveEvent);
    await notice.next(signal);
  });
  notice.close();
}

function reportUnheard(fault: unknown): void {
  const { code, message } = toHallError(fault);
  process.stderr.write(`debate-hall: the progress of a run cannot be read: ${code}: ${message}\n`);
}
