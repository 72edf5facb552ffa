// The contract of an outbox: which notices go to which webhook, and what became of them. It keeps no text; what is sent is made
// of the ledger when it is sent, so nothing that was redacted waits in it.
import type { NoticeKind } from '../../domain/webhook-notices.ts';

/** A notice for one webhook. The ID is that of the notice: the same however often it is sent. */
export interface Dispatch {
  readonly id: string;
  /** Name of the webhook. */
  readonly hook: string;
  readonly debate: string;
  /** The event that it is about. */
  readonly seq: number;
  readonly kind: NoticeKind;
}

/** `failed`: it is not tried again before somebody says so. `superseded`: when it could be sent, it was no news any more. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'superseded'] as const;

export interface Delivery extends Dispatch {
  readonly state: (typeof DELIVERY_STATES)[number];
  readonly attempts: number;
  /** When it is tried next, or what became of it; milliseconds since 1970. */
  readonly at: number;
  /** Why it was not delivered: a sentence without addresses. */
  readonly problem?: string;
}

export type DeliveryEnd =
  | { readonly state: 'delivered' | 'superseded' }
  | { readonly state: 'waiting'; readonly afterMs: number; readonly problem: string }
  | { readonly state: 'failed'; readonly problem: string };

/** A debate with events that nobody has looked at. */
interface UnreadDebate {
  readonly debate: string;
  /** How many events it has. */
  readonly events: number;
}

export interface Outbox {
  /** One that is there already, in whatever state, stays as it is; what a debate brought along from another hall is no news here. */
  add(dispatches: readonly Dispatch[]): Promise<void>;
  /**
   * Takes what is due for these webhooks, counts the attempt and forgets the problem of the last one. Whoever took it has a minute: then
   * it is due again, as its process may have ended.
   */
  take(hooks: readonly string[]): Promise<readonly Delivery[]>;
  settle(delivery: Dispatch, settlement: DeliveryEnd): Promise<void>;
  /** Of all webhooks, the newest first. */
  list(): Promise<readonly Delivery[]>;
  /**
   * Makes what failed, as if it were new, or waits due at once for these webhooks, all of it or that of one ID, except what somebody is
   * sending; how many.
   */
  retry(hooks: readonly string[], id?: string): Promise<number>;
  /** Debates that were written lately and not read for all of these webhooks since; those that this process writes it knows anyway. */
  unread(hooks: readonly string[]): Promise<readonly UnreadDebate[]>;
  markRead(read: UnreadDebate, hooks: readonly string[]): Promise<void>;
  /** Nothing is left of what was to be sent of this debate, which is about to be deleted. */
  forget(debate: string): Promise<void>;
  close(): Promise<void>;
}

/** How long the taker of a delivery has for it. */
export const TAKEN_FOR_MS = 60_000;
/** Older events are no news, such as those of a hall that was imported. */
export const NEWS_FOR_MS = 24 * 3_600_000;
/** How long what was settled is remembered; longer than it is news. */
export const KEPT_FOR_MS = 7 * NEWS_FOR_MS;
