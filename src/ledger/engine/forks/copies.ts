// What an event of the parent is in a fork: the same words under the same seal, read by the rules of the fork; and whether what a fork
// says that it copied is what its parent has.
import { defined } from '../../../domain/defined.ts';
import type { Copied, Provenance } from '../../../domain/event-parts.ts';
import { type EventData, type EventDraft, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { Problem } from '../../../domain/failures/errors.ts';
import { mapSealed, readSealed } from '../../../domain/sealed/sealed.ts';
import type { Step } from '../../../formats/format.ts';
import { canonicalJson } from '../../../support/canonical.ts';
import type { Seal } from '../../chain/chain.ts';
import { checkAdmission, type Snapshot } from '../snapshot.ts';
import { type CopyableEvent, isRedacted, openingStep, type RecordedFork, renameSeat, toFork } from './recording.ts';

/** Who spoke. What the call took belongs to the parent, where it was made. */
function withoutCall({ agent, author, reportedModel, pictures }: Provenance): Provenance {
  return { agent, ...defined({ author, reportedModel, pictures }) };
}

/** Without what the rules of the fork read out of it. */
function toDraft(event: CopyableEvent, more: Omit<Copied, 'event'> = {}): EventDraft {
  const copied = { event: event.seq, ...more };
  const { type, data } = event;
  if ('by' in data && typeof data.by !== 'string') {
    return { type, data: { ...data, by: withoutCall(data.by), copied } } as EventDraft;
  }
  return { type, data: { ...data, copied } } as EventDraft;
}

type Draft =
  | { readonly ok: true; readonly draft: EventDraft; readonly warnings?: readonly string[] }
  | { readonly ok: false; readonly problem: Pick<Problem, 'message'> };

/** Fails where the text is gone, and where the rules of the fork do not let it follow. */
export function draftCopy(
  snapshot: Snapshot,
  event: CopyableEvent,
  step: Step | undefined,
  more?: Omit<Copied, 'event'>,
): Draft {
  if (isRedacted(event)) return { ok: false, problem: { message: 'It was redacted.' } };
  const draft = toDraft(event, more);
  if (!isEvent(event, 'turn-recorded') || draft.type !== 'turn-recorded') {
    const admission = checkAdmission(snapshot, draft);
    return admission.ok ? { ok: true, draft } : { ok: false, problem: admission.problem };
  }
  const { seat, act, content, by, data } = event.data;
  const byHand = by.author !== undefined;
  const admission = snapshot.format.admit(snapshot.state, {
    ...{ seat, act, content: readSealed(content), byHand },
    data: step === undefined || byHand ? data : step.data,
  });
  if (!admission.ok) return { ok: false, problem: admission.problem };
  return { ok: true, draft: { ...draft, data: { ...draft.data, data: admission.data } }, warnings: admission.warnings };
}

/** The draft with what the rules of the fork warn of: under the seal of the parent where it warned of the same. */
export function sealWarnings({ draft, warnings = [] }: Extract<Draft, { ok: true }>, seal: Seal): EventDraft {
  if (draft.type !== 'turn-recorded') return draft;
  const known = draft.data.warnings;
  const sealed = warnings.map((words) => known.find((each) => readSealed(each) === words) ?? seal(words));
  return { ...draft, data: { ...draft.data, warnings: sealed } };
}

/** What has to be the same in both; the rules of the fork may read other data out of the same words. */
function toComparable({ type, data }: EventDraft): string {
  const { copied: _copied, data: _data, warnings: _warnings, ...rest } = data as Record<string, unknown>;
  return canonicalJson({ type, rest: mapSealed(rest, ({ sha256 }) => ({ sha256 })) });
}

/** Whether an event that says that it is a copy says what the event of the parent says. */
export function isCopy(event: LedgerEvent, original: LedgerEvent | undefined): boolean {
  if (original === undefined || original.type !== event.type) return false;
  return toComparable(toDraft(original as CopyableEvent)) === toComparable(event as EventDraft);
}

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
