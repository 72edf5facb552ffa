// Opens plans: fixes who plans and by which rules.
import { defined } from '../../../domain/defined.ts';
import type { RuleData } from '../../../domain/events.ts';
import { neverAborted } from '../../../support/wait.ts';
import type { OpenInput } from '../debate/opening/prepare-debate.ts';
import { panelOption } from '../debate/seats/panel.ts';
import type { Hall } from '../hall.ts';

export interface PlanInput extends Pick<OpenInput, 'topic' | 'context' | 'stdin'> {
  readonly read?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly threadId?: string | undefined;
  readonly planners?: number | undefined;
  readonly options?: RuleData;
  /** The agent of every seat that no flag gives to another. */
  readonly everySeat?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Everything that opening the plan takes; spends nothing and writes nothing. */
export async function planOpening(hall: Hall, input: PlanInput): Promise<OpenInput> {
  const {
    topic,
    context,
    read,
    stdin,
    tags,
    threadId,
    planners: count,
    options,
    everySeat,
    signal = neverAborted,
  } = input;
  const panel = { format: 'plan', seat: 'planner', option: 'planners', count } as const;
  return {
    topic,
    format: 'plan',
    ...defined({ threadId, tags }),
    options: { ...(await panelOption(hall, { ...panel, everySeat, signal })), ...options },
    ...defined({ context, read, stdin, everySeat }),
    seating: 'agents',
    signal,
  };
}
