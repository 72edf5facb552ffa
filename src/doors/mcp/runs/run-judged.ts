// What follows a judgment of a person that a tool has recorded: the run that paused for it continues.
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import type { Hall } from '../../../hall/operations/hall.ts';
import { mayEver } from '../../../platform/access/check-permission.ts';
import { isLive } from '../../../platform/queues/queue.ts';
import { toRunEnd } from '../../../runner/run-debate.ts';
import { summarize } from '../texts/view.ts';
import type { ToolCall, ToolResult } from '../tools/tool.ts';
import { type RunResult, runFor, tellRun, type Wanted } from './run-and-tell.ts';

/**
 * After a judgment: as after any turn of a person, the queue continues the run that paused for it, whoever may run debates or not. Those
 * who may wait for its end, and have it run where no queue does.
 */
export async function runJudged(
  call: ToolCall,
  hall: Hall,
  input: Wanted,
  wait?: boolean,
): Promise<ToolResult<RunResult> | InputRequiredResult> {
  if (hall.runs !== 'nowhere' && mayEver(call.gate.principal, 'resume-run'))
    return await runFor(call, hall, input, wait);
  const { threadId } = input;
  const snapshot = await hall.engine.snapshot(threadId);
  const [run] = await (await hall.queue()).list({ threadId, most: 1 });
  const reason = toRunEnd(snapshot.debate.status) ?? (isLive(run) ? 'started' : 'cancelled');
  const problem = 'Your judgment is recorded. Somebody with the role runner can continue the debate.';
  return tellRun(call, summarize(snapshot), reason, reason === 'cancelled' ? { problem } : {});
}
