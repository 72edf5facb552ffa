// Reads what `gemini -o stream-json` prints: one JSON event per line, the answer in pieces.
import { z } from 'zod';
import type { Usage } from '../../domain/events.ts';
import type { FailureCode } from '../../domain/failures.ts';
import type { OutputReader } from '../cli-agent.ts';
import { eventLines } from '../json-events.ts';
import { errorText, failureOf, retryAfter } from '../service-failure.ts';
import type { ReplyFacts, Verdict } from '../verdict.ts';

const count = z.number().int().min(0);

const statsSchema = z.object({
  total_tokens: count.optional(),
  input_tokens: count.optional(),
  output_tokens: count.optional(),
  cached: count.optional(),
  models: z.record(z.string(), z.object({ output_tokens: count.optional() })).optional(),
});

const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('init'), session_id: z.string().optional() }),
  z.object({ type: z.literal('message'), role: z.string(), content: z.string() }),
  z.object({ type: z.literal('error'), severity: z.string().optional(), message: z.string() }),
  z.object({
    type: z.literal('result'),
    status: z.string(),
    error: z.object({ message: z.string() }).optional(),
    stats: statsSchema.optional().catch(undefined),
  }),
]);
type GeminiEvent = z.infer<typeof eventSchema>;

const KINDS: readonly [RegExp, FailureCode][] = [
  [/blocked due to|recitation|prohibited content/i, 'refused'],
  [/loop detected|empty response|no final response text|invalid stream/i, 'empty'],
  [/exceeded the token limit|token count|context window|too (?:long|large)/i, 'too-large'],
  [/api[_ ]key|auth method|authenticat|authoriz|permission|log ?in|credentials|GEMINI_API_KEY/i, 'not-logged-in'],
  [/quota|rate.?limit|resource.?exhausted|too many requests/i, 'rate-limited'],
  [/overloaded|high demand|unavailable|internal error/i, 'overloaded'],
  [/fetch failed|terminated|socket|network|ECONN|ENOTFOUND|timed? ?out/i, 'unreachable'],
  [/not found|invalid|unknown argument|unsupported/i, 'rejected'],
];

/** Exit codes of its own; the rest are HTTP statuses modulo 256. */
const EXIT_CODES: Readonly<Record<number, FailureCode>> = { 41: 'not-logged-in', 42: 'rejected', 55: 'rejected' };
const FIRST_STATUS_EXIT = 400 % 256;

function statusOf(message: string, exitCode: number | undefined, stderr: string): number | undefined {
  const inMessage = /"code":\s*([45]\d\d)\b/.exec(message)?.[1];
  if (inMessage !== undefined) return Number(inMessage);
  if (exitCode !== undefined && exitCode >= FIRST_STATUS_EXIT) return exitCode + 256;
  const inReport = /^\s*(?:status|code): ([45]\d\d)\b/m.exec(stderr)?.[1];
  return inReport === undefined ? undefined : Number(inReport);
}

/** What gemini ended with means; `undefined` when it is nothing that we know. */
export function geminiFailure(message: string, exitCode?: number, stderr = ''): FailureCode | undefined {
  const kind = KINDS.find(([pattern]) => pattern.test(message))?.[1];
  const status = statusOf(message, exitCode, stderr);
  if (status !== undefined) return failureOf(status, kind);
  return (exitCode === undefined ? undefined : EXIT_CODES[exitCode]) ?? kind;
}

function usageOf(stats: z.infer<typeof statsSchema>): Usage {
  return {
    ...(stats.input_tokens === undefined ? {} : { inputTokens: stats.input_tokens }),
    ...(stats.cached === undefined ? {} : { cachedInputTokens: stats.cached }),
    ...(stats.output_tokens === undefined ? {} : { outputTokens: stats.output_tokens }),
  };
}

/** The model that wrote the most, as a router model may have been asked before. */
function modelOf(stats: z.infer<typeof statsSchema>): string | undefined {
  const models = Object.entries(stats.models ?? {}).filter(([, { output_tokens: tokens }]) => (tokens ?? 0) > 0);
  return models.sort(([, a], [, b]) => (b.output_tokens ?? 0) - (a.output_tokens ?? 0))[0]?.[0];
}

/** Lines that gemini prints on standard error in every run. */
const NOISE = /^(?:Warning:|\[STARTUP\]|Ripgrep|YOLO|Loaded cached|\s|[{}]|$)/;

function startUpError(stderr: string): string | undefined {
  return stderr.split(/\r?\n/).find((line) => !NOISE.test(line));
}

/** "[API Error: …]" without its wrapping. */
function words(message: string): string {
  return errorText(message.replace(/^\[API Error: ([\s\S]*?)\](?=\n|$)/, '$1'));
}

export function geminiReader(): OutputReader {
  const pieces: string[] = [];
  const complaints: string[] = [];
  let sessionId: string | undefined;
  let result: Extract<GeminiEvent, { type: 'result' }> | undefined;
  const lines = eventLines(eventSchema);

  function facts(): ReplyFacts {
    const stats = result?.stats;
    const model = stats === undefined ? undefined : modelOf(stats);
    return {
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(model === undefined ? {} : { reportedModel: model }),
      ...(stats === undefined ? {} : { usage: usageOf(stats) }),
    };
  }

  function failed(message: string, exitCode: number | undefined, stderr: string): Verdict {
    const code = geminiFailure(message, exitCode, stderr) ?? 'crashed';
    return {
      status: 'failed',
      code,
      said: words(message),
      ...retryAfter(code, message),
      partial: pieces.join(''),
      facts: facts(),
    };
  }

  function take(event: GeminiEvent): string | undefined {
    switch (event.type) {
      case 'init':
        sessionId = event.session_id;
        return undefined;
      case 'message':
        if (event.role !== 'assistant') return undefined;
        pieces.push(event.content);
        return event.content;
      case 'error':
        complaints.push(event.message);
        return undefined;
      case 'result':
        result = event;
        return undefined;
    }
  }

  return {
    line(line) {
      const event = lines.read(line);
      return event === undefined ? undefined : take(event);
    },
    // A failure's reason may be known only by the exit code, so that gemini is left to end by itself then.
    settled: () => result?.status === 'success',
    verdict({ end, stderrTail }) {
      const text = pieces.join('');
      const exitCode = end.reason === 'exited' ? end.code : undefined;
      const complaint = complaints.at(-1);
      if (result?.status === 'success') {
        const cutOff = complaint !== undefined && geminiFailure(complaint) !== undefined;
        if (text.trim() !== '' && !cutOff) {
          return {
            status: 'answered',
            text,
            facts: { ...facts(), notes: complaints.map((said) => `gemini: ${said}`) },
          };
        }
        if (complaint !== undefined) return failed(complaint, undefined, '');
        if (result.stats?.total_tokens === 0) {
          const why = 'Gemini sent nothing to the model, as it does with prompts that it holds to be too long for it.';
          return { status: 'failed', code: 'too-large', why, facts: facts() };
        }
        const why = 'The turn was reported as a success, without any text.';
        return { status: 'failed', code: 'empty', why, facts: facts() };
      }
      if (result !== undefined) {
        return failed(
          result.error?.message ?? complaint ?? 'it reported an error without a reason',
          exitCode,
          stderrTail,
        );
      }
      if (complaint !== undefined) return failed(complaint, exitCode, stderrTail);
      if (!lines.understood() && end.reason === 'exited' && end.code !== 0) {
        const reason = startUpError(stderrTail);
        if (reason !== undefined && geminiFailure(reason, end.code, stderrTail) !== undefined) {
          return failed(reason, end.code, stderrTail);
        }
      }
      const misread = lines.misread();
      if (misread !== undefined && end.reason === 'exited') {
        return { status: 'failed', code: 'unreadable', said: misread, facts: facts() };
      }
      return { status: 'undecided', partial: text, facts: facts() };
    },
  };
}
