// What `--dry-run` shows: one debate, and with --escalate what would follow it.
import type { ExitCode } from '../../domain/exit-codes.ts';
import { planLadder } from '../../operations/debate/ladder.ts';
import type { OpenInput } from '../../operations/debate/open-debate.ts';
import type { Hall } from '../../operations/hall.ts';
import { planDebate } from '../../operations/planning/plan-debate.ts';
import { showPlan } from '../render/plan-view.ts';

interface PlanFlags {
  readonly json?: boolean;
  readonly escalate?: boolean;
}

export async function showPlans(
  hall: Hall,
  input: OpenInput,
  { json = false, escalate }: PlanFlags,
): Promise<ExitCode> {
  const plan = await planDebate(hall, input);
  const steps = escalate === true ? await planLadder(hall, input) : [];
  return await showPlan(plan, json, steps.slice(1));
}
