// Reads what `gemini -o stream-json` prints: one JSON event per line, the answer in pieces.
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import type { Usage } from '../../../domain/event-parts.ts';
import type { FailureCode } from '../../../domain/failures/failures.ts';
import type { OutputReader } from '../../cli/cli-description.ts';
import { createJsonEventReader } from '../../cli/json-events.ts';
import { type Cause, findCause, findLastWords } from '../../failures/last-words.ts';
import {
  classifyMessage,
  classifyServiceError,
  classifyStatus,
  extractErrorMessage,
  LIMIT_PATTERNS,
  parseRetryAfter,
} from '../../failures/service-failure.ts';
import { type CallResult, judgeExit, type ProgramEnd, type ReplyFacts } from '../../failures/verdict.ts';
import { reportedTokens } from '../../usage.ts';

/** Fields that gemini leaves out, or fills with something new, count as absent. */
const text = z.string().optional().catch(undefined);

const statsSchema = z.object({
  total_tokens: reportedTokens,
  input_tokens: reportedTokens,
  output_tokens: reportedTokens,
  cached: reportedTokens,
  models: z
    .record(z.string(), z.object({ output_tokens: reportedTokens }))
    .optional()
    .catch(undefined),
});

const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('init'), session_id: text }),
  z.object({ type: z.literal('message'), role: z.string(), content: z.string() }),
  z.object({ type: z.literal('error'), message: z.string(), severity: text }),
  z.object({
    type: z.literal('result'),
    status: z.string(),
    error: z
      .union([z.object({ message: z.string() }), z.string().transform((message) => ({ message }))])
      .optional()
      .catch(undefined),
    stats: statsSchema.optional().catch(undefined),
  }),
]);
type GeminiEvent = z.infer<typeof eventSchema>;
type Complaint = Extract<GeminiEvent, { type: 'error' }>;

/** Its limit is 1,048,576 tokens, of which it counts at most 0.44 for a byte. */
const LONG_BYTES = 2_000_000;
const UNSENT_EXPLANATION = 'Gemini sent nothing to the model, as it does when it considers a prompt too long.';

/** A page of a proxy or a portal, or an answer that was cut: gemini shows how its parser failed, or the page itself. */
const NO_ANSWER =
  /incomplete JSON segment|\bJSON at position|unexpected (?:token|end of JSON)|not valid JSON|<!doctype|<html/i;

const FAILURE_PATTERNS: readonly [RegExp, FailureCode][] = [
  [NO_ANSWER, 'unreachable'],
  [/blocked due to|recitation|prohibited content|^response stopped due to safety/i, 'refused'],
  [/loop detected|empty response|no final response text|invalid stream|^response stopped/i, 'empty'],
  [/exceeded the token limit|^response truncated|token count|context window|too (?:long|large)/i, 'too-large'],
  [/api[_ ]key|auth method|authenticat|authoriz|permission|log ?in|credentials|GEMINI_API_KEY/i, 'not-logged-in'],
  ...LIMIT_PATTERNS,
  [/overloaded|high demand|unavailable|internal error/i, 'overloaded'],
  [/fetch failed|terminated|socket|network|ECONN|ENOTFOUND|timed? ?out/i, 'unreachable'],
  [/not found|invalid|unsupported/i, 'rejected'],
];

/** Exit codes of its own; the rest are HTTP statuses modulo 256. */
const EXIT_CODES: Readonly<Record<number, FailureCode>> = { 41: 'not-logged-in', 42: 'rejected', 55: 'rejected' };
const FIRST_STATUS_EXIT = 400 % 256;

function findStatus(message: string, exitCode: number | undefined, stderr: string): number | undefined {
  const inMessage = /"code":\s*([45]\d\d)\b/.exec(message)?.[1];
  if (inMessage !== undefined) return Number(inMessage);
  if (exitCode !== undefined && exitCode >= FIRST_STATUS_EXIT) return exitCode + 256;
  const inReport = /^\s*(?:status|code): ([45]\d\d)\b/m.exec(stderr)?.[1];
  return inReport === undefined ? undefined : Number(inReport);
}

/** What gemini ended with means; `undefined` when it is nothing that we know. */
function classifyGeminiMessage(message: string, exitCode?: number, stderr = ''): FailureCode | undefined {
  const kind = classifyMessage(message, FAILURE_PATTERNS);
  const status = findStatus(message, exitCode, stderr);
  if (status !== undefined) return classifyServiceError(status, kind);
  return (exitCode === undefined ? undefined : EXIT_CODES[exitCode]) ?? kind;
}

function toUsage(stats: z.infer<typeof statsSchema>): Usage {
  return defined({
    inputTokens: stats.input_tokens,
    cachedInputTokens: stats.cached,
    outputTokens: stats.output_tokens,
  });
}

/** The model that wrote the most, as a router model may have been asked before. */
function findModel(stats: z.infer<typeof statsSchema>): string | undefined {
  const models = Object.entries(stats.models ?? {}).filter(([, { output_tokens: tokens }]) => (tokens ?? 0) > 0);
  return models.sort(([, a], [, b]) => (b.output_tokens ?? 0) - (a.output_tokens ?? 0))[0]?.[0];
}

/** Lines that gemini prints on standard error in every run. */
export const NOISE = /^(?:Warning:|\[STARTUP\]|Ripgrep|YOLO|Loaded cached|\s|[{}]|$)/;

/** By its words; an exit code or a report means the same for all of them, and only the last can be why. */
function findStartUpError(stderr: string, exitCode: number): Cause | undefined {
  const lines = stderr.split(/\r?\n/).filter((line) => !NOISE.test(line));
  const told = findCause(lines.join('\n'), (line) => classifyMessage(line, FAILURE_PATTERNS));
  const message = told?.message ?? findLastWords(lines.join('\n'));
  const code = message === undefined ? undefined : classifyGeminiMessage(message, exitCode, stderr);
  return message === undefined || code === undefined ? undefined : { ...told, code, message };
}

/** An error of `gemini --acp`: its number is an HTTP status, or 500 where gemini knows none. */
export function classifyAcpError(number: number, words: string): FailureCode | undefined {
  return (
    classifyServiceError(number === 500 ? undefined : number, classifyGeminiMessage(words)) ?? classifyStatus(number)
  );
}

/** What its words leave out, as a full sentence; `number` is that of an error of `gemini --acp`. */
export function explainGeminiError(words: string, number?: number): string | undefined {
  if (NO_ANSWER.test(words)) {
    return 'The response is not from a Gemini service. Is there a proxy or a login page in between?';
  }
  const isUntold = number === 500 && classifyGeminiMessage(words) === undefined;
  return isUntold ? 'gemini does not pass on its status: the service may also have rejected the request.' : undefined;
}

/** A line of `gemini --acp` that is not a message: without a working login it asks for one and waits forever. */
export function classifyOtherLine(line: string): FailureCode | undefined {
  return /visit the following URL to authorize|enter the authorization code/i.test(line) ? 'not-logged-in' : undefined;
}

/** Why gemini ended without having said anything; `undefined` when its last words tell nothing. */
export const explainExit = ({ end, stderrTail }: ProgramEnd): Cause | undefined =>
  end.reason === 'exited' && end.code !== 0 ? findStartUpError(stderrTail, end.code) : undefined;

/** What says that an answer is not whole, whatever comes after it. */
const CUTS: ReadonlySet<FailureCode | undefined> = new Set(['empty', 'refused', 'too-large']);

/** The complaint that takes an answer away; gemini complains of other things as well, such as a server of tools. */
function findCut(complaints: readonly Complaint[]): string | undefined {
  return complaints.findLast(({ message, severity }, at) => {
    const code = classifyGeminiMessage(message);
    return CUTS.has(code) || (code !== undefined && severity !== 'warning' && at === complaints.length - 1);
  })?.message;
}

/** "[API Error: …]" without its wrapping. */
function extractMessage(message: string): string {
  return extractErrorMessage(message.replace(/^\[API Error: ([\s\S]*?)\](?=\n|$)/, '$1'));
}

/** `promptBytes`: a short prompt cannot have been too long, so nothing came back for it. */
export function createGeminiReader(promptBytes = 0): OutputReader {
  const pieces: string[] = [];
  const complaints: Complaint[] = [];
  let sessionId: string | undefined;
  let result: Extract<GeminiEvent, { type: 'result' }> | undefined;
  const lines = createJsonEventReader(eventSchema);

  function facts(): ReplyFacts {
    const stats = result?.stats;
    return defined({ sessionId, reportedModel: stats && findModel(stats), usage: stats && toUsage(stats) });
  }

  function failed(message: string, exitCode: number | undefined, stderr: string): CallResult {
    const code = classifyGeminiMessage(message, exitCode, stderr) ?? 'crashed';
    const explanation = explainGeminiError(message);
    return {
      status: 'failed',
      code,
      message: extractMessage(message),
      ...defined({ explanation }),
      ...parseRetryAfter(code, message),
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
        complaints.push(event);
        return undefined;
      case 'result':
        result = event;
        return undefined;
    }
  }

  return {
    readLine(line) {
      const event = lines.read(line);
      return event === undefined ? undefined : take(event);
    },
    hasStarted: () => pieces.length > 0 || complaints.length > 0 || result !== undefined,
    // A failure's reason may be known only by the exit code, so that gemini is left to end by itself then.
    isSettled: () => result?.status === 'success',
    verdict({ end, stderrTail }) {
      const text = pieces.join('');
      const exitCode = end.reason === 'exited' ? end.code : undefined;
      const complaint = complaints.at(-1)?.message;
      if (result?.status === 'success') {
        const cut = findCut(complaints);
        if (text.trim() !== '' && cut === undefined) {
          return {
            status: 'answered',
            text,
            facts: { ...facts(), notes: complaints.map(({ message }) => `gemini: ${message}`) },
          };
        }
        const why = cut ?? complaint;
        if (why !== undefined) return failed(why, undefined, '');
        if (result.stats?.total_tokens === 0 && promptBytes >= LONG_BYTES) {
          return { status: 'failed', code: 'too-large', explanation: UNSENT_EXPLANATION, facts: facts() };
        }
        const explanation = 'The turn was reported as successful, but without text.';
        return { status: 'failed', code: 'empty', explanation, facts: facts() };
      }
      if (result !== undefined) {
        return failed(
          result.error?.message ?? complaint ?? 'it reported an error without a reason',
          exitCode,
          stderrTail,
        );
      }
      if (complaint !== undefined) return failed(complaint, exitCode, stderrTail);
      if (!lines.hasEvents() && end.reason === 'exited' && end.code !== 0) {
        const cause = findStartUpError(stderrTail, end.code);
        if (cause !== undefined) return { ...failed(cause.message, end.code, stderrTail), ...cause };
      }
      return judgeExit({ end, stderrTail }, lines.misread(), { partial: text, facts: facts() });
    },
  };
}
