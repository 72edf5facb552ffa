// Compares what a fork says that it copied with its parent.
import type { EventData, LedgerEvent } from '../../../domain/events.ts';
import { isCopy } from './draft-copy.ts';
import { openingStep, type RecordedFork, renameSeat, toFork } from './recording.ts';

/** What became of the copies in a fork. */
export interface CheckedCopies {
  readonly parent: string;
  readonly copies: number;
  /** Copies that were compared with the parent; null where it is not there. */
  readonly compared: number | null;
}

export interface CopyCheck {
  readonly fork: RecordedFork;
  /** Of the parent; `undefined` where it is not there. */
  readonly log: readonly LedgerEvent[] | undefined;
  copies: number;
}

export type FindParent = (threadId: string) => Promise<readonly LedgerEvent[] | undefined>;

/** `undefined` for a debate that is no fork. */
export async function beginCopyCheck(
  { relation }: EventData<'debate-opened'>,
  findParent: FindParent | undefined,
): Promise<CopyCheck | undefined> {
  const fork = toFork(relation);
  return fork === undefined ? undefined : { fork, log: await findParent?.(fork.of), copies: 0 };
}

/** The event of the parent as the fork takes it over. */
function findOriginal({ fork, log }: CopyCheck, event: LedgerEvent, number: number): LedgerEvent | undefined {
  const original = log?.[number];
  if (original === undefined || fork.borrowed === undefined) return original;
  const seat = 'seat' in event.data ? event.data.seat : undefined;
  const from = 'seat' in original.data ? original.data.seat : undefined;
  const pair = fork.borrowed.find(([to, origin]) => to === seat && origin === from);
  return pair && renameSeat(original, pair[0], openingStep(pair[0]));
}

/** What is not as the parent has it, and where. */
export function checkCopy(
  check: CopyCheck,
  event: LedgerEvent,
): { readonly field: string; readonly message: string } | undefined {
  const { fork, log } = check;
  if (event.type === 'debate-opened') {
    if (log === undefined || log[fork.event]?.hash === fork.head) return undefined;
    const message = `The debate "${fork.of}" does not hold event ${fork.event} as this fork names it: it was cut off or replaced.`;
    return { field: '/data/relation/head', message };
  }
  const copied = 'copied' in event.data ? event.data.copied : undefined;
  if (copied === undefined) return undefined;
  check.copies += 1;
  if (log === undefined || isCopy(event, findOriginal(check, event, copied.event))) return undefined;
  const message = `Event ${event.seq} says something else than event ${copied.event} of "${fork.of}", of which it is to be a copy.`;
  return { field: '/data', message };
}

export function toCheckedCopies({ fork, log, copies }: CopyCheck): CheckedCopies {
  return { parent: fork.of, copies, compared: log === undefined ? null : copies };
}
