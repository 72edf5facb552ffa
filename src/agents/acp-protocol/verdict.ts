// What the answers and errors of the Agent Client Protocol mean for the run.
import { defined } from '../../domain/defined.ts';
import type { Usage } from '../../domain/events.ts';
import type { FailureCode } from '../../domain/failures.ts';
import { errorText, retryAfter } from '../failures/service-failure.ts';
import type { ReplyFacts, Verdict } from '../failures/verdict.ts';
import type { AcpError, Prompted } from './messages.ts';

const AUTHENTICATION_REQUIRED = -32000;

/** By the number of an error whose words tell nothing. */
const BY_NUMBER: Readonly<Record<number, FailureCode>> = {
  [AUTHENTICATION_REQUIRED]: 'not-logged-in',
  [-32002]: 'rejected',
  [-32600]: 'unreadable',
  [-32601]: 'rejected',
  [-32602]: 'rejected',
  [-32700]: 'unreadable',
};

/** Ends of a turn that still leave an answer, with what its reader should know. */
const CUT_SHORT: Readonly<Record<string, string>> = {
  max_tokens: "the answer ends at the model's output limit",
  max_turn_requests: 'the agent stopped at its own limit on model calls per question',
};

/** What a question has come to so far. */
export interface Spoken {
  readonly text: string;
  readonly facts: ReplyFacts;
}

function partialOf({ text }: Spoken): { readonly partial?: string } {
  return text === '' ? {} : { partial: text };
}

/** The message of an error, and what its data adds to it. */
function wordsOf({ message, data }: AcpError): string {
  const more = typeof data === 'object' && data !== null ? { ...data } : { details: data };
  const details = ['details', 'message', 'error']
    .map((key) => (more as Record<string, unknown>)[key])
    .find((value) => typeof value === 'string');
  return details === undefined ? message : `${message}: ${details}`;
}

/** What is known of this agent's own numbers and words. */
interface Meanings {
  codeOf(number: number, words: string): FailureCode | undefined;
  whyOf?(number: number, words: string): string | undefined;
}

export function errorVerdict(error: AcpError, spoken: Spoken, { codeOf, whyOf }: Meanings): Verdict {
  const words = wordsOf(error);
  const why = whyOf?.(error.code, words);
  const code =
    error.code === AUTHENTICATION_REQUIRED
      ? 'not-logged-in'
      : (codeOf(error.code, words) ?? BY_NUMBER[error.code] ?? 'crashed');
  return {
    status: 'failed',
    code,
    said: errorText(words),
    ...defined({ why }),
    ...retryAfter(code, words),
    ...partialOf(spoken),
    facts: spoken.facts,
  };
}

/** `byUs`: the hall has told the agent to give up. */
export function promptedVerdict({ stopReason }: Prompted, byUs: boolean, spoken: Spoken): Verdict {
  const { text, facts } = spoken;
  const failed = (code: FailureCode, why?: string): Verdict => ({
    status: 'failed',
    code,
    ...defined({ why }),
    ...partialOf(spoken),
    facts,
  });
  if (stopReason === 'refusal') return failed('refused');
  if (stopReason === 'cancelled' && byUs) return failed('cancelled');
  if (stopReason === 'cancelled') return failed('crashed', 'The agent gave up on the question.');
  if (text.trim() === '') return failed('empty');
  if (stopReason === 'end_turn') return { status: 'answered', text, facts };
  const cut = CUT_SHORT[stopReason] ?? `the agent ended its turn as "${stopReason.slice(0, 40)}"`;
  return { status: 'answered', text, facts: { ...facts, notes: [...(facts.notes ?? []), cut] } };
}

const tokens = (value: number | null | undefined) => (typeof value === 'number' ? Math.round(value) : undefined);

/** Tokens of this question, as far as the agent told them. */
export function usageOf({ usage, _meta }: Prompted): Usage | undefined {
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
export function modelOf({ _meta }: Prompted): string | undefined {
  const written = (_meta?.quota?.model_usage ?? []).toSorted(
    (a, b) => (b.token_count.output_tokens ?? 0) - (a.token_count.output_tokens ?? 0),
  );
  return written[0]?.model;
}
