// Tells webhooks of what this process writes, beside its work: a webhook that fails costs a run nothing.
import { HallError } from '../../../domain/failures/errors.ts';
import { Alarm, wait } from '../../../support/wait.ts';
import type { Hall } from '../hall.ts';
import { deliverDue, noteDebate, noteUnread } from './deliver-notices.ts';

/** How long a process that is done waits for webhooks; what is left is sent by the next one. */
const WAIT_AT_END_MS = 10_000;
/** In case a notice of a write was lost. */
const LOOK_EVERY_MS = 15_000;

/** Sends until nothing is due before the deadline, at which the signal is aborted. */
async function deliverUntil(hall: Hall, deadline: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const next = await deliverDue(hall, signal);
    if (next === undefined || next > deadline - hall.clock.elapsed()) return;
    await wait(next, signal);
  }
}

function describeProblem(error: unknown): string {
  if (!(error instanceof HallError)) return `Not every webhook was notified: ${(error as Error).message}`;
  return `Not every webhook was notified. ${error.message} ${error.hint ?? ''}`.trimEnd();
}

export type NoticeAnnouncer = ReturnType<typeof openNoticeAnnouncer>;

/** `warn` gets the first of what could not be noted or taken from the outbox; what a receiver answers is in the outbox. */
export function openNoticeAnnouncer(hall: Hall, warn: (warning: string) => void) {
  const stop = new AbortController();
  let problem: unknown;
  let last: Promise<void> = Promise.resolve();
  /** What cannot be noted or sent now is looked at again when the debate is written next. */
  const then = (work: () => Promise<void>) => {
    last = last.then(work).catch((error: unknown) => {
      problem ??= error;
    });
  };
  return {
    /** Something that others want to hear of was written. */
    announce: (threadId: string) =>
      then(async () => {
        await noteDebate(hall, threadId);
        await deliverDue(hall, stop.signal);
      }),
    /** Gives webhooks that failed or do not answer a short while, all of them together. */
    close: async () => {
      const deadline = hall.clock.elapsed() + WAIT_AT_END_MS;
      const timer = setTimeout(() => stop.abort(), WAIT_AT_END_MS);
      then(async () => await deliverUntil(hall, deadline, stop.signal));
      await last;
      clearTimeout(timer);
      if (problem !== undefined) warn(describeProblem(problem));
    },
  };
}

/** Tells webhooks of every debate of the hall, whoever writes it, until it is stopped: for a process that serves many. */
export async function announceAll(hall: Hall, warn: (warning: string) => void, signal: AbortSignal): Promise<void> {
  if (Object.keys(hall.loaded.config.webhooks).length === 0) return;
  const changed = new Alarm();
  const watch = hall.store.watch(changed.ring);
  let told: string | undefined;
  /** Once for each problem, however long it lasts. */
  const tell = (error: unknown) => {
    const warning = describeProblem(error);
    if (warning !== told) warn(warning);
    told = warning;
    return LOOK_EVERY_MS;
  };
  try {
    while (!signal.aborted) {
      const next = await announceNews(hall, signal).catch(tell);
      await changed.wait(Math.min(next, LOOK_EVERY_MS), signal);
    }
  } finally {
    watch.close();
  }
}

async function announceNews(hall: Hall, signal: AbortSignal): Promise<number> {
  await noteUnread(hall);
  return (await deliverDue(hall, signal)) ?? LOOK_EVERY_MS;
}
