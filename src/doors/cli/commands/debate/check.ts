// `debate-hall check`: several agents answer the question by themselves; the exit code says whether they agree.

import { defined } from '../../../../domain/defined.ts';
import { CHECK, planLadder } from '../../../../hall/operations/debate/check/ladder.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import type { Probing } from '../../../../hall/operations/debate/seats/probe-agents.ts';
import { type FollowUpFlags, runAndFollowUp } from '../../actions/follow-ups.ts';
import { outputFiles } from '../../actions/output-files.ts';
import { printPastDecisions } from '../../actions/past-decisions.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printLeftOut, printUnclear } from '../../actions/run-view.ts';
import { showPlans } from '../../actions/show-plans.ts';
import { type DebateFlags, requestFrom, settingsFrom } from '../../input/settings-from-flags.ts';
import { MATERIAL, type TopicFlags, topicFrom } from '../../input/topic-input.ts';

interface CheckFlags extends HallFlags, DebateFlags, TopicFlags, FollowUpFlags {
  readonly seats?: number;
  readonly dryRun?: boolean;
}

export async function run(argument: string | undefined, flags: CheckFlags): Promise<void> {
  await withHall(flags, settingsFrom(flags), async (context) => {
    const { hall, signal, readInput } = context;
    const { rules, ...asked } = requestFrom(await topicFrom(argument, flags, readInput), flags);
    const request = { ...asked, rules: { ...defined({ seats: flags.seats }), ...rules } };
    const input = { ...toOpenInput(request, { stdin: () => readInput(MATERIAL), signal }), format: CHECK };
    if (flags.dryRun === true) return await showPlans(hall, input, flags);
    // What is wrong with a later step is said before the first is opened.
    const steps = flags.escalate === true ? await planLadder(hall, input) : undefined;
    const files = await outputFiles(hall, undefined, flags);
    const probing: Probing = new Map();
    const { threadId, debate } = await openDebate(hall, { ...input, probing });
    printLeftOut(debate.opened);
    printUnclear(debate.opened, flags);
    await printPastDecisions(hall, threadId, flags);
    return await runAndFollowUp(context, flags, { threadId, probing }, steps, files);
  });
}
