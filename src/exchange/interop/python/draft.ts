// What the parts of an import are made of: events with plain texts and with times that may be missing.
import { MAX_NAME } from '../../../domain/event-parts.ts';
import type { EventData, EventType } from '../../../domain/events.ts';
import type { Unsealed } from '../../../domain/sealed/sealed.ts';

/** An event with its time and plain texts, before sealing and before it has its place in a chain. */
export type UnsealedDraft<T extends EventType = EventType> = T extends EventType
  ? { readonly at: string; readonly type: T; readonly data: Unsealed<EventData<T>> }
  : never;

/** A draft with its time in milliseconds; `turn` is the index of the turn that a tombstone removes. */
export interface Timed {
  readonly ms: number | undefined;
  readonly turn?: number;
  readonly draft: { [T in EventType]: { type: T; data: Unsealed<EventData<T>> } }[EventType];
}

type Drafted = Timed['draft'];

/** An event of which the file does not say when it was. */
export const untimed = <T extends EventType>(type: T, data: Extract<Drafted, { type: T }>['data']): Timed => ({
  ms: undefined,
  draft: { type, data } as Drafted,
});

/** Within the length that our events allow a name. */
export const asName = (text: string) => text.slice(0, MAX_NAME);

/** What was said from outside, put before the first turn that is later. */
export function inOrderOfTime(turns: readonly Timed[], words: readonly Timed[]): readonly Timed[] {
  const all = [...turns];
  for (const word of words) {
    const later = all.findIndex((item) => (item.ms ?? 0) > (word.ms ?? Number.POSITIVE_INFINITY));
    all.splice(later < 0 ? all.length : later, 0, word);
  }
  return all;
}

/** With times that never decrease; what has none gets that of what stands before it, the first that of what follows. */
export function withTimes(all: readonly Timed[], importedAt: string): readonly UnsealedDraft[] {
  let at = all.find(({ ms }) => ms !== undefined)?.ms ?? Date.parse(importedAt);
  return all.map(({ ms, draft }) => {
    at = Math.max(at, ms ?? at);
    return { at: new Date(at).toISOString(), ...draft } as UnsealedDraft;
  });
}
