// `debate-hall fork`: holds a debate again with something changed; or shows what that would ask.
import { defined } from '../../../../domain/defined.ts';
import { type ForkInput, openFork, planFork } from '../../../../hall/operations/debate/related/fork-debate.ts';
import type { Probing } from '../../../../hall/operations/debate/seats/probe-agents.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { type OutputFlags, outputFiles, writeOutputs } from '../../actions/output-files.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printLeftOut, runAndShow, type ViewFlags } from '../../actions/run-view.ts';
import { namedValues } from '../../input/named-values.ts';
import { type LimitFlags, type SeatFlags, seatSpecs, settingsFrom } from '../../input/settings-from-flags.ts';
import { showPlan } from '../../render/plan-view.ts';

interface ForkFlags extends HallFlags, SeatFlags, LimitFlags, ViewFlags, Pick<OutputFlags, 'html' | 'report'> {
  readonly at?: number;
  readonly id?: string;
  readonly order?: string;
  readonly rounds?: number;
  readonly option?: readonly string[];
  readonly judge?: string;
  readonly retries?: number;
  readonly dryRun?: boolean;
}

export async function run(reference: string, flags: ForkFlags): Promise<void> {
  const { maxTokens, maxUsd, maxMinutes, retries, at, id, order, rounds, option = [], judge, seat = [] } = flags;
  const limits = defined({ maxTokens, maxUsd, maxMinutes, retries });
  await withHall(flags, settingsFrom(limits), async (context) => {
    const { hall, signal } = context;
    const judges = judge === undefined ? [] : [`judge=${judge}`];
    const probing: Probing = new Map();
    const input: ForkInput = {
      threadId: await findDebate(hall, reference),
      seats: seatSpecs({ ...flags, seat: [...judges, ...seat] }),
      options: { ...namedValues('--option', option), ...defined({ order, rounds }) },
      ...defined({ at, id }),
      signal,
    };
    if (flags.dryRun === true) return await showPlan(await planFork(hall, input), flags.json === true);
    const files = await outputFiles(hall, undefined, flags);
    const { threadId, debate } = await openFork(hall, { ...input, probing });
    printLeftOut(debate.opened);
    await writeOutputs(hall, files, threadId);
    const finish = async () => await writeOutputs(hall, files, threadId);
    return await runAndShow(context, flags, { threadId, probing }, { finish });
  });
}
