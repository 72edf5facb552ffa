// `GET /api/live?follow=ID&follow=ID`: one stream for each tab, as server-sent events whose data is one of these messages.
// Read it with `fetch`, as `EventSource` sends no token. To follow other debates, open the next stream and close this one.
import type { LiveEvent } from '../live-events.ts';
import type { ListedRow } from './list.ts';

export const MOST_FOLLOWED = 8;

/** With the time at which it happened. */
export type TimedLiveEvent = LiveEvent & { readonly at?: string };

export type StreamMessage =
  /** The first message. What changed before it must be read anew: the list, and each followed debate. */
  | { readonly type: 'ready' }
  /** Rows that are new or different; `gone` are debates that were deleted. */
  | { readonly type: 'list'; readonly rows: readonly ListedRow[]; readonly gone: readonly string[] }
  /** The ledger of a followed debate grew, somebody began or ended running it, or what its run waits for is another: read the debate again. */
  | { readonly type: 'changed'; readonly threadId: string }
  /**
   * What a run tells, in order. Right after `ready` come those of the steps that are under way, texts joined. An event with `seq`
   * is in the record too, once that is read again.
   */
  | { readonly type: 'live'; readonly threadId: string; readonly events: readonly TimedLiveEvent[] };
