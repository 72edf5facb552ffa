// Runs a debate for a tool call: reports progress, asks the client's user where a person is due, sums up the end.
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Hall } from '../operations/hall.ts';
import type { RunInput } from '../operations/run-thread.ts';
import type { RunEndReason } from '../runner/live.ts';
import { asksUser, requestTurn } from './person.ts';
import { progressFor } from './progress.ts';
import { summaryShape } from './shapes.ts';
import { quote } from './text.ts';
import type { ToolCall, ToolResult } from './tool.ts';
import { dueOf, type Summary, summaryOf } from './view.ts';

export const runShape = {
  ...summaryShape,
  run: z.enum(['closed', 'limit', 'paused', 'cancelled', 'force-closed', 'started']),
  next_step: z.string(),
  record_file: z.string().optional(),
};

type RunResult = Summary & { run: RunEndReason | 'started'; next_step: string; record_file?: string };

function nextStep(run: RunResult['run'], { due, thread_id, failures = [] }: Summary): string {
  switch (run) {
    case 'started':
      return `Follow it with get_debate {"thread_id": "${thread_id}", "wait_seconds": 45}.`;
    case 'closed':
      return 'Nothing: the debate is closed.';
    case 'limit':
      return 'A limit is reached: close_debate with a synthesis, or resume_debate with higher limits.';
    case 'cancelled':
      return 'It was stopped and nothing is lost: resume_debate goes on.';
    case 'force-closed':
      return 'Nothing: someone ended the debate.';
    case 'paused': {
      const failed = failures.map(({ role, next_step }) => `${role}: ${next_step}`);
      if (failed.length > 0) return `${failed.join(' ')} Then resume_debate.`;
      if (due.some(({ act }) => act === 'review')) {
        return 'A person reviews what there is: debate_human_review with action approve, override or reject.';
      }
      const review = due.some(({ act, role }) => act === 'vote' && role === 'Reviewer');
      return review
        ? 'A person reviews the decision: resume_debate with action approve, reject or override.'
        : `A person is due: add_turn as ${due.map(({ role }) => role).join(' or ')}, then resume_debate.`;
    }
  }
}

export function tellRun(summary: Summary, run: RunResult['run'], recordFile?: string): ToolResult<RunResult> {
  const step = nextStep(run, summary);
  const { thread_id, outcome, result, synthesis, degraded, turn_count } = summary;
  const lines = [
    `Debate ${thread_id}: ${run === 'closed' ? (outcome ?? 'closed') : run}, ${turn_count} turns.`,
    ...(degraded === undefined ? [] : [`Not a full panel: ${degraded.join('; ')}.`]),
    ...(result === undefined ? [] : ['Result:', quote(result)]),
    ...(synthesis === undefined ? [] : ['Decision:', quote(synthesis)]),
    `Next step: ${step}`,
  ];
  return {
    structured: { ...summary, run, next_step: step, ...(recordFile === undefined ? {} : { record_file: recordFile }) },
    text: lines.join('\n'),
    links: run === 'started' ? [] : [{ threadId: thread_id, part: 'transcript' }],
  };
}

type Wanted = Omit<RunInput, 'signal' | 'listen'>;

/** Waits for the end of the run, or for the turn of a person whom the client can ask. */
export async function runAndTell(
  call: ToolCall,
  hall: Hall,
  input: Wanted,
): Promise<ToolResult<RunResult> | InputRequiredResult> {
  const before = await hall.engine.snapshot(input.threadId);
  const progress = progressFor(call.context, before, () => hall.clock.elapsed());
  try {
    const end = await call.parts.runs.run(hall, { ...input, signal: call.signal, listen: progress.listen });
    const person = end.reason === 'paused' && end.snapshot.debate.status === 'open' ? dueOf(end.snapshot) : [];
    const failing = Object.values(end.snapshot.debate.seats).some((seat) => seat.failing);
    if (person.length > 0 && !failing && asksUser(call)) return await requestTurn(end.snapshot);
    return tellRun(summaryOf(end.snapshot), end.reason, end.recordFile);
  } finally {
    progress.stop();
  }
}

/** Goes on without the caller. `finished` is called whatever happens. */
export async function runInBackground(
  call: ToolCall,
  hall: Hall,
  input: Wanted,
  finished: () => Promise<void>,
): Promise<ToolResult<RunResult>> {
  const { signal } = new AbortController();
  let work: Promise<unknown> = Promise.resolve();
  const started = new Promise<void>((resolve) => {
    const listen: RunInput['listen'] = (event) => {
      if (event.type === 'run-started') resolve();
    };
    work = call.parts.runs.run(hall, { ...input, signal, listen });
  });
  call.parts.runs.inBackground(work.finally(finished));
  // What refuses a run at its start is told to the caller and not to the log alone.
  await Promise.race([started, work]);
  return tellRun(summaryOf(await hall.engine.snapshot(input.threadId)), 'started');
}
