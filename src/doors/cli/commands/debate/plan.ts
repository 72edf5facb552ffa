// `debate-hall plan`: several agents plan and settle on one plan.

import { defined } from '../../../../domain/defined.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import type { Probing } from '../../../../hall/operations/debate/seats/probe-agents.ts';
import { planOpening } from '../../../../hall/operations/planning/make-plan.ts';
import { planDebate } from '../../../../hall/operations/planning/plan-debate.ts';
import { continueDebate } from '../../actions/continue-debate.ts';
import { type OutputFlags, outputFiles, writeOutputs } from '../../actions/output-files.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printLeftOut, runAndShow, type Shown, type ViewFlags } from '../../actions/run-view.ts';
import { type DebateFlags, optionsFrom, panelSettings } from '../../input/settings-from-flags.ts';
import { MATERIAL, type TopicFlags, topicFrom } from '../../input/topic-input.ts';
import { showPlan } from '../../render/plan-view.ts';

interface PlanFlags extends HallFlags, DebateFlags, TopicFlags, ViewFlags, OutputFlags {
  readonly agents?: string;
  readonly planners?: number;
  readonly mode?: string;
  readonly threshold?: number;
  readonly id?: string;
  readonly rehearse?: boolean;
  readonly dryRun?: boolean;
  readonly resume?: string;
}

export async function run(argument: string | undefined, flags: PlanFlags): Promise<void> {
  await withHall(flags, panelSettings(flags, 'planner'), async (context) => {
    const { hall, signal, readInput } = context;
    const { mode, threshold } = flags;
    const files = await outputFiles(hall, 'plan', flags);
    const shown: Shown = { finish: async (record) => await writeOutputs(hall, files, record.threadId) };
    if (flags.resume !== undefined) {
      return await continueDebate(context, { reference: flags.resume, format: 'plan', topic: argument }, flags, shown);
    }
    const input = await planOpening(hall, {
      topic: await topicFrom(argument, flags, readInput),
      context: flags.context ?? [],
      read: flags.read,
      stdin: () => readInput(MATERIAL),
      threadId: flags.id,
      tags: flags.tag,
      planners: flags.planners ?? flags.agents?.split(',').length,
      options: {
        ...defined({ mode, confidenceThreshold: threshold }),
        ...optionsFrom(flags),
      },
      everySeat: flags.rehearse === true ? 'rehearsal' : undefined,
      signal,
    });
    if (flags.dryRun === true) return await showPlan(await planDebate(hall, input), flags.json === true);
    const probing: Probing = new Map();
    const { threadId, debate } = await openDebate(hall, { ...input, probing });
    printLeftOut(debate.opened);
    await writeOutputs(hall, files, threadId);
    return await runAndShow(context, flags, { threadId, probing }, shown);
  });
}
