// What the answers and errors of the Agent Client Protocol mean for the run.
import { defined } from '../../domain/defined.ts';
import type { Usage } from '../../domain/events.ts';
import type { FailureCode } from '../../domain/failures/failures.ts';
import { extractErrorMessage, parseRetryAfter } from '../failures/service-failure.ts';
import type { ReplyFacts, Verdict } from '../failures/verdict.ts';
import type { AcpError, PromptResult } from './messages.ts';

const AUTHENTICATION_REQUIRED = -32000;

/** By the number of an error whose words tell nothing. */
const CODES_BY_NUMBER: Readonly<Record<number, FailureCode>> = {
  [AUTHENTICATION_REQUIRED]: 'not-logged-in',
  [-32002]: 'rejected',
  [-32600]: 'unreadable',
  [-32601]: 'rejected',
  [-32602]: 'rejected',
  [-32700]: 'unreadable',
};

/** Ends of a turn that still leave an answer, with what its reader should know. */
const INCOMPLETE_NOTES: Readonly<Record<string, string>> = {
  max_tokens: "the answer ends at the model's output limit",
  max_turn_requests: 'the agent stopped at its own limit on model calls per question',
};

/** What a question has come to so far. */
export interface AnswerSoFar {
  readonly text: string;
  readonly facts: ReplyFacts;
}

function toPartial({ text }: AnswerSoFar): { readonly partial?: string } {
  return text === '' ? {} : { partial: text };
}

/** The message of an error, and what its data adds to it. */
function joinMessage({ message, data }: AcpError): string {
  const more = typeof data === 'object' && data !== null ? { ...data } : { details: data };
  const details = ['details', 'message', 'error']
    .map((key) => (more as Record<string, unknown>)[key])
    .find((value) => typeof value === 'string');
  return details === undefined ? message : `${message}: ${details}`;
}

/** What is known of this agent's own numbers and words. */
interface ErrorMeanings {
  classify(number: number, words: string): FailureCode | undefined;
  explain?(number: number, words: string): string | undefined;
}

export function errorVerdict(error: AcpError, spoken: AnswerSoFar, { classify, explain }: ErrorMeanings): Verdict {
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
    ...toPartial(spoken),
    facts: spoken.facts,
  };
}

/** `isCancelledByHall`: the hall sent the cancellation itself. */
export function promptVerdict({ stopReason }: PromptResult, isCancelledByHall: boolean, spoken: AnswerSoFar): Verdict {
  const { text, facts } = spoken;
  const failed = (code: FailureCode, explanation?: string): Verdict => ({
    status: 'failed',
    code,
    ...defined({ explanation }),
    ...toPartial(spoken),
    facts,
  });
  if (stopReason === 'refusal') return failed('refused');
  if (stopReason === 'cancelled' && isCancelledByHall) return failed('cancelled');
  if (stopReason === 'cancelled') return failed('crashed', 'The agent gave up on the question.');
  if (text.trim() === '') return failed('empty');
  if (stopReason === 'end_turn') return { status: 'answered', text, facts };
  const cut = INCOMPLETE_NOTES[stopReason] ?? `the agent ended its turn as "${stopReason.slice(0, 40)}"`;
  return { status: 'answered', text, facts: { ...facts, notes: [...(facts.notes ?? []), cut] } };
}

const tokens = (value: number | null | undefined) => (typeof value === 'number' ? Math.round(value) : undefined);

/** Tokens of this question, as far as the agent reports them. */
export function toUsage({ usage, _meta }: PromptResult): Usage | undefined {
  const standard = usage ?? _meta?.usage;
  const quota = _meta?.quota?.token_count;
  const counts = {
    inputTokens: tokens(standard?.inputTokens ?? quota?.input_tokens),
    cachedInputTokens: tokens(standard?.cachedReadTokens),
    outputTokens: tokens(standard?.outputTokens ?? quota?.output_tokens),
  };
  const known = Object.entries(counts).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** The model that wrote the most, as others may have been asked beside it. */
export function findModel({ _meta }: PromptResult): string | undefined {
  const written = (_meta?.quota?.model_usage ?? []).toSorted(
    (a, b) => (b.token_count.output_tokens ?? 0) - (a.token_count.output_tokens ?? 0),
  );
  return written[0]?.model;
}
