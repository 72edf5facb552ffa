// Takes over what the parent of a fork has on record, before anybody is asked.
import { isEvent } from '../domain/events.ts';
import { readText } from '../domain/sealed/sealed.ts';
import type { Step } from '../formats/format.ts';
import { listCopiedSteps, listRefusedCopies, NOT_COPIED } from '../ledger/engine/forks/next-copy.ts';
import { readLabels, type Snapshot } from '../ledger/engine/snapshot.ts';
import type { RunContext } from './run-context.ts';

/** Copies one event after the other, each on the newest state; `false` when there was nothing to copy. */
export async function copyRecorded(context: RunContext): Promise<boolean> {
  const { recording, engine, threadId } = context;
  if (recording === undefined) return false;
  let { debate } = await engine.snapshot(threadId);
  let copied = false;
  while (!context.signal.aborted) {
    const known = debate.nextSeq;
    const now = await context.write({ type: 'copy', recording });
    debate = now.debate;
    if (!now.log.slice(known).some(({ data }) => 'copied' in data && data.copied !== undefined)) break;
    copied = true;
  }
  if (!copied) await noteRefusals(context);
  return copied;
}

/** Says once for each turn why its seat is asked in spite of it. */
async function noteRefusals(context: RunContext): Promise<void> {
  const { recording, engine, threadId } = context;
  if (recording === undefined) return;
  const snapshot = await engine.snapshot(threadId);
  const label = readLabels(snapshot);
  const notes = new Set(
    snapshot.log.flatMap((event) => (isEvent(event, 'note-recorded') ? [readText(event.data.message)] : [])),
  );
  for (const { seat, reason } of listRefusedCopies(recording, snapshot)) {
    const name = label(seat);
    const message = `The turn of ${name} in ${recording.threadId} cannot be copied, so ${name} is asked. ${reason}`;
    if (!notes.has(message)) await context.writeNote(NOT_COPIED, message, seat);
  }
}

/** The steps that somebody has to be asked for. */
export function withoutCopied({ recording }: RunContext, snapshot: Snapshot, steps: readonly Step[]): readonly Step[] {
  if (recording === undefined) return steps;
  const copied = listCopiedSteps(recording, snapshot);
  return steps.filter(({ id }) => !copied.has(id));
}
