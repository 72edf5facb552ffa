// debate_auto: opens a debate and lets agents hold it, as `debate-hall run` does.
import * as z from 'zod';
import { defined } from '../../../../domain/defined.ts';
import type { RuleData } from '../../../../domain/event-parts.ts';
import { givenDocuments } from '../../../../hall/operations/debate/opening/given-documents.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { getAsker } from '../../../../platform/access/principal.ts';
import { inOwnHall, runFor, runShape, takeAnswers } from '../../runs/run-and-tell.ts';
import { FORMAT_NAMES } from '../../texts/guide.ts';
import { readOptions, requested } from '../shapes.ts';
import { defineTool, listReadOperations, RUNS_AGENTS, type ToolCall } from '../tool.ts';

const shape = {
  topic: requested.topic,
  thread_id: requested.thread_id,
  format: requested.format.describe(FORMAT_NAMES),
  recipe: requested.recipe.describe('quick, standard, deep'),
  preset: requested.preset.describe('quick …; rehearsal: no cost'),
  seats: requested.seats,
  context: requested.context.describe('Paths (text, PDF, DOCX, picture), URLs, git:RANGE'),
  read: requested.read.describe('To look up: paths, git:A..B, decisions'),
  recall: requested.recall.describe('Add past decisions'),
  perspectives: requested.perspectives,
  mode: z.enum(['fixed', 'mediated']).optional(),
  rounds: z.int().min(1).max(100).optional(),
  vote: z.boolean().optional(),
  options: requested.options,
  answer: requested.answer,
  unit: requested.unit,
  gate: requested.gate,
  tags: requested.tags,
  limits: requested.limits,
  pause_at: z.enum(['decision']).optional().describe('A person approves'),
  wait: z.boolean().optional(),
};

const seatCount = z.int().min(1).max(4).optional();

/** Options of the format asymmetric; the names are those of its toolset. */
const asymmetricShape = {
  ...shape,
  pause_at: z
    .enum(['decision', 'challenge', 'convergence'])
    .optional()
    .describe('A person reviews: decision with resume_debate; challenge, convergence with debate_human_review'),
  context_documents: z.array(z.string().max(50_000)).max(10).optional().describe('Texts, in addition to context'),
  fresh_role: z.enum(['fresh', 'semi_fresh']).optional(),
  delivery_mode: z.enum(['none', 'passive', 'active', 'selective']).optional(),
  deep_n: seatCount,
  fresh_n: seatCount,
  effort: z.enum(['low', 'medium', 'high', 'max']).optional().describe('Length of the answers'),
  injection_mode: z.enum(['raw', 'system_prompt', 'memory', 'skills', 'claude_md']).optional(),
  context_pct: z.int().min(0).max(100).optional(),
  language: z.enum(['en', 'ja', 'ko', 'zh']).optional(),
};

const inputSchema = z.strictObject(shape);
const asymmetricInputSchema = z.strictObject(asymmetricShape);

type Args = z.output<typeof asymmetricInputSchema>;

/** The arguments behind options. */
const ARGUMENTS = {
  ...{ order: 'mode', rounds: 'rounds', consensus: 'vote', gate: 'gate', review: 'pause_at', pauseAt: 'pause_at' },
  ...{ freshRole: 'fresh_role', delivery: 'delivery_mode', deepN: 'deep_n', freshN: 'fresh_n', effort: 'effort' },
  ...{ injection: 'injection_mode', contextPct: 'context_pct', language: 'language' },
} as const;

/** A pause at the decision is an option of its own. */
function buildOptions(args: Args): RuleData {
  const { pause_at, fresh_role } = args;
  const pause = pause_at === 'decision' ? { review: true, pauseAt: undefined } : { review: undefined };
  const freshRole = fresh_role === 'semi_fresh' ? 'semi-fresh' : fresh_role;
  return defined({ ...readOptions(ARGUMENTS, args), ...pause, freshRole }) as RuleData;
}

async function open(args: Args, { gate, signal }: ToolCall, hall: Hall) {
  const { thread_id: threadId, context_documents = [], format: _format, limits: _limits, ...asked } = args;
  const material = givenDocuments(hall, context_documents);
  const request = { ...asked, threadId, rules: buildOptions(args) };
  const input = toOpenInput(request, { optionNames: ARGUMENTS, material, signal });
  return await openDebate(hall, { ...input, ...getAsker(gate.principal) });
}

async function run(args: Args, call: ToolCall) {
  return await inOwnHall(call, args, async (hall, leave) => {
    const earlier = await takeAnswers(call, hall);
    if (earlier !== undefined) return 'result' in earlier ? earlier.result : await runFor(call, hall, earlier);
    const opened = await open(args, call, hall);
    return args.wait === false ? await leave(opened) : await runFor(call, hall, { threadId: opened.threadId });
  });
}

const tool = {
  name: 'debate_auto',
  title: 'Let agents debate',
  output: z.object({ ...runShape, forecast: z.looseObject({}).optional() }),
  operation: 'start-run' as const,
  also: ({ context, read }: Pick<Args, 'context' | 'read'>) => listReadOperations({ context, read }),
  hints: RUNS_AGENTS,
};

export const debateAuto = defineTool({
  ...tool,
  description:
    'Runs a debate between agent CLIs and returns the decision; takes minutes and spends tokens. wait false returns ' +
    'thread_id and forecast; then use get_debate.',
  input: inputSchema,
  run,
});

export const debateAutoAsymmetric = defineTool({
  ...tool,
  description:
    'Runs a whole debate between agent CLIs (claude, codex, gemini) and returns the result; takes minutes and ' +
    'spends tokens. With wait false it returns the thread_id and a forecast at once. With format "asymmetric" one side ' +
    'gets the context and the other does not. ' +
    'Example: {"topic": "Is this migration plan safe?", "format": "asymmetric", "context": ["docs/plan.md"], "deep_n": 2}',
  input: asymmetricInputSchema,
  run,
});
