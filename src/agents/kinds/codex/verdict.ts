// What codex's words mean for the run, in whichever of its protocols it says them.
import type { FailureCode } from '../../../domain/failures/failures.ts';
import type { Misread } from '../../cli/json-events.ts';
import {
  classifyMessage,
  classifyServiceError,
  extractErrorMessage,
  LIMIT_PATTERNS,
  parseRetryAfter,
} from '../../failures/service-failure.ts';
import { type CallResult, judgeExit, type ProgramEnd, type ReplyFacts } from '../../failures/verdict.ts';

const FAILURE_PATTERNS: readonly [RegExp, FailureCode][] = [
  [/maximum (?:length|number of tokens)|context.?(?:window|length)|too (?:long|large)/i, 'too-large'],
  ...LIMIT_PATTERNS,
  [/missing environment variable|not logged in|log(?:ged)? ?in again|sign in|refresh token|api key/i, 'not-logged-in'],
  [/high demand|overloaded|at capacity|server_error|internal server error/i, 'overloaded'],
  [/stream disconnected|connection|sending request|network|timed? ?out|dns error/i, 'unreachable'],
  [/flagged|content.?policy|safety|violat/i, 'refused'],
  [/error loading config|unknown configuration|invalid value|model|unsupported|invalid/i, 'rejected'],
];

/** What a message of codex means; `undefined` when it is none that we know. */
export function classifyCodexMessage(message: string): FailureCode | undefined {
  const status = /(?:unexpected status|last status:?|"code":|"status":)\s*(\d{3})\b/.exec(message)?.[1];
  const kind = classifyMessage(message, FAILURE_PATTERNS);
  return classifyServiceError(status === undefined ? undefined : Number(status), kind);
}

export interface TurnContent {
  /** Its messages that are complete, oldest first. */
  readonly messages: readonly string[];
  /** Everything that was said, the message that is being written included. */
  readonly partial: string;
  readonly facts: ReplyFacts;
}

/** `dropped`: codex began a message and never completed it, although the turn is complete. */
export function completedVerdict({ messages, facts }: TurnContent, dropped = false): CallResult {
  const text = messages.at(-1);
  if (text !== undefined) return { status: 'answered', text, facts };
  if (dropped) {
    const explanation = 'codex started a message and dropped it, as it does when the model refuses.';
    return { status: 'failed', code: 'refused', explanation, facts };
  }
  const explanation = 'The turn was completed without a message; codex does not say whether the model refused.';
  return { status: 'failed', code: 'empty', explanation, facts };
}

/** `code`: what codex calls it, where it has a name for it. */
export function failedVerdict(message: string, { partial, facts }: TurnContent, code?: FailureCode): CallResult {
  // Of most responses that codex cannot use it shows the message without the status: the service did not like them.
  const kind = code ?? classifyCodexMessage(message) ?? 'rejected';
  return {
    status: 'failed',
    code: kind,
    message: extractErrorMessage(message),
    ...parseRetryAfter(kind, message),
    partial,
    facts,
  };
}

/** The line on standard error that says why codex did not start; its log lines and warnings say nothing of that. */
function findStartUpError(stderr: string): string | undefined {
  return stderr.split(/\r?\n/).find((line) => /^(?:error|Error)\b/.test(line));
}

/** The program ended before the turn did; for `misread` see `judgeExit`. */
export function exitVerdict(gathered: TurnContent, misread: Misread | undefined, ended: ProgramEnd): CallResult {
  const reason = findStartUpError(ended.stderrTail);
  if (reason === undefined) return judgeExit(ended, misread, gathered);
  return failedVerdict(reason, gathered, classifyCodexMessage(reason) ?? 'crashed');
}
