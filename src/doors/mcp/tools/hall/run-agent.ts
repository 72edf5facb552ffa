// run_agent: one agent, one question, no debate.
import * as z from 'zod';
import { defined } from '../../../../domain/defined.ts';
import { parseAgentSpec } from '../../../../hall/config/seat-spec.ts';
import { askAgent } from '../../../../hall/operations/debate/running/ask-agent.ts';
import { clip, quoteLines } from '../../texts/text.ts';
import { defineTool, RUNS_AGENTS } from '../tool.ts';

const OUTPUT_CHARACTERS = 48_000;
const TEXT_CHARACTERS = 2_000;
const SECOND_MS = 1_000;

const words = z.string().max(1_000_000);

export const runAgent = defineTool({
  name: 'run_agent',
  title: 'Ask one agent',
  description:
    'Asks one agent on this machine one question and returns its answer. The agent has no tools and changes nothing; ' +
    'nothing is recorded. A failure names its kind and the next step.',
  input: z.strictObject({
    agent: z.string().min(1).max(300).describe('agent[:model][#effort], as listed by list_agents'),
    prompt: words,
    context: words.optional().describe('Material; read as data'),
    timeout_seconds: z.number().min(1).max(3_600).optional(),
  }),
  output: z.object({
    agent: z.string(),
    output: z.string(),
    duration_ms: z.number(),
    truncated: z.boolean().optional(),
    model: z.string().optional(),
    usage: z.looseObject({}).optional(),
  }),
  operation: 'ask-agent',
  hints: RUNS_AGENTS,
  async run({ agent: spec, prompt, context, timeout_seconds }, { hall, parts, signal }) {
    const { agent, text, details } = await parts.runs.track(
      askAgent(hall, {
        agent: parseAgentSpec(spec),
        prompt,
        context,
        timeoutMs: timeout_seconds === undefined ? undefined : timeout_seconds * SECOND_MS,
        signal: parts.runs.stoppable(signal),
      }),
    );
    const output = clip(text, OUTPUT_CHARACTERS);
    const model = details.reportedModel ?? agent.model;
    return {
      structured: {
        agent: agent.agent,
        output,
        duration_ms: Math.round(details.durationMs),
        ...(output === text ? {} : { truncated: true }),
        ...defined({ model, usage: details.usage }),
      },
      text: `${agent.agent} answers:\n${quoteLines(clip(text, TEXT_CHARACTERS))}`,
    };
  },
});
