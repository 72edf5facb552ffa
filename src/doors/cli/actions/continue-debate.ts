// Resumes a debate for a command that knows only one format, such as `review --resume`.
import { HallError } from '../../../domain/failures/errors.ts';
import type { ExitCode } from '../../../domain/failures/exit-codes.ts';
import { writeResumeCommand } from '../../../domain/words/resume-command.ts';
import { getRunOutput } from '../../../hall/operations/debate/running/run-output.ts';
import { showDebate } from '../../../hall/operations/records/copies/export-debate.ts';
import { findDebate } from '../../../hall/operations/records/lists/find-debate.ts';
import { type LimitFlags, readChanges, type SeatFlags } from '../input/settings-from-flags.ts';
import type { ActionContext } from './run-action.ts';
import { runAndShow } from './run-view.ts';
import { type EndView, showEnd, type ViewFlags } from './show-end.ts';

export interface ContinueRequest {
  /** The debate, as it was given. */
  readonly reference: string;
  readonly format: 'review' | 'plan';
  /** What was to be said at its beginning, where it was given again. */
  readonly topic: string | undefined;
}

/** Only looks at the end of one that is over, where nothing is to change. Throws `usage` for a topic, `bad-input` for a debate of another format. */
export async function continueDebate(
  context: ActionContext,
  { reference, format, topic }: ContinueRequest,
  flags: ViewFlags & SeatFlags & LimitFlags,
  shown: EndView,
): Promise<ExitCode> {
  const what = format === 'review' ? 'question' : 'topic';
  if (topic !== undefined) {
    throw new HallError('usage', `A resumed ${format} keeps its ${what}.`, { hint: `Omit the ${what}.` });
  }
  const threadId = await findDebate(context.hall, reference);
  const record = await showDebate(context.hall, threadId);
  if (record.format !== format) {
    throw new HallError('bad-input', `"${threadId}" is not a ${format}: its format is ${record.format}.`, {
      hint: `Resume it with "${writeResumeCommand(record)}".`,
    });
  }
  const changes = readChanges(flags);
  const end = Object.keys(changes).length === 0 ? await getRunOutput(context.hall, threadId) : undefined;
  if (end !== undefined) return await showEnd(context.hall, end, flags, shown);
  return await runAndShow(context, flags, { threadId, ...changes }, shown);
}
