// debate_plan: several agents plan something and settle on one plan.
import * as z from 'zod';
import { defined } from '../../../../domain/defined.ts';
import type { RuleData } from '../../../../domain/event-parts.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import { readPlan } from '../../../../domain/results/plan-result.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import { PAGE_CHARACTERS } from '../../texts/spoken.ts';
import { clip, measureWeight, quoteLines } from '../../texts/text.ts';
import { requested } from '../shapes.ts';
import { defineTool, listReadOperations, RUNS_AGENTS, type ToolCall } from '../tool.ts';
import {
  endShape,
  findLeader,
  getConfidence,
  openingShape,
  type ReviewRequest,
  runCrossReview,
  writeResult,
} from './cross-review.ts';

const LINES = 20;
const LINE_CHARACTERS = 300;

/** The plan as both tools tell it: as data when it fits, else as text that says that it was cut. */
export function planShown(record: DebateRecord) {
  const plan = readPlan(record);
  const fits = plan !== undefined && measureWeight(JSON.stringify(plan)) <= PAGE_CHARACTERS;
  const lines = (plan?.steps ?? [])
    .slice(0, LINES)
    .map(({ id, phase, title }) =>
      quoteLines(clip(`${id} phase ${phase}: ${title}`, LINE_CHARACTERS).replaceAll('\n', ' ')),
    );
  return {
    lines,
    shown: {
      planned: plan?.planned ?? false,
      overlap: plan?.overlap ?? null,
      confidence: getConfidence(record, plan?.overlap),
      winner: findLeader(record),
      ...(fits ? { plan } : {}),
      formatted: writeResult(record, 'There is no plan.'),
    },
  };
}

export interface PlanArguments extends ReviewRequest {
  readonly topic: string;
  readonly context?: string[] | undefined;
  readonly rules: RuleData;
  /** Whether arguments name a change, which a plan does not take. */
  readonly change?: boolean;
}

export async function planWith<Shown extends object>(
  call: ToolCall,
  args: PlanArguments,
  show: (record: DebateRecord) => { readonly shown: Shown; readonly lines: readonly string[] },
) {
  if (args.change === true) {
    throw new HallError('bad-input', 'A plan needs a goal, not a change.', {
      hint: 'Omit staged, range, path and platform, or use debate_plan with context.',
    });
  }
  const { topic, thread_id: threadId, tags, agents, context, rules } = args;
  const request = { topic, threadId, tags, agents, context, rules };
  const open = async () => ({ ...toOpenInput(request, { signal: call.signal }), format: 'plan' });
  return await runCrossReview(call, args, { open, show });
}

export const debatePlan = defineTool({
  name: 'debate_plan',
  title: 'Have agents plan',
  description:
    'Several agents plan, cross-check each other and agree on one plan with phases, steps and dependencies. Takes minutes ' +
    'and spends tokens. Example: {"topic": "Move the sessions to Redis", "context": ["src/"]}',
  input: z.strictObject({
    topic: requested.topic,
    ...openingShape,
    mode: z.enum(['adversarial', 'consensus', 'collaborative']).optional().describe('Default: adversarial'),
    rounds: z.int().min(1).max(5).optional().describe('Maximum rounds of critique; default: 2'),
    context: requested.context.describe('Paths (text, PDF, DOCX, picture), globs, URLs or git:RANGE'),
  }),
  output: z.object({
    ...endShape,
    planned: z.boolean().optional(),
    overlap: z.number().nullable().optional(),
    confidence: z.number().nullable().optional(),
    winner: z.string().nullable().optional(),
    plan: z.looseObject({}).optional(),
    formatted: z.string().optional(),
  }),
  operation: 'start-run',
  also: ({ context }) => listReadOperations({ context }),
  hints: RUNS_AGENTS,
  async run({ mode, rounds, ...args }, call) {
    return await planWith(call, { ...args, rules: defined({ mode, rounds }) }, planShown);
  },
});
