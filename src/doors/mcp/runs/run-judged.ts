// What follows a judgment of a person that a tool has recorded: the run that paused for it continues.
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { HallError } from '../../../domain/failures/errors.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { mayEver } from '../../../platform/access/check-permission.ts';
import { isLive } from '../../../platform/queues/queue.ts';
import { toRunEnd } from '../../../runner/run-debate.ts';
import { summarize } from '../texts/view.ts';
import type { ToolCall, ToolResult } from '../tools/tool.ts';
import { type RunResult, runFor, tellRun, type Wanted } from './run-and-tell.ts';

/**
 * After a judgment: as after any turn of a person, the queue continues the run that paused for it, whoever may run debates or not. Those
 * who may wait for its end, and have it run where no queue does; a quota that is used up undoes no judgment.
 */
export async function runJudged(
  call: ToolCall,
  hall: Hall,
  input: Wanted,
  wait?: boolean,
): Promise<ToolResult<RunResult> | InputRequiredResult> {
  const { threadId } = input;
  let why = 'Somebody with the role runner can continue the debate.';
  try {
    if (hall.runs !== 'nowhere' && mayEver(call.gate.principal, 'resume-run'))
      return await runFor(call, hall, input, wait);
  } catch (error) {
    if (!(error instanceof HallError) || error.code !== 'quota-reached') throw error;
    await call.gate.noteRefused('resume-run', error, threadId);
    why = error.message;
  }
  const snapshot = await hall.engine.snapshot(threadId);
  const [run] = await (await hall.queue()).list({ threadId, most: 1 });
  const reason = toRunEnd(snapshot.debate.status) ?? (isLive(run) ? 'started' : 'cancelled');
  const problem = `Your judgment is recorded. ${why}`;
  return tellRun(call, summarize(snapshot), reason, reason === 'cancelled' ? { problem } : {});
}
