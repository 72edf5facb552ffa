// The names of what spans say, after the semantic conventions for generative AI, which are still in development: whoever follows
// them changes this file alone. Nothing here holds a text of a debate.
import type { AgentRef, Usage } from '../../domain/event-parts.ts';
import { MICRO } from '../../domain/words/format-figures.ts';

export const OPERATION = 'gen_ai.operation.name';
export const WORKFLOW = 'gen_ai.workflow.name';
export const CONVERSATION = 'gen_ai.conversation.id';
export const AGENT = 'gen_ai.agent.name';
const PROVIDER = 'gen_ai.provider.name';
const REQUEST_MODEL = 'gen_ai.request.model';
export const RESPONSE_MODEL = 'gen_ai.response.model';
const INPUT_TOKENS = 'gen_ai.usage.input_tokens';
const OUTPUT_TOKENS = 'gen_ai.usage.output_tokens';
const CACHED_TOKENS = 'gen_ai.usage.cache_read.input_tokens';
export const ERROR_TYPE = 'error.type';
/** What the conventions have no name for. */
export const ACT = 'debate_hall.act';
const AGENT_KIND = 'debate_hall.agent.kind';
const COST = 'debate_hall.cost_usd';
export const RUN_END = 'debate_hall.run.end';
export const OUTCOME = 'debate_hall.outcome';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** As the conventions name those that they know. */
const PROVIDERS: Readonly<Record<string, string>> = { google: 'gcp.gemini' };

export function describeAgentRef({ kind, vendor, model }: AgentRef): Attributes {
  return {
    [AGENT_KIND]: kind,
    [PROVIDER]: vendor === undefined ? undefined : (PROVIDERS[vendor] ?? vendor),
    [REQUEST_MODEL]: model,
  };
}

export function describeUsage(usage: Usage | undefined): Attributes {
  const { inputTokens, outputTokens, cachedInputTokens, costMicroUsd } = usage ?? {};
  return {
    [INPUT_TOKENS]: inputTokens,
    [OUTPUT_TOKENS]: outputTokens,
    [CACHED_TOKENS]: cachedInputTokens,
    [COST]: costMicroUsd === undefined ? undefined : costMicroUsd / MICRO,
  };
}
