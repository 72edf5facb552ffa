// The parts of the Agent Client Protocol's messages that matter to a seat, parsed leniently: agents add fields and get
// others wrong, and the unstable ones are in no released schema yet.
import * as z from 'zod';
import { reportedDollars, reportedTokens } from '../usage.ts';

const text = z.string().optional().catch(undefined);

const mcpCapabilities = z
  .looseObject({ http: z.boolean().optional().catch(undefined) })
  .nullish()
  .catch(undefined);
const promptCapabilities = z
  .looseObject({ image: z.boolean().optional().catch(undefined) })
  .nullish()
  .catch(undefined);

export const initializeResultSchema = z.looseObject({
  protocolVersion: z.number(),
  authMethods: z.array(z.looseObject({ id: z.string() })).catch([]),
  agentCapabilities: z.looseObject({ mcpCapabilities, promptCapabilities }).nullish().catch(undefined),
});

export const newSessionResultSchema = z.looseObject({
  sessionId: z.string().min(1),
  /** What came before `configOptions`, and is still what some agents have. */
  models: z.looseObject({ currentModelId: text }).nullish().catch(undefined),
  configOptions: z
    .array(z.looseObject({ id: z.string(), category: text, currentValue: z.unknown() }))
    .nullish()
    .catch(undefined),
});
export type NewSession = z.infer<typeof newSessionResultSchema>;

const usage = z.looseObject({
  inputTokens: reportedTokens,
  outputTokens: reportedTokens,
  cachedReadTokens: reportedTokens,
});

const tokenCount = z.looseObject({ input_tokens: reportedTokens, output_tokens: reportedTokens });
const quota = z.looseObject({
  token_count: tokenCount.optional().catch(undefined),
  model_usage: z.array(z.looseObject({ model: z.string(), token_count: tokenCount })).catch([]),
});

export const promptResultSchema = z.looseObject({
  stopReason: z.string(),
  usage: usage.nullish().catch(undefined),
  /** `quota` is Gemini's. */
  _meta: z
    .looseObject({ quota: quota.optional().catch(undefined), usage: usage.optional().catch(undefined) })
    .nullish()
    .catch(undefined),
});
export type PromptResult = z.infer<typeof promptResultSchema>;

const updateSchema = z.discriminatedUnion('sessionUpdate', [
  z.looseObject({
    sessionUpdate: z.literal('agent_message_chunk'),
    messageId: text.nullable(),
    content: z.looseObject({ type: z.string(), text }),
  }),
  z.looseObject({
    sessionUpdate: z.literal('tool_call'),
    title: text,
    kind: text,
  }),
  z.looseObject({
    sessionUpdate: z.literal('usage_update'),
    cost: z.looseObject({ amount: reportedDollars, currency: z.string() }).nullish().catch(undefined),
  }),
]);

const notificationSchema = z.looseObject({ sessionId: z.string(), update: updateSchema });
export type SessionUpdate = z.infer<typeof notificationSchema>;

const MODEL_ACTIVITY: ReadonlySet<unknown> = new Set([
  ...['agent_message_chunk', 'agent_thought_chunk', 'tool_call', 'tool_call_update', 'plan'],
]);

/** Whether an update tells of the model at work, and not only of the session. */
export function isModelActivity(params: unknown): boolean {
  const { update } = Object(params) as { update?: unknown };
  return MODEL_ACTIVITY.has((Object(update) as { sessionUpdate?: unknown }).sessionUpdate);
}

/** `undefined` for updates that say nothing about the answer. */
export function readUpdate(params: unknown): SessionUpdate | undefined {
  return notificationSchema.safeParse(params).data;
}

const placesSchema = z.array(z.looseObject({ path: z.string().optional() })).nullish();

export const permissionSchema = z.looseObject({
  toolCall: z
    .looseObject({ title: text.nullable(), kind: text.nullable(), locations: placesSchema, content: placesSchema })
    .catch({ title: undefined, kind: undefined }),
  options: z.array(z.looseObject({ optionId: z.string(), kind: text })).catch([]),
});

export const readFileSchema = z.looseObject({
  path: z.string().min(1),
  /** 1-based; from the start without it. */
  line: z.int().min(1).nullish().catch(undefined),
  /** Lines; all without it. */
  limit: z.int().min(0).nullish().catch(undefined),
});

export const errorSchema = z.looseObject({ code: z.number(), message: z.string(), data: z.unknown() });
export type AcpError = z.infer<typeof errorSchema>;
