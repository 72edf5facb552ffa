// Tells from claude's lines what became of a prompt: an answer, a reason why there is none, or neither.
import { defined } from '../../../domain/defined.ts';
import type { Usage } from '../../../domain/event-parts.ts';
import type { FailureCode } from '../../../domain/failures/failures.ts';
import { MICRO } from '../../../domain/words/format-figures.ts';
import { type SeatTools, TOOL_SERVER } from '../../../material/reading/seat-tools.ts';
import type { OutputReader } from '../../cli/cli-description.ts';
import { createJsonEventReader } from '../../cli/json-events.ts';
import { classifyMessage, classifyStatus, LIMIT_PATTERNS } from '../../failures/service-failure.ts';
import { parseWaitMs } from '../../failures/service-wait.ts';
import { type CallResult, judgeExit, noteOtherModel, type ReplyFacts } from '../../failures/verdict.ts';
import { type ClaudeInit, type ClaudeResult, claudeLine, hookLine, type ModelUsage, TOOL_PREFIX } from './parse.ts';

/** The "model" of messages that claude wrote itself. */
const SYNTHETIC = '<synthetic>';
/** The tool through which claude takes answers that must fit a schema. */
const SCHEMA_TOOL = 'StructuredOutput';
/** What `apiKeySource` says when the login is a subscription or a token, whose calls are not billed one by one. */
const NO_KEY = 'none';
const LOGIN_NOT_SEEN = 'When claude may look things up, logins in its settings, such as apiKeyHelper, do not count.';
/** Ends of a turn that leave a part of an answer. */
const CUT_REASONS: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded']);
const CUT_EXPLANATION = "The answer was cut off at the model's output or context limit.";

export interface ReaderOptions {
  readonly model: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The result of the question before in the same process: claude counts on from it. */
  readonly before?: ClaudeResult | undefined;
  /** See `OpenOptions`. */
  readonly tools?: SeatTools | undefined;
  /** It has tools of its own, which it was given to change files. */
  readonly changesFiles?: true;
}

export interface ClaudeReader extends OutputReader {
  hasStarted(): boolean;
  /** Set once the question is through, for good or ill. */
  result(): ClaudeResult | undefined;
}

export function createClaudeReader({ model, now, before, tools, changesFiles }: ReaderOptions): ClaudeReader {
  let init: ClaudeInit | undefined;
  let answering: string | undefined;
  let errorName: string | undefined;
  let refusedStatus: number | undefined;
  let resetsAtMs: number | undefined;
  let result: ClaudeResult | undefined;
  let partial = '';
  let hasStarted = false;
  let isStreamed = false;
  const lines = createJsonEventReader(claudeLine, hookLine);
  let compacted = false;

  function line(text: string): string | undefined {
    const read = lines.read(text);
    if (read === undefined) return undefined;
    switch (read.type) {
      case 'system':
        if (read.subtype === 'init') {
          init = read;
        } else if (read.subtype === 'compact_boundary') {
          compacted = true;
        } else if (isFinal(read.error_status, read.attempt)) {
          refusedStatus = read.error_status ?? undefined;
        }
        return undefined;
      case 'stream_event': {
        hasStarted = true;
        isStreamed = true;
        if (typeof read.parent_tool_use_id === 'string') return undefined;
        if (read.event.type === 'message_start') partial = '';
        const delta = read.event.delta?.type === 'text_delta' ? read.event.delta.text : undefined;
        partial += delta ?? '';
        return delta;
      }
      case 'assistant':
        answering = read.message.model;
        errorName = read.error;
        if (answering === SYNTHETIC || typeof read.parent_tool_use_id === 'string') return undefined;
        hasStarted = true;
        if (!isStreamed) partial = read.message.content.map((block) => block.text ?? '').join('') || partial;
        return undefined;
      case 'rate_limit_event': {
        const { status, resetsAt } = read.rate_limit_info;
        if (status === 'rejected' && resetsAt !== undefined) resetsAtMs = resetsAt * 1_000;
        return undefined;
      }
      case 'result':
        if (!isLate(read)) result = read;
        return undefined;
    }
  }

  /** Whether it is the result of the question before once more: of this one nothing has come, or it was read already. */
  function isLate({ is_error: isError, uuid }: ClaudeResult): boolean {
    const hasBegun = hasStarted || init !== undefined || answering !== undefined;
    return before !== undefined && !isError && (!hasBegun || (uuid !== undefined && uuid === before.uuid));
  }

  /** Whether trying again cannot help. A login without a key may be renewed by claude after the first 401. */
  function isFinal(status: number | null, attempt: number): boolean {
    if (status === 401) return attempt > 1 || hasKey();
    return status === 400 || status === 403 || status === 404;
  }

  function hasKey(): boolean {
    return init?.apiKeySource !== undefined && init.apiKeySource !== NO_KEY;
  }

  function failed(code: FailureCode, words: { message?: string; explanation?: string } = {}): CallResult {
    const wait = resetsAtMs === undefined ? parseWaitMs(words.message ?? '', now()) : Math.max(0, resetsAtMs - now());
    const isHidden = code === 'not-logged-in' && tools !== undefined;
    const explanation = isHidden ? { explanation: [words.explanation, LOGIN_NOT_SEEN].filter(Boolean).join(' ') } : {};
    return {
      status: 'failed',
      code,
      ...words,
      ...explanation,
      ...(code === 'rate-limited' ? defined({ retryAfterMs: wait }) : {}),
      partial,
      facts: facts(),
    };
  }

  function facts(): ReplyFacts {
    const reported = answering === undefined || answering === SYNTHETIC ? init?.model : answering;
    const sessionId = result?.session_id ?? init?.session_id;
    const usage = result === undefined ? undefined : toUsage(result, hasKey(), before);
    const extras = changesFiles ? 0 : countExtras(init, tools !== undefined);
    const notes = noteOtherModel(model, reported);
    if (extras > 0) notes.push(`claude ran with ${extras} tools or MCP servers of its own`);
    if (tools !== undefined && init !== undefined && !hasTools(init)) {
      notes.push('it could not connect to the tools of the hall, so it could look nothing up');
    }
    if (compacted) notes.push('claude replaced the earlier conversation with its own summary');
    return {
      ...defined({ sessionId, reportedModel: reported, usage }),
      ...(compacted ? { compacted: true } : {}),
      notes,
    };
  }

  return {
    readLine: line,
    hasStarted: () => hasStarted || result !== undefined,
    result: () => result,
    isSettled: () => refusedStatus !== undefined,
    verdict({ end, stderrTail }) {
      if (result !== undefined) {
        const { structured_output: structured } = result;
        const message = result.result || (result.subtype ?? '');
        if (result.is_error) return failed(classifyResult(result, errorName), { message });
        if (structured !== undefined && structured !== null) {
          return { status: 'answered', text: JSON.stringify(structured), facts: facts() };
        }
        if (result.result.trim() === '') return failed('empty');
        if (CUT_REASONS.has(result.stop_reason ?? '')) return failed('too-large', { explanation: CUT_EXPLANATION });
        // Such as "Unknown command": no model ever saw the prompt.
        if (answering !== SYNTHETIC) return { status: 'answered', text: result.result, facts: facts() };
        return failed(classifyMessage(message, LIMIT_PATTERNS) ?? 'unreadable', { message });
      }
      if (refusedStatus !== undefined) {
        const explanation = `The service answered with status ${refusedStatus}.`;
        return failed(classifyStatus(refusedStatus) ?? 'rejected', { explanation });
      }
      const startError = classifyStartError(stderrTail);
      if (startError !== undefined) return failed(startError, { message: stderrTail });
      return judgeExit({ end, stderrTail }, lines.misread(), { partial, facts: facts() });
    },
  };
}

/** How many tools and servers it has that the hall did not give it. */
function countExtras(init: ClaudeInit | undefined, usesTools: boolean): number {
  if (init === undefined) return 0;
  const isHallTool = (tool: unknown) => tool === SCHEMA_TOOL || (usesTools && String(tool).startsWith(TOOL_PREFIX));
  const servers = init.mcp_servers.filter(({ name }) => !usesTools || name !== TOOL_SERVER);
  return servers.length + init.tools.filter((tool) => !isHallTool(tool)).length;
}

function hasTools(init: ClaudeInit): boolean {
  return init.mcp_servers.some(({ name, status }) => name === TOOL_SERVER && status === 'connected');
}

/** Of one question; claude counts over its whole process, and the `usage` field beside it is 0 after an interrupted stream. */
function toUsage(result: ClaudeResult, billed: boolean, totalsBefore: ClaudeResult | undefined): Usage | undefined {
  if (Object.keys(result.modelUsage).length === 0) return undefined;
  const sum = (count: (model: ModelUsage) => number) => {
    const total = (of: ClaudeResult | undefined) =>
      Object.values(of?.modelUsage ?? {}).reduce((all, model) => all + count(model), 0);
    return Math.max(0, total(result) - total(totalsBefore));
  };
  const cost = billed ? result.total_cost_usd : undefined;
  return {
    inputTokens: sum((model) => model.inputTokens + model.cacheReadInputTokens + model.cacheCreationInputTokens),
    cachedInputTokens: sum((model) => model.cacheReadInputTokens),
    outputTokens: sum((model) => model.outputTokens),
    ...(cost === undefined ? {} : { costMicroUsd: Math.max(0, (cost - (totalsBefore?.total_cost_usd ?? 0)) * MICRO) }),
  };
}

const TOO_LARGE = /prompt is too long|request too large|exceeds? (?:the )?context|output token maximum/i;
const UNREACHABLE =
  /unable to connect|connection (?:error|to the api was lost|closed|refused)|ECONN|ENOTFOUND|EAI_AGAIN|timed out/i;

/** By the name that claude gives the error where neither the status nor the sentence tells more. */
const BY_NAME: Readonly<Record<string, FailureCode>> = {
  authentication_failed: 'not-logged-in',
  oauth_org_not_allowed: 'not-logged-in',
  rate_limit: 'rate-limited',
  overloaded: 'overloaded',
  server_error: 'overloaded',
  max_output_tokens: 'too-large',
  invalid_request: 'rejected',
  model_not_found: 'rejected',
};

/** A result line that says it is an error; `name` comes from the message before it. */
function classifyResult(result: ClaudeResult, name: string | undefined): FailureCode {
  if (result.stop_reason === 'refusal') return 'refused';
  // The model keeps violating the schema; asking in words alone may still work.
  if (result.subtype === 'error_max_structured_output_retries') return 'rejected';
  if (TOO_LARGE.test(result.result)) return 'too-large';
  if (name === 'billing_error') return 'out-of-credit';
  const ofStatus = classifyStatus(result.api_error_status ?? 0);
  if (ofStatus !== undefined) return ofStatus;
  if (UNREACHABLE.test(result.result)) return 'unreachable';
  return BY_NAME[name ?? ''] ?? classifyMessage(result.result, LIMIT_PATTERNS) ?? 'crashed';
}

/** What claude says on standard error when it does not even begin; `undefined` when that tells nothing. */
function classifyStartError(stderr: string): FailureCode | undefined {
  if (/stdin input exceeds/i.test(stderr)) return 'too-large';
  if (/^error: option .* (?:argument missing|is invalid)/im.test(stderr)) return 'rejected';
  return undefined;
}
