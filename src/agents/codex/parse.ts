// Reads what `codex exec --json` prints: one JSON event per line, the answer whole in one of them.
import { z } from 'zod';
import type { Usage } from '../../domain/events.ts';
import type { FailureCode } from '../../domain/failures.ts';
import type { OutputReader } from '../cli-agent.ts';
import { eventLines } from '../json-events.ts';
import { errorText, failureOf, retryAfter } from '../service-failure.ts';
import type { ReplyFacts, Verdict } from '../verdict.ts';

const count = z.number().int().min(0);

const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thread.started'), thread_id: z.string().optional() }),
  z.object({
    type: z.literal('item.completed'),
    item: z.object({ type: z.string(), text: z.string().optional(), message: z.string().optional() }),
  }),
  z.object({
    type: z.literal('turn.completed'),
    usage: z
      .object({
        input_tokens: count.optional(),
        cached_input_tokens: count.optional(),
        output_tokens: count.optional(),
      })
      .optional()
      .catch(undefined),
  }),
  z.object({ type: z.literal('turn.failed'), error: z.object({ message: z.string() }) }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);
type CodexEvent = z.infer<typeof eventSchema>;

const KINDS: readonly [RegExp, FailureCode][] = [
  [/maximum (?:length|number of tokens)|context.?(?:window|length)|too (?:long|large)/i, 'too-large'],
  [/usage limit|rate.?limit|quota|too many requests/i, 'rate-limited'],
  [/missing environment variable|not logged in|log(?:ged)? ?in again|sign in|refresh token|api key/i, 'not-logged-in'],
  [/high demand|overloaded|at capacity|server_error|internal server error/i, 'overloaded'],
  [/stream disconnected|connection|sending request|network|timed? ?out|dns error/i, 'unreachable'],
  [/flagged|content.?policy|safety|violat/i, 'refused'],
  [/error loading config|unexpected argument|invalid value|model|unsupported|invalid/i, 'rejected'],
];

/** What a message of codex means; `undefined` when it is none that we know. */
export function codexFailure(message: string): FailureCode | undefined {
  const status = /(?:unexpected status|last status:?|"code":|"status":)\s*(\d{3})\b/.exec(message)?.[1];
  const kind = KINDS.find(([pattern]) => pattern.test(message))?.[1];
  return failureOf(status === undefined ? undefined : Number(status), kind);
}

function usageOf(event: Extract<CodexEvent, { type: 'turn.completed' }>): Usage | undefined {
  const { usage } = event;
  if (usage === undefined) return undefined;
  return {
    ...(usage.input_tokens === undefined ? {} : { inputTokens: usage.input_tokens }),
    ...(usage.cached_input_tokens === undefined ? {} : { cachedInputTokens: usage.cached_input_tokens }),
    ...(usage.output_tokens === undefined ? {} : { outputTokens: usage.output_tokens }),
  };
}

/** The line on standard error that says why codex did not start; its log lines and warnings say nothing of that. */
function startUpError(stderr: string): string | undefined {
  return stderr.split(/\r?\n/).find((line) => /^(?:error|Error)\b/.test(line));
}

export function codexReader(): OutputReader {
  const said: string[] = [];
  const notes: string[] = [];
  let sessionId: string | undefined;
  let usage: Usage | undefined;
  let completed = false;
  let complaint: string | undefined;
  let final = false;
  const lines = eventLines(eventSchema);

  function failed(message: string, otherwise: FailureCode): Verdict {
    const code = codexFailure(message) ?? otherwise;
    return {
      status: 'failed',
      code,
      said: errorText(message),
      ...retryAfter(code, message),
      partial: said.join('\n\n'),
      facts: facts(),
    };
  }

  function facts(): ReplyFacts {
    return {
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(usage === undefined ? {} : { usage }),
      notes,
    };
  }

  function take(event: CodexEvent): string | undefined {
    switch (event.type) {
      case 'thread.started':
        sessionId = event.thread_id;
        return undefined;
      case 'item.completed':
        if (event.item.type === 'agent_message' && event.item.text !== undefined && event.item.text.trim() !== '') {
          const separator = said.length === 0 ? '' : '\n\n';
          said.push(event.item.text);
          return separator + event.item.text;
        }
        if (event.item.type === 'error' && event.item.message !== undefined) notes.push(`codex: ${event.item.message}`);
        return undefined;
      case 'turn.completed':
        completed = true;
        usage = usageOf(event);
        return undefined;
      case 'turn.failed':
        complaint = event.error.message;
        final = true;
        return undefined;
      case 'error':
        complaint = event.message;
        // Codex tries a refused login six more times, which changes nothing.
        final ||= codexFailure(event.message) === 'not-logged-in';
        return undefined;
    }
  }

  return {
    line(line) {
      const event = lines.read(line);
      return event === undefined ? undefined : take(event);
    },
    settled: () => completed || final,
    verdict({ end, stderrTail }) {
      const text = said.at(-1);
      if (completed && text !== undefined) return { status: 'answered', text, facts: facts() };
      if (completed) {
        const why = 'The turn was completed without a message; codex does not tell whether the model refused.';
        return { status: 'failed', code: 'empty', why, facts: facts() };
      }
      // Of most responses that codex cannot use it shows the message without the status: the service did not like them.
      if (complaint !== undefined) return failed(complaint, 'rejected');
      const reason = startUpError(stderrTail);
      if (reason !== undefined) return failed(reason, 'crashed');
      const misread = lines.misread();
      if (misread !== undefined && end.reason === 'exited') {
        return { status: 'failed', code: 'unreadable', said: misread, facts: facts() };
      }
      return { status: 'undecided', partial: said.join('\n\n'), facts: facts() };
    },
  };
}
