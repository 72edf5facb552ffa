// What the answers and errors of the Agent Client Protocol mean for the run.
import { defined } from '../../domain/defined.ts';
import type { Usage } from '../../domain/event-parts.ts';
import type { FailureCode } from '../../domain/failures/failures.ts';
import { extractErrorMessage, parseRetryAfter } from '../failures/service-failure.ts';
import type { CallResult, ReplyFacts } from '../failures/verdict.ts';
import type { AcpDialogueOptions } from './dialogue-options.ts';
import type { AcpError, PromptResult } from './messages.ts';

export const AUTHENTICATION_REQUIRED = -32000;

/** By the number of an error whose words tell nothing. */
const CODES_BY_NUMBER: Readonly<Record<number, FailureCode>> = {
  [AUTHENTICATION_REQUIRED]: 'not-logged-in',
  [-32002]: 'rejected',
  [-32600]: 'unreadable',
  [-32601]: 'rejected',
  [-32602]: 'rejected',
  [-32700]: 'unreadable',
};

/** Why an answer that ended so is not whole; only `end_turn` says that it is. */
const INCOMPLETE_REASONS: Readonly<Record<string, readonly [FailureCode, string]>> = {
  max_tokens: ['too-large', 'The prompt or the answer was longer than the model allows.'],
  max_turn_requests: ['crashed', 'The agent stopped at its own limit on model calls for one question.'],
};

/** What a question has come to so far. */
export interface AnswerSoFar {
  readonly text: string;
  readonly facts: ReplyFacts;
}

function joinMessage({ message, data }: AcpError): string {
  const more = typeof data === 'object' && data !== null ? { ...data } : { details: data };
  const details = ['details', 'message', 'error']
    .map((key) => (more as Record<string, unknown>)[key])
    .find((value) => typeof value === 'string');
  return details === undefined ? message : `${message}: ${details}`;
}

export function errorVerdict(
  error: AcpError,
  spoken: AnswerSoFar,
  { classify, explain }: Pick<AcpDialogueOptions, 'classify' | 'explain'>,
): CallResult {
  const words = joinMessage(error);
  const explanation = explain?.(error.code, words);
  const code =
    error.code === AUTHENTICATION_REQUIRED
      ? 'not-logged-in'
      : (classify(error.code, words) ?? CODES_BY_NUMBER[error.code] ?? 'crashed');
  return {
    status: 'failed',
    code,
    message: extractErrorMessage(words),
    ...defined({ explanation }),
    ...parseRetryAfter(code, words),
    partial: spoken.text,
    facts: spoken.facts,
  };
}

/**
 * `isCancelledByHall`: the hall sent the cancellation itself. `isUncounted`: the agent counts the tokens of every answer, and counted
 * none for this one.
 */
export function promptVerdict(
  { stopReason }: PromptResult,
  { isCancelledByHall, isUncounted }: Readonly<Record<'isCancelledByHall' | 'isUncounted', boolean>>,
  { text, facts }: AnswerSoFar,
): CallResult {
  const failed = (code: FailureCode, explanation?: string): CallResult => ({
    ...{ status: 'failed', code, ...defined({ explanation }), partial: text, facts },
  });
  if (stopReason === 'refusal') return failed('refused');
  if (stopReason === 'cancelled' && isCancelledByHall) return failed('cancelled');
  if (stopReason === 'cancelled') return failed('crashed', 'The agent gave up on the question.');
  const why = INCOMPLETE_REASONS[stopReason];
  if (why !== undefined) return failed(...why);
  const unknown = `It ended its turn as "${stopReason.slice(0, 40)}", which does not mean that the answer is complete.`;
  if (stopReason !== 'end_turn') return failed('unreadable', unknown);
  if (text.trim() === '') return failed('empty');
  // The program reports the end of its turn, whatever became of the model's.
  if (isUncounted) return failed('crashed', 'No token was counted for it, as for an answer that breaks off.');
  return { status: 'answered', text, facts };
}

/** Tokens of this question, as far as the agent reports them. */
export function toUsage({ usage, _meta }: PromptResult): Usage {
  const standard = usage ?? _meta?.usage;
  const quota = _meta?.quota?.token_count;
  return defined({
    inputTokens: standard?.inputTokens ?? quota?.input_tokens,
    cachedInputTokens: standard?.cachedReadTokens,
    outputTokens: standard?.outputTokens ?? quota?.output_tokens,
  });
}

/** The model that wrote the most, as others may have been asked beside it. */
export function findModel({ _meta }: PromptResult): string | undefined {
  const written = (_meta?.quota?.model_usage ?? []).toSorted(
    (a, b) => (b.token_count.output_tokens ?? 0) - (a.token_count.output_tokens ?? 0),
  );
  return written[0]?.model;
}
