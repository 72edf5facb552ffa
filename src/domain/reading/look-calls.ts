// What looking things up does to calls: those with looks against those without.
import { type Call, toCall } from '../calls.ts';
import { isEvent, type LedgerEvent } from '../events.ts';

export interface LookCalls {
  readonly withLooks: readonly Call[];
  readonly withoutLooks: readonly Call[];
}

/** The calls of a debate, by whether their seats looked something up for them. */
export function splitByLooks(log: readonly LedgerEvent[]): LookCalls {
  const looking = new Set<string>();
  const split = { withLooks: [] as Call[], withoutLooks: [] as Call[] };
  for (const event of log) {
    if (isEvent(event, 'look-recorded')) looking.add(event.data.seat);
    const call = toCall(event);
    if (call === undefined) continue;
    (looking.delete(call.seat) ? split.withLooks : split.withoutLooks).push(call);
  }
  return split;
}

/** As many bytes are taken for one token. */
const BYTES_PER_TOKEN = 4;

/** What a model makes of so many bytes, roughly. */
export function estimateTokens(bytes: number): number {
  return Math.round(bytes / BYTES_PER_TOKEN);
}
