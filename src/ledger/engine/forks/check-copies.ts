// Compares what a debate says that it copied with the debate that it copied from.
import { type EventData, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { isCopyOf } from './draft-copy.ts';
import { type CopySource, listAskable, toCopySource } from './recording.ts';

/** What became of the copies in a fork, or in a vote. */
export interface CheckedCopies {
  readonly parent: string;
  readonly copies: number;
  /** Copies that were compared with the parent; null where it is not there. */
  readonly compared: number | null;
}

export interface CopyCheck {
  readonly source: CopySource;
  readonly seats: readonly string[];
  /** Of the parent; `undefined` where it is not there. */
  readonly log: readonly LedgerEvent[] | undefined;
  copies: number;
}

export type FindParent = (threadId: string) => Promise<readonly LedgerEvent[] | undefined>;

/** `undefined` for a debate that copies nothing. */
export async function beginCopyCheck(
  { relation, seats }: EventData<'debate-opened'>,
  findParent: FindParent | undefined,
): Promise<CopyCheck | undefined> {
  const source = toCopySource(relation);
  if (source === undefined) return undefined;
  return { source, seats: seats.map(({ seat }) => seat), log: await findParent?.(source.of), copies: 0 };
}

/** Seats of a fork are those of its parent; the first of a vote are those of the debate that agents can be asked for. */
function isOfSeat({ source, seats, log }: CopyCheck, event: LedgerEvent, original: LedgerEvent | undefined): boolean {
  const opened = log?.[0];
  if (source.kind === 'fork' || opened === undefined || !isEvent(opened, 'debate-opened')) return true;
  if (original === undefined || !('seat' in original.data) || !('seat' in event.data)) return false;
  return listAskable(opened.data)[seats.indexOf(event.data.seat ?? '')]?.seat === original.data.seat;
}

/** What is not as the parent has it, and where. */
export function checkCopy(
  check: CopyCheck,
  event: LedgerEvent,
): { readonly field: string; readonly message: string } | undefined {
  const { source, log } = check;
  if (event.type === 'debate-opened') {
    if (log === undefined || log[source.event]?.hash === source.head) return undefined;
    const message = `The debate "${source.of}" does not hold event ${source.event} as this debate names it: it was cut off or replaced.`;
    return { field: '/data/relation/head', message };
  }
  const copied = 'copied' in event.data ? event.data.copied : undefined;
  if (copied === undefined) return undefined;
  check.copies += 1;
  const original = log?.[copied.event];
  const isSame = isCopyOf(event, original, source.kind === 'comparison') && isOfSeat(check, event, original);
  if (log === undefined || isSame) return undefined;
  const message = `Event ${event.seq} says something else than event ${copied.event} of "${source.of}", of which it is to be a copy.`;
  return { field: '/data', message };
}

export function toCheckedCopies({ source, log, copies }: CopyCheck): CheckedCopies {
  return { parent: source.of, copies, compared: log === undefined ? null : copies };
}
