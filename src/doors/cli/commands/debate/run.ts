// `debate-hall run`: opens a debate and runs it; or shows what it would do; or runs many.

import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import type { ExitCode } from '../../../../domain/failures/exit-codes.ts';
import { refuseWords } from '../../../../hall/operations/debate/check/comparison.ts';
import { planLadder } from '../../../../hall/operations/debate/check/ladder.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import type { Probing } from '../../../../hall/operations/debate/seats/probe-agents.ts';
import { createNotSharedError } from '../../../../platform/queues/queue.ts';
import { addToQueue } from '../../actions/add-to-queue.ts';
import { type FollowUpFlags, runAndFollowUp } from '../../actions/follow-ups.ts';
import { outputFiles } from '../../actions/output-files.ts';
import { printPastDecisions } from '../../actions/past-decisions.ts';
import { type ActionContext, type HallFlags, withHall } from '../../actions/run-action.ts';
import { printLeftOut, printUnclear } from '../../actions/run-view.ts';
import { showPlans } from '../../actions/show-plans.ts';
import { type DebateFlags, requestFrom, settingsFrom } from '../../input/settings-from-flags.ts';
import { MATERIAL, type TopicFlags, topicFrom } from '../../input/topic-input.ts';

interface RunFlags extends HallFlags, DebateFlags, TopicFlags, FollowUpFlags {
  readonly dryRun?: boolean;
  readonly batch?: string;
  readonly jobs: number;
  readonly queue?: boolean;
}

export async function run(argument: string | undefined, flags: RunFlags): Promise<void> {
  const work = async (context: ActionContext) => await openAndRun(context, argument, flags);
  await withHall(
    flags,
    settingsFrom(flags),
    work,
    defined({ runs: flags.queue === true ? 'queued' : undefined } as const),
  );
}

async function openAndRun(
  context: ActionContext,
  argument: string | undefined,
  flags: RunFlags,
): Promise<ExitCode | undefined> {
  const { hall, signal, readInput } = context;
  const caller = { stdin: () => readInput(MATERIAL), signal };
  if (flags.batch !== undefined) {
    if (argument !== undefined) {
      throw new HallError('usage', 'The topic is given twice: as an argument and with --batch.', {
        hint: 'Put every topic into the batch file.',
      });
    }
    const { runBatch } = await import('../../actions/batch.ts');
    const { topic: _, ...common } = toOpenInput(requestFrom('', flags), caller);
    return await runBatch(context, flags.batch, flags.jobs, common, flags);
  }
  const input = toOpenInput(requestFrom(await topicFrom(argument, flags, readInput), flags), caller);
  if (flags.compare !== undefined) refuseWords(input.topic, input.question);
  if (flags.dryRun === true) return await showPlans(hall, input, flags);
  // What is wrong with a later step is said before the first is opened.
  const steps = flags.escalate === true ? await planLadder(hall, input) : undefined;
  const files = await outputFiles(hall, undefined, flags);
  if (flags.queue === true && hall.runs !== 'on-workers') throw createNotSharedError();
  const probing: Probing = new Map();
  const { threadId, debate } = await openDebate(hall, { ...input, probing });
  printLeftOut(debate.opened);
  printUnclear(debate.opened, flags);
  await printPastDecisions(hall, threadId, flags);
  if (flags.queue === true) return await addToQueue(hall, { threadId }, flags);
  return await runAndFollowUp(context, flags, { threadId, probing }, steps, files);
}
