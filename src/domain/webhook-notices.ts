// What people who do not watch a debate want to hear of it, decided from its events alone.
import { type LimitKind, OPEN_SEAT } from './event-parts.ts';
import { isEvent, type LedgerEvent } from './events.ts';
import { isDecision, type OutcomeKind } from './outcomes.ts';

export const NOTICE_KINDS = ['decided', 'waiting', 'degraded', 'failed'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Shapes that a notice can be sent in. */
export const NOTICE_BODIES = ['json', 'slack'] as const;
export type NoticeBody = (typeof NOTICE_BODIES)[number];

/** What happened, in names and figures; never in words of an agent. */
export type NoticeCause =
  | { readonly kind: 'decided'; readonly outcome: OutcomeKind }
  /** A person is next. */
  | { readonly kind: 'waiting' }
  /** A seat is filled by another agent than it was opened with, or by none. */
  | { readonly kind: 'degraded'; readonly seat: string; readonly to?: string }
  /** It stopped without a decision. */
  | {
      readonly kind: 'failed';
      readonly why: 'seat-failed' | 'limit' | 'force-closed' | 'no-decision';
      readonly limit?: LimitKind;
      readonly outcome?: OutcomeKind;
    };

export interface Notice {
  /** The event that it is about. */
  readonly seq: number;
  readonly at: string;
  readonly cause: NoticeCause;
}

function findCause(event: LedgerEvent): NoticeCause | undefined {
  if (isEvent(event, 'debate-closed')) {
    const { outcome } = event.data;
    return isDecision(event.data) ? { kind: 'decided', outcome } : { kind: 'failed', why: 'no-decision', outcome };
  }
  if (isEvent(event, 'debate-force-closed')) return { kind: 'failed', why: 'force-closed', outcome: 'force-closed' };
  if (isEvent(event, 'limit-reached')) {
    return { kind: 'failed', why: 'limit', limit: event.data.limit, outcome: 'stopped-by-limit' };
  }
  if (isEvent(event, 'seat-replaced')) {
    const { seat, from, to } = event.data;
    // An open seat that gets an agent is what was hoped for.
    return from.kind === OPEN_SEAT.kind ? undefined : { kind: 'degraded', seat, to: to.agent };
  }
  if (isEvent(event, 'seat-left') && event.data.copied === undefined)
    return { kind: 'degraded', seat: event.data.seat };
  if (!isEvent(event, 'run-paused') || event.data.reason === 'cancelled') return undefined;
  return event.data.reason === 'seat-failed' ? { kind: 'failed', why: 'seat-failed' } : { kind: 'waiting' };
}

/** `undefined` for an event that nobody has to hear of. */
export function toNotice(event: LedgerEvent): Notice | undefined {
  const cause = findCause(event);
  if (cause === undefined) return undefined;
  return { seq: event.seq, at: event.at, cause };
}
