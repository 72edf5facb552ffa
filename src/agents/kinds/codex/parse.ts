// Reads what `codex exec --json` prints: one JSON event per line, the answer whole in one of them.
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import type { Usage } from '../../../domain/event-parts.ts';
import type { OutputReader } from '../../cli/cli-description.ts';
import { createJsonEventReader } from '../../cli/json-events.ts';
import { reportedTokens } from '../../usage.ts';
import { classifyCodexMessage, completedVerdict, exitVerdict, failedVerdict, type TurnContent } from './verdict.ts';

/** Fields that codex leaves out, or fills with something new, count as absent. */
const text = z.string().optional().catch(undefined);

const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thread.started'), thread_id: text }),
  z.object({
    type: z.literal('item.completed'),
    item: z.object({ type: z.string(), text, message: text }),
  }),
  z.object({
    type: z.literal('turn.completed'),
    usage: z
      .object({
        input_tokens: reportedTokens,
        cached_input_tokens: reportedTokens,
        output_tokens: reportedTokens,
      })
      .optional()
      .catch(undefined),
  }),
  z.object({
    type: z.literal('turn.failed'),
    error: z.union([z.object({ message: z.string() }), z.string().transform((message) => ({ message }))]),
  }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);
type CodexEvent = z.infer<typeof eventSchema>;

function toUsage({ usage }: Extract<CodexEvent, { type: 'turn.completed' }>): Usage | undefined {
  if (usage === undefined) return undefined;
  const { input_tokens: inputTokens, cached_input_tokens: cachedInputTokens, output_tokens: outputTokens } = usage;
  return defined({ inputTokens, cachedInputTokens, outputTokens });
}

export function createCodexReader(): OutputReader {
  const messages: string[] = [];
  const notes: string[] = [];
  let sessionId: string | undefined;
  let usage: Usage | undefined;
  let completed = false;
  let complaint: string | undefined;
  let final = false;
  let hasStarted = false;
  const lines = createJsonEventReader(eventSchema);

  function gathered(): TurnContent {
    return { messages, partial: messages.join('\n\n'), facts: { ...defined({ sessionId, usage }), notes } };
  }

  function take(event: CodexEvent): string | undefined {
    switch (event.type) {
      case 'thread.started':
        sessionId = event.thread_id;
        return undefined;
      case 'item.completed':
        hasStarted ||= event.item.type !== 'error';
        if (event.item.type === 'agent_message' && event.item.text !== undefined && event.item.text.trim() !== '') {
          const separator = messages.length === 0 ? '' : '\n\n';
          messages.push(event.item.text);
          return separator + event.item.text;
        }
        if (event.item.type === 'error' && event.item.message !== undefined) notes.push(`codex: ${event.item.message}`);
        return undefined;
      case 'turn.completed':
        completed = true;
        usage = toUsage(event);
        return undefined;
      case 'turn.failed':
        complaint = event.error.message;
        final = true;
        return undefined;
      case 'error':
        complaint = event.message;
        // Codex tries a refused login six more times, which changes nothing.
        final ||= classifyCodexMessage(event.message) === 'not-logged-in';
        return undefined;
    }
  }

  return {
    readLine(line) {
      const event = lines.read(line);
      return event === undefined ? undefined : take(event);
    },
    hasStarted: () => hasStarted || completed || complaint !== undefined,
    isSettled: () => completed || final,
    verdict(ended) {
      if (completed) return completedVerdict(gathered());
      return complaint === undefined
        ? exitVerdict(gathered(), lines.misread(), ended)
        : failedVerdict(complaint, gathered());
    },
  };
}
