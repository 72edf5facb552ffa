// `debate-hall plan`: several agents plan and settle on one plan.

import { defined } from '../../../../domain/defined.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import type { Probing } from '../../../../hall/operations/debate/seats/probe-agents.ts';
import { planDebate } from '../../../../hall/operations/planning/plan-debate.ts';
import { continueDebate } from '../../actions/continue-debate.ts';
import { type OutputFlags, outputFiles, writeOutputs } from '../../actions/output-files.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printLeftOut, runAndShow, type Shown, type ViewFlags } from '../../actions/run-view.ts';
import { type DebateFlags, requestFrom, settingsFrom } from '../../input/settings-from-flags.ts';
import { MATERIAL, type TopicFlags, topicFrom } from '../../input/topic-input.ts';
import { showPlan } from '../../render/plan-view.ts';

interface PlanFlags extends HallFlags, DebateFlags, TopicFlags, ViewFlags, OutputFlags {
  readonly planners?: number;
  readonly mode?: string;
  readonly threshold?: number;
  readonly dryRun?: boolean;
  readonly resume?: string;
}

export async function run(argument: string | undefined, flags: PlanFlags): Promise<void> {
  await withHall(flags, settingsFrom(flags), async (context) => {
    const { hall, signal, readInput } = context;
    const { mode, threshold } = flags;
    const files = await outputFiles(hall, 'plan', flags);
    const shown: Shown = { finish: async (record) => await writeOutputs(hall, files, record.threadId) };
    if (flags.resume !== undefined) {
      return await continueDebate(context, { reference: flags.resume, format: 'plan', topic: argument }, flags, shown);
    }
    const { rules, ...asked } = requestFrom(await topicFrom(argument, flags, readInput), flags);
    const ofPlan = defined({ planners: flags.planners, mode, confidenceThreshold: threshold });
    const request = { ...asked, rules: { ...ofPlan, ...rules } };
    const input = { ...toOpenInput(request, { stdin: () => readInput(MATERIAL), signal }), format: 'plan' };
    if (flags.dryRun === true) return await showPlan(await planDebate(hall, input), flags.json === true);
    const probing: Probing = new Map();
    const { threadId, debate } = await openDebate(hall, { ...input, probing });
    printLeftOut(debate.opened);
    await writeOutputs(hall, files, threadId);
    return await runAndShow(context, flags, { threadId, probing }, shown);
  });
}
