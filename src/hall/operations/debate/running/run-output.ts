// What a run that is over leaves: how it ended, its record, and what can still be done with the debate.
import { HallError } from '../../../../domain/failures/errors.ts';
import { RESUMED_BY_NAME, writeResumeCommand } from '../../../../domain/words/resume-command.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { type RunEnd, toRunEnd } from '../../../../runner/run-debate.ts';
import type { Hall } from '../../hall.ts';
import { locateRecord, type SavedRecord, saveRecord } from '../../records/copies/export-debate.ts';
import { recordedHead } from '../../records/verify-debate.ts';

/** Where record and report were written; absent while the debate is open. */
export interface RunOutput extends RunEnd, Partial<SavedRecord> {}

/** Ends what a run that was killed at its very end left undone: the record of a debate that is over. */
export async function finishRecord(hall: Hall, { threadId, debate }: Snapshot): Promise<RunOutput | undefined> {
  const reason = toRunEnd(debate.status);
  if (reason === undefined || (await recordedHead(hall, threadId))?.hash === debate.head) return undefined;
  const saved = await saveRecord(hall, threadId);
  return { reason, snapshot: await hall.engine.snapshot(threadId), ...saved };
}

/** How a debate that is over has ended, with its record, which is written if it is missing; `undefined` for any other. */
export async function getRunOutput(hall: Hall, threadId: string): Promise<RunOutput | undefined> {
  const snapshot = await hall.engine.snapshot(threadId);
  const { status, head, followUp } = snapshot.debate;
  if ((status !== 'closed' && status !== 'force-closed') || followUp !== undefined) return undefined;
  // A run that was killed after the end has left what it told.
  if (!(await hall.store.isRunning(threadId))) await hall.store.clearFeed(threadId);
  const recorded = await recordedHead(hall, threadId);
  const saved = recorded?.hash === head ? locateRecord(hall, snapshot) : await saveRecord(hall, threadId);
  return { reason: status, snapshot, ...saved };
}

/** What came of a debate that is over although its run failed at writing the record; throws the error of any other run. */
export async function readUnwrittenEnd(
  hall: Hall,
  threadId: string,
  error: unknown,
): Promise<{ readonly end: RunEnd; readonly unwritten: HallError }> {
  if (!(error instanceof HallError) || error.code !== 'storage') throw error;
  const snapshot = await hall.engine.snapshot(threadId).catch(() => undefined);
  const reason = snapshot && toRunEnd(snapshot.debate.status);
  if (snapshot === undefined || reason === undefined) throw error;
  const { code, message, hint = '', cause } = error;
  const again = `Nothing of the debate is lost; write its record with: ${writeResumeCommand(snapshot.debate.opened)}`;
  const unwritten = new HallError(code, message, { hint: `${hint} ${again}`, cause, details: { threadId } });
  return { end: { reason, snapshot }, unwritten };
}

/** What can still be done with a debate that is closed, as commands; it depends on the format. */
export function listStepsAfterClose({ threadId, debate, format, state }: Snapshot): string[] {
  const { admitExtension } = format;
  const isExtensible = debate.status === 'closed' && admitExtension?.(state, 1) === undefined;
  return [
    ...(admitExtension !== undefined && isExtensible
      ? [`add rounds with "debate-hall resume ${threadId} --more 1"`]
      : []),
    ...(RESUMED_BY_NAME.has(format.id)
      ? [`rewrite its files with "${writeResumeCommand({ format: format.id, threadId })}"`]
      : []),
  ];
}

/** A debate that is over asks nobody anything, unless seats still owe an answer to a question after the end. */
export function refuseEnded(snapshot: Snapshot): void {
  const { threadId, debate } = snapshot;
  if (debate.followUp !== undefined || (debate.status !== 'closed' && debate.status !== 'force-closed')) return;
  throw new HallError('not-active', `Cannot resume: debate "${threadId}" is ${debate.status}.`, {
    hint: `${[`Read it with "debate-hall show ${threadId}"`, ...listStepsAfterClose(snapshot)].join(', or ')}.`,
  });
}
