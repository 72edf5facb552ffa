// What `--dry-run` shows: one debate, and with --escalate what would follow it.
import { defined } from '../../../domain/defined.ts';
import type { ExitCode } from '../../../domain/failures/exit-codes.ts';
import { planLadder } from '../../../hall/operations/debate/check/ladder.ts';
import type { OpenInput } from '../../../hall/operations/debate/opening/open-input.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { recallDecisions } from '../../../hall/operations/memory/recall.ts';
import { planDebate } from '../../../hall/operations/planning/plan-debate.ts';
import { showPlan } from '../render/plan-view.ts';
import { PAST_DECISIONS_SHOWN } from './follow-ups.ts';

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
  const earlier = await recallDecisions(hall, {
    topic: plan.topic,
    limit: PAST_DECISIONS_SHOWN,
    rehearsals: plan.seats.every(({ agent }) => agent.rehearsal === true),
    ...defined({ options: plan.question?.options, except: input.relation?.of }),
  });
  return await showPlan(plan, json, { further: steps.slice(1), earlier, now: hall.clock.now() });
}
