// The small part of the OCTAVE notation that a transcript needs: words, quoted strings, lists and pairs.
import type { AgentRef, Usage } from '../../../domain/event-parts.ts';
import type { TurnEntry } from '../../../domain/record-entries.ts';

const WORD = /^[A-Za-z_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_.])?$/;
const RESERVED = new Set(['true', 'false', 'null', 'vs']);

// Controls, direction overrides, line separators, byte order mark and lone surrogates: nothing that a file, a terminal
// or a reader of lines could take for more than text. A run of "===" is broken, so no string can hold an envelope.
const UNSAFE = /["\\]|[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}|=(?===)/gu;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
};

/** A quoted string on one line; every reader of the notation gives the text back exactly. */
export function quote(text: string): string {
  const escaped = text.replace(
    UNSAFE,
    (char) => SHORT_ESCAPES[char] ?? `\\u{${char.charCodeAt(0).toString(16).toUpperCase()}}`,
  );
  return `"${escaped}"`;
}

/** A bare word where the grammar allows one, else a quoted string. */
export function writeWord(text: string): string {
  return WORD.test(text) && !RESERVED.has(text) ? text : quote(text);
}

/** `[item,item]` */
export function list(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}

/** `KEY::value` for every value that is there. */
export function toPairs(values: Readonly<Record<string, string | number | undefined>>): string[] {
  return Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [`${key}::${value}`]));
}

/** `[KEY::value,KEY::value]` */
export const fields = (values: Parameters<typeof toPairs>[0]): string => list(toPairs(values));

// The fields of a record that several sections have.

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
export const redactionPairs = ({ redaction, withheld }: Pick<TurnEntry, 'redaction' | 'withheld'>) =>
  toPairs({ REDACTED: optional(redaction), WITHHELD: withheld === true ? 'true' : undefined });
