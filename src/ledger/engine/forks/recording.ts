// What a debate has on record, by the step that it was said in, so that a fork can take it over.
import type { Relation } from '../../../domain/event-parts.ts';
import { type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { listSealed, readSealed } from '../../../domain/sealed/sealed.ts';
import type { AnyFormat, Step } from '../../../formats/format.ts';
import { applyEvent, createSnapshot, listDueSteps, type Snapshot } from '../snapshot.ts';

type SeatEventType = 'look-recorded' | 'answer-rejected' | 'turn-recorded' | 'seat-left';
/** What people did besides, at any time. */
type TableEventType = 'interjection-added' | 'seat-taken' | 'debate-extended' | 'turn-recorded';

export type CopyableEvent = EventOf<SeatEventType | TableEventType>;

const TABLE: ReadonlySet<string> = new Set<TableEventType>(['interjection-added', 'seat-taken', 'debate-extended']);

/** The relation of a fork, with everything that a fork's has. */
export interface RecordedFork {
  readonly of: string;
  readonly head: string;
  readonly event: number;
  readonly anew: readonly string[];
  /** The fork has another format: seats, each with the seat of the parent whose opening it takes over, and nothing else. */
  readonly borrowed?: Relation['borrowed'];
}

export function toFork(relation: Relation | undefined): RecordedFork | undefined {
  if (relation?.kind !== 'fork' || relation.head === undefined || relation.event === undefined) return undefined;
  const { of, head, event, anew = [], borrowed } = relation;
  return { of, head, event, anew, borrowed };
}

export interface RecordedStep {
  readonly step: Step;
  /** Number of its first event, and of its last. */
  readonly from: number;
  readonly until: number;
  /** The last is what ended the step: a turn, the seat leaving, or an answer that used up the patience of the rules. */
  readonly events: readonly CopyableEvent[];
}

export interface Recording {
  readonly threadId: string;
  readonly format: AnyFormat;
  readonly log: readonly LedgerEvent[];
  /** Seats whose turns are asked for again. */
  readonly anew: readonly string[];
  readonly steps: ReadonlyMap<string, RecordedStep>;
  /** What belongs to no step, in order. */
  readonly table: readonly CopyableEvent[];
}

function findStep(event: LedgerEvent, due: readonly Step[]): Step | undefined {
  const { data } = event;
  if (isEvent(event, 'look-recorded')) return due.find(({ id }) => id === event.data.step);
  if (isEvent(event, 'seat-left')) return due.find(({ seat }) => seat === event.data.seat);
  if (!isEvent(event, 'turn-recorded') && !isEvent(event, 'answer-rejected')) return undefined;
  const own = due.filter(({ seat, act }) => seat === event.data.seat && act === event.data.act);
  return ('key' in data ? own.find(({ id }) => id === data.key) : undefined) ?? own[0];
}

export const isRedacted = ({ data }: LedgerEvent) =>
  listSealed(data).some(({ sealed }) => readSealed(sealed) === undefined);

const OPENING = 'opening';

/** The event as the seat of the fork that takes it over would have caused it. */
export function renameSeat<Event extends LedgerEvent>(event: Event, seat: string, step: string): Event {
  const key = 'key' in event.data && event.data.key !== undefined ? { key: step } : {};
  return { ...event, data: { ...event.data, seat, ...key } };
}

/** The name of the step in which a seat gives its opening, the same in every format. */
export const openingStep = (seat: string) => `${OPENING}-${seat}`;

/** Only the openings, under the names of the seats that take them over. */
function borrowOpenings(recording: Recording, borrowed: NonNullable<RecordedFork['borrowed']>): Recording {
  const steps = borrowed.flatMap(([seat, from]) => {
    const recorded = recording.steps.get(openingStep(from));
    if (recorded === undefined) return [];
    const id = openingStep(seat);
    const events = recorded.events.map((event) => renameSeat(event, seat, id));
    return [[id, { ...recorded, step: { ...recorded.step, id, seat }, events }] as const];
  });
  return { ...recording, steps: new Map(steps), table: [] };
}

/** The whole past of a debate up to an event. Steps that were not over by then are left out, since they are asked again. */
export function recordSteps(parent: Snapshot, { event: last, anew, borrowed }: RecordedFork): Recording {
  const log = parent.log.slice(0, last + 1);
  const [opening, ...events] = log as [LedgerEvent, ...LedgerEvent[]];
  const steps = new Map<string, RecordedStep>();
  const table: CopyableEvent[] = [];
  const pending = new Map<string, { readonly step: Step; events: CopyableEvent[] }>();
  let now = createSnapshot(opening, parent.format, []);
  for (const event of events) {
    const step = findStep(event, listDueSteps(now));
    if (step !== undefined) {
      const found = pending.get(step.id) ?? { step, events: [] };
      found.events.push(event as CopyableEvent);
      pending.set(step.id, found);
    } else if (TABLE.has(event.type) || isEvent(event, 'turn-recorded')) table.push(event as CopyableEvent);
    // A stand-in starts without the refusals of the agent before it.
    if (isEvent(event, 'seat-replaced')) {
      for (const each of pending.values()) {
        if (each.step.seat === event.data.seat)
          each.events = each.events.filter(({ type }) => type === 'look-recorded');
      }
    }
    now = applyEvent(now, event);
    // A limit interrupts steps and does not end them.
    if (now.debate.status !== 'open' && !isEvent(event, 'debate-closed')) continue;
    const due = new Set(listDueSteps(now).map(({ id }) => id));
    for (const [id, { step, events: own }] of pending) {
      if (due.has(id)) continue;
      pending.delete(id);
      const [first] = own;
      if (first !== undefined) steps.set(id, { step, from: first.seq, until: event.seq, events: own });
    }
  }
  const recording = { threadId: parent.threadId, format: parent.format, log, anew, steps, table };
  return borrowed === undefined ? recording : borrowOpenings(recording, borrowed);
}
