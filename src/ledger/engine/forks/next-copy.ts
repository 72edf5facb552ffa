// What a fork copies next: what its parent has on record for the steps that are due, in the order of the parent.
import { defined } from '../../../domain/defined.ts';
import { type EventDraft, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import type { Step } from '../../../formats/format.ts';
import type { Seal } from '../../chain/chain.ts';
import { applyEvent, listDueSteps, type Snapshot } from '../snapshot.ts';
import { draftCopy, sealWarnings } from './copies.ts';
import type { CopyableEvent, RecordedStep, Recording } from './recording.ts';

/** The note that a seat is asked although the parent has a turn of it. */
export const NOT_COPIED = 'not-copied';

type Heard = Pick<Snapshot, 'format' | 'log'>;

/** What a seat gets to read for a step; of a text that was redacted, its digest. */
function listHeard({ format, log }: Heard, step: Step): readonly string[] {
  const words = format.view(log, step).map(({ seq }) => {
    const event = log[seq];
    if (event === undefined || !('content' in event.data)) return '';
    return readSealed(event.data.content) ?? event.data.content.sha256;
  });
  // Seats that speak at the same time are recorded in any order.
  return words.sort();
}

function hasHeardTheSame(recording: Recording, recorded: RecordedStep, now: Heard, step: Step): boolean {
  const past = { format: recording.format, log: recording.log.slice(0, recorded.from) };
  return JSON.stringify(listHeard(past, recorded.step)) === JSON.stringify(listHeard(now, step));
}

/** Numbers of the events of the parent that stand in the fork already. */
function listCopied(log: readonly LedgerEvent[]): ReadonlySet<number> {
  return new Set(log.flatMap(({ data }) => ('copied' in data && data.copied !== undefined ? [data.copied.event] : [])));
}

interface StepCopy {
  readonly step: Step;
  readonly recorded: RecordedStep;
  readonly left: readonly CopyableEvent[];
  /** Why it cannot be copied. */
  readonly problem?: string;
}

/** A step is copied as a whole or asked as a whole. */
function checkStep(snapshot: Snapshot, step: Step, left: readonly CopyableEvent[]): string | undefined {
  let now = snapshot;
  for (const event of left) {
    const copy = draftCopy(now, event, step);
    if (!copy.ok) return `Event ${event.seq}: ${copy.problem.message}`;
    now = applyEvent(now, { ...event, ...copy.draft, seq: now.debate.nextSeq } as LedgerEvent);
  }
  return undefined;
}

/** The steps that are due and that the parent has an answer to. */
function listStepCopies(recording: Recording, snapshot: Snapshot, copied: ReadonlySet<number>): readonly StepCopy[] {
  return listDueSteps(snapshot).flatMap((step) => {
    const recorded = recording.steps.get(step.id);
    if (recorded === undefined || recorded.step.seat !== step.seat) return [];
    const left = recorded.events.filter(({ seq }) => !copied.has(seq));
    // Under other rules a step may go on where it ended in the parent.
    if (left.length === 0) return [];
    const problem = recording.anew.includes(step.seat) ? '' : checkStep(snapshot, step, left);
    return [{ step, recorded, left, ...defined({ problem }) }];
  });
}

/** What answered other words in the parent already, which had it copied, answers them in every fork of it. */
function answersOtherWords(
  recording: Recording,
  { event, step, recorded }: Pick<StepCopy, 'step' | 'recorded'> & { readonly event: CopyableEvent },
  now: Heard,
): boolean {
  if (!isEvent(event, 'turn-recorded')) return false;
  return event.data.copied?.otherWords === true || !hasHeardTheSame(recording, recorded, now, step);
}

/** The next event to copy; `undefined` where a seat has to be asked, or the debate has run its course. */
export function draftNextCopy(recording: Recording, snapshot: Snapshot, seal: Seal): EventDraft | undefined {
  if (snapshot.debate.status !== 'open') return undefined;
  const copied = listCopied(snapshot.log);
  const steps = listStepCopies(recording, snapshot, copied);
  // What people said between two turns stays between them, also where one of the two is asked again.
  const nextStep = Math.min(...steps.map(({ recorded }) => recorded.from));
  for (const event of recording.table) {
    if (event.seq > nextStep) break;
    if (copied.has(event.seq)) continue;
    const copy = draftCopy(snapshot, event, undefined);
    if (copy.ok) return sealWarnings(copy, seal);
  }
  // What the rules read out of a turn may depend on those before it, such as numbers of claims, so a copy waits for them.
  const asked = steps.filter(({ problem }) => problem !== undefined);
  const awaited = Math.min(...asked.map(({ recorded }) => recorded.until));
  const [first] = steps
    .flatMap(({ problem, left, ...rest }) => (problem === undefined && left[0] ? [{ ...rest, event: left[0] }] : []))
    .filter(({ event }) => event.seq < awaited)
    .sort((one, other) => one.event.seq - other.event.seq);
  if (first === undefined) return undefined;
  const { event, step } = first;
  const otherWords = answersOtherWords(recording, first, snapshot) ? (true as const) : undefined;
  const copy = draftCopy(snapshot, event, step, defined({ otherWords }));
  return copy.ok ? sealWarnings(copy, seal) : undefined;
}

/** Steps that are due and nobody has to be asked for; see `draftNextCopy` for when they are copied. */
export function listCopiedSteps(recording: Recording, snapshot: Snapshot): ReadonlySet<string> {
  const steps = listStepCopies(recording, snapshot, listCopied(snapshot.log));
  return new Set(steps.flatMap(({ step, problem }) => (problem === undefined ? [step.id] : [])));
}

export interface RefusedCopy {
  readonly seat: string;
  readonly reason: string;
}

/** Seats that are due and whose recorded answer cannot be taken over. */
export function listRefusedCopies(recording: Recording, snapshot: Snapshot): readonly RefusedCopy[] {
  return listStepCopies(recording, snapshot, listCopied(snapshot.log)).flatMap(({ step: { seat }, problem }) =>
    problem === undefined || problem === '' ? [] : [{ seat, reason: problem }],
  );
}

/** How many of its turns are still to be copied, if the rules let all of them follow. */
export function countCopiesToCome({ steps, anew }: Recording, { log }: Snapshot): number {
  const copied = listCopied(log);
  const last = [...steps.values()].filter(({ step }) => !anew.includes(step.seat)).map(({ events }) => events.at(-1));
  return last.filter((event) => event?.type === 'turn-recorded' && !copied.has(event.seq)).length;
}
