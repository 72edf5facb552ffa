// Reads the lines that `claude --output-format stream-json` prints; knows their shapes and nothing of what they mean.
import * as z from 'zod';
import { TOOL_SERVER } from '../../../material/reading/seat-tools.ts';
import { reportedDollars, reportedTokens } from '../../usage.ts';

/** What claude's names of the hall's tools begin with. */
export const TOOL_PREFIX = `mcp__${TOOL_SERVER}__`;

const tokens = reportedTokens.transform((count) => count ?? 0);

/** Fields that claude leaves out, or fills with something new, count as absent: only `type` must be right. */
const text = z.string().optional().catch(undefined);

const initLine = z.looseObject({
  type: z.literal('system'),
  subtype: z.literal('init'),
  session_id: text,
  model: text,
  apiKeySource: text,
  tools: z.array(z.unknown()).catch([]),
  mcp_servers: z.array(z.looseObject({ name: text, status: text }).catch({})).catch([]),
});

const compactLine = z.looseObject({ type: z.literal('system'), subtype: z.literal('compact_boundary') });

const retryLine = z.looseObject({
  type: z.literal('system'),
  subtype: z.literal('api_retry'),
  attempt: z.number().catch(1),
  /** `null` when no response came at all. */
  error_status: z.number().nullable().catch(null),
});

const streamLine = z.looseObject({
  type: z.literal('stream_event'),
  parent_tool_use_id: z.string().nullish().catch(undefined),
  event: z.looseObject({
    type: z.string(),
    delta: z.looseObject({ type: text, text }).optional().catch(undefined),
  }),
});

const assistantLine = z.looseObject({
  type: z.literal('assistant'),
  /** What went wrong, on messages that claude itself makes up to tell of it. */
  error: text,
  parent_tool_use_id: z.string().nullish().catch(undefined),
  message: z.looseObject({
    model: text,
    content: z.array(z.looseObject({ type: text, text }).catch({})).catch([]),
  }),
});

const rateLimitLine = z.looseObject({
  type: z.literal('rate_limit_event'),
  rate_limit_info: z.looseObject({
    status: text,
    /** Seconds since 1970. */
    resetsAt: z.number().optional().catch(undefined),
  }),
});

const modelUsage = z.looseObject({
  inputTokens: tokens,
  outputTokens: tokens,
  cacheReadInputTokens: tokens,
  cacheCreationInputTokens: tokens,
});

const resultLine = z.looseObject({
  type: z.literal('result'),
  uuid: text,
  is_error: z.boolean(),
  subtype: text,
  result: z.string().catch(''),
  /** The answer as an object, where a schema was asked for and kept to. */
  structured_output: z.unknown().optional(),
  api_error_status: z.number().nullish().catch(undefined),
  stop_reason: z.string().nullish().catch(undefined),
  session_id: text,
  total_cost_usd: reportedDollars,
  /** By model, over the whole process. */
  modelUsage: z.record(z.string(), modelUsage).catch({}),
});

/** Of hooks that whoever manages the machine has set; those that begin a session come before anything else. */
export const hookLine = z.looseObject({
  type: z.literal('system'),
  subtype: z.enum(['hook_started', 'hook_progress', 'hook_response']),
});

/** Kinds of lines that say something about the answer. */
export const claudeLine = z.union([
  streamLine,
  assistantLine,
  initLine,
  retryLine,
  compactLine,
  rateLimitLine,
  resultLine,
]);
export type ModelUsage = z.infer<typeof modelUsage>;
export type ClaudeInit = z.infer<typeof initLine>;
export type ClaudeResult = z.infer<typeof resultLine>;
