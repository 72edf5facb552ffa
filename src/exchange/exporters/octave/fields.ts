// The fields of a record that several sections have.
import type { AgentRef, Usage } from '../../../domain/event-parts.ts';
import { quote, toPairs, writeWord } from './notation.ts';

export const optional = (text: string | undefined, write = quote) => (text === undefined ? undefined : write(text));
export const orNull = (text: string | null) => (text === null ? 'null' : quote(text));

export function agentPairs(agent: AgentRef): string[] {
  return toPairs({
    AGENT: writeWord(agent.agent),
    KIND: writeWord(agent.kind),
    VENDOR: optional(agent.vendor, writeWord),
    MODEL: optional(agent.model),
    EFFORT: optional(agent.effort, writeWord),
    REHEARSAL: agent.rehearsal === true ? 'true' : undefined,
  });
}

export function usagePairs(usage: Usage): string[] {
  return toPairs({
    INPUT_TOKENS: usage.inputTokens,
    CACHED_INPUT_TOKENS: usage.cachedInputTokens,
    OUTPUT_TOKENS: usage.outputTokens,
    COST_MICRO_USD: usage.costMicroUsd,
  });
}

/** Text that is redacted or withheld is null, with the reason beside it. */
export const redactionPairs = ({
  redaction,
  withheld,
}: {
  redaction?: string | undefined;
  withheld?: true | undefined;
}) => toPairs({ REDACTED: optional(redaction), WITHHELD: withheld === true ? 'true' : undefined });
