// Tells webhooks of what this process writes, beside its work: a webhook that fails costs a run nothing, and one that is silent no other.
import { HallError } from '../../../domain/failures/errors.ts';
import { Alarm, wait } from '../../../support/wait.ts';
import type { Hall } from '../hall.ts';
import { deliverDue, listUsableWebhooks, noteDebate, noteUnread, type Webhook } from './deliver-notices.ts';

/** How long a process that is done waits for webhooks; what is left is sent by the next one. */
const WAIT_AT_END_MS = 10_000;
/** In case a notice of a write was lost. */
const LOOK_EVERY_MS = 15_000;

/** Sends until nothing is due before the deadline, at which the signal is aborted. */
async function deliverUntil(hall: Hall, hook: Webhook, deadline: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const next = await deliverDue(hall, hook, signal);
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
  /** One thing after another. What cannot be noted or sent now is looked at again when the debate is written next. */
  const openLine = () => {
    let last: Promise<void> = Promise.resolve();
    return (work: () => Promise<unknown>): Promise<void> => {
      last = last
        .then(async () => void (await work()))
        .catch((error: unknown) => {
          problem ??= error;
        });
      return last;
    };
  };
  const note = openLine();
  const lines = listUsableWebhooks(hall).map((hook) => ({ hook, send: openLine() }));
  return {
    /** Something that others want to hear of was written. */
    announce: (threadId: string) =>
      void note(async () => {
        if (!(await noteDebate(hall, threadId))) return;
        for (const { hook, send } of lines) void send(async () => await deliverDue(hall, hook, stop.signal));
      }),
    /** Gives webhooks that failed or do not answer a short while, all of them together. */
    close: async () => {
      const deadline = hall.clock.elapsed() + WAIT_AT_END_MS;
      const timer = setTimeout(() => stop.abort(), WAIT_AT_END_MS);
      await note(async () => {});
      const { signal } = stop;
      await Promise.all(
        lines.map(async ({ hook, send }) => await send(async () => await deliverUntil(hall, hook, deadline, signal))),
      );
      clearTimeout(timer);
      if (problem !== undefined) warn(describeProblem(problem));
    },
  };
}

/** Tells webhooks of every debate of the hall, whoever writes it, until it is stopped: for a process that serves many. */
export async function announceAll(hall: Hall, warn: (warning: string) => void, signal: AbortSignal): Promise<void> {
  if (Object.keys(hall.loaded.config.webhooks).length === 0) return;
  /** `step` says after how many milliseconds it is due again; it is, too, when the alarm rings. */
  const repeat = async (alarm: Alarm, step: () => Promise<number | undefined>) => {
    let told: string | undefined;
    while (!signal.aborted) {
      const next = await step().catch((error: unknown) => {
        const warning = describeProblem(error);
        // Once for each problem, however long it lasts.
        if (warning !== told) warn(warning);
        told = warning;
        return undefined;
      });
      await alarm.wait(Math.min(next ?? LOOK_EVERY_MS, LOOK_EVERY_MS), signal);
    }
  };
  const changed = new Alarm();
  const watch = hall.store.watch(changed.ring);
  const lines = listUsableWebhooks(hall).map((hook) => ({ hook, alarm: new Alarm() }));
  try {
    await Promise.all([
      repeat(changed, async () => {
        if (await noteUnread(hall)) for (const { alarm } of lines) alarm.ring();
        return undefined;
      }),
      ...lines.map(async ({ hook, alarm }) => {
        await repeat(alarm, async () => await deliverDue(hall, hook, signal));
      }),
    ]);
  } finally {
    watch.close();
  }
}
