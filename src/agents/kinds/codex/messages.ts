// The messages of `codex app-server`, one JSON-RPC message a line; knows their shapes and nothing of what they mean.
import * as z from 'zod';
import { reportedTokens } from '../../usage.ts';

/** Fields that codex leaves out, or fills with something new, count as absent. */
const text = z.string().nullish().catch(undefined);
const tokens = reportedTokens.transform((count) => count ?? 0);

/** Codex wants something of its client. */
const request = z.object({ id: z.union([z.string(), z.number()]), method: z.string(), params: z.unknown().optional() });

/** Codex answers a request; without a result it is an error, whatever its shape. */
const response = z.object({
  id: z.number(),
  method: z.undefined().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

const turnError = z.object({
  message: z.string(),
  additionalDetails: text,
  /** A name, or an object that holds a status. */
  codexErrorInfo: z.unknown().optional(),
});

function notification<Method extends string, Params extends z.ZodType>(method: Method, params: Params) {
  return z.object({ method: z.literal(method), id: z.undefined().optional(), params });
}

/** What happens in a turn; they name it by `turnId`. */
const inTurn = z.discriminatedUnion('method', [
  notification('item/agentMessage/delta', z.object({ turnId: z.string(), itemId: text, delta: z.string() })),
  notification('item/started', z.object({ turnId: z.string(), item: z.object({ type: z.string() }) })),
  notification('item/completed', z.object({ turnId: z.string(), item: z.object({ type: z.string(), text }) })),
  notification(
    'thread/tokenUsage/updated',
    z.object({
      turnId: z.string(),
      tokenUsage: z.object({
        /** Of the whole thread; `last` beside it is that of the last response, of which a turn may have several. */
        total: z.object({ inputTokens: tokens, cachedInputTokens: tokens, outputTokens: tokens }),
      }),
    }),
  ),
  notification('error', z.object({ turnId: z.string(), error: turnError })),
  notification('model/rerouted', z.object({ turnId: z.string(), fromModel: z.string(), toModel: z.string() })),
  notification(
    'turn/completed',
    z
      .object({
        turn: z.object({ id: z.string(), status: z.string(), error: turnError.nullish().catch(undefined) }),
      })
      .transform(({ turn }) => ({ turnId: turn.id, ...turn })),
  ),
]);

const warning = notification('warning', z.object({ message: z.string() }));

export const codexMessage = z.union([request, inTurn, warning, response]);
export type CodexRequest = z.infer<typeof request>;
export type CodexResponse = z.infer<typeof response>;
export type TurnMessage = z.infer<typeof inTurn>;
export type TurnError = z.infer<typeof turnError>;
export type TokenTotals = Extract<
  TurnMessage,
  { method: 'thread/tokenUsage/updated' }
>['params']['tokenUsage']['total'];

/** The result of `thread/start`. */
export const threadStarted = z.object({
  thread: z.object({ id: z.string() }),
  model: text,
  /** Files with instructions that codex found for itself. */
  instructionSources: z.array(z.unknown()).catch([]),
});
export type ThreadStarted = z.infer<typeof threadStarted>;

/** What `item/tool/call` asks for: a tool that the client has declared. */
export const toolCall = z.object({ tool: z.string(), arguments: z.unknown() });

/** The result of `turn/start`. */
export const turnStarted = z.object({ turn: z.object({ id: z.string() }) });
