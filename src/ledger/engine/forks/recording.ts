// What a debate has on record, by the step that it was said in, so that a fork can take it over, or the vote that it is compared with.

import { sameAgent } from '../../../domain/contradictions.ts';
import {
  type AgentRef,
  type EventData,
  type EventOf,
  isEvent,
  type LedgerEvent,
  OPEN_SEAT,
  PERSON_KIND,
  type Relation,
  type SeatAssignment,
} from '../../../domain/events.ts';
import { mapSealed, textOf } from '../../../domain/sealed/sealed.ts';
import type { AnyFormat, Step } from '../../../formats/format.ts';
import { applyEvent, createSnapshot, getNext, type Snapshot } from '../snapshot.ts';

/** What a seat did. */
type SeatEventType = 'look-recorded' | 'answer-rejected' | 'turn-recorded' | 'seat-left';
/** What people did besides, at any time. */
type TableEventType = 'interjection-added' | 'seat-taken' | 'debate-extended' | 'turn-recorded';

export type CopyableEvent = EventOf<SeatEventType | TableEventType>;

const TABLE: ReadonlySet<string> = new Set<TableEventType>(['interjection-added', 'seat-taken', 'debate-extended']);

/** The relation of a debate that copies from another one, with everything that such a relation has. */
export interface CopySource {
  /** A fork copies whatever its rules let follow; a comparison copies openings. */
  readonly kind: 'fork' | 'comparison';
  readonly of: string;
  readonly head: string;
  readonly event: number;
  readonly anew: readonly string[];
}

/** `undefined` for a debate that copies nothing. */
export function toCopySource(relation: Relation | undefined): CopySource | undefined {
  if (relation === undefined || relation.head === undefined || relation.event === undefined) return undefined;
  const { kind, of, head, event, anew = [] } = relation;
  return kind === 'fork' || kind === 'comparison' ? { kind, of, head, event, anew } : undefined;
}

/** All that a seat did in a step that is over. */
export interface RecordedStep {
  /** As it was in the parent. */
  readonly step: Step;
  /** Who takes it over. */
  readonly seat: string;
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
  readonly steps: readonly RecordedStep[];
  /** Whether what was recorded in that step answers this one. */
  readonly answers: (recorded: RecordedStep, step: Step) => boolean;
  /** What belongs to no step, in order. */
  readonly table: readonly CopyableEvent[];
}

function listDue(snapshot: Snapshot): readonly Step[] {
  const next = getNext(snapshot);
  return next.kind === 'ask' ? next.steps : [];
}

/** The step in which a seat did this. */
function findStep(event: LedgerEvent, due: readonly Step[]): Step | undefined {
  const { data } = event;
  if (isEvent(event, 'look-recorded')) return due.find(({ id }) => id === event.data.step);
  if (isEvent(event, 'seat-left')) return due.find(({ seat }) => seat === event.data.seat);
  if (!isEvent(event, 'turn-recorded') && !isEvent(event, 'answer-rejected')) return undefined;
  const own = due.filter(({ seat, act }) => seat === event.data.seat && act === event.data.act);
  return ('key' in data ? own.find(({ id }) => id === data.key) : undefined) ?? own[0];
}

export function isRedacted(event: LedgerEvent): boolean {
  let redacted = false;
  mapSealed(event.data, (sealed) => {
    redacted ||= textOf(sealed) === undefined;
    return sealed;
  });
  return redacted;
}

/** The whole past of a debate up to an event. Steps that were not over by then are left out, since they are asked again. */
function recordSteps(parent: Snapshot, { event: last, anew }: CopySource): Recording {
  const log = parent.log.slice(0, last + 1);
  const [opening, ...events] = log as [LedgerEvent, ...LedgerEvent[]];
  const steps: RecordedStep[] = [];
  const table: CopyableEvent[] = [];
  const pending = new Map<string, { readonly step: Step; events: CopyableEvent[] }>();
  let now = createSnapshot(opening, parent.format, []);
  for (const event of events) {
    const step = findStep(event, listDue(now));
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
    const due = new Set(listDue(now).map(({ id }) => id));
    for (const [id, { step, events: own }] of pending) {
      if (due.has(id)) continue;
      pending.delete(id);
      const [first] = own;
      if (first !== undefined) steps.push({ step, seat: step.seat, from: first.seq, until: event.seq, events: own });
    }
  }
  const answers: Recording['answers'] = (recorded, { id, seat }) => recorded.step.id === id && recorded.seat === seat;
  return { threadId: parent.threadId, format: parent.format, log, anew, steps, table, answers };
}

/** In every format that asks for one: an answer that a seat gives before it reads another seat. */
const OPENING = 'opening';

/** Seats whose agents can be asked for a blind answer, in order; the vote that a debate is compared with has them in this order, too. */
export const listAskable = ({ seats }: EventData<'debate-opened'>): readonly SeatAssignment[] =>
  seats.filter(({ agent }) => agent.kind !== PERSON_KIND && agent.kind !== OPEN_SEAT.kind);

/** The agent of the seat gave it, and not a stand-in, or a person in its place. */
function isOwnOpening(event: CopyableEvent | undefined, agent: AgentRef): boolean {
  if (event === undefined || !isEvent(event, 'turn-recorded')) return false;
  const { act, by } = event.data;
  return act === OPENING && by.author === undefined && sameAgent(by.agent, agent);
}

/** Some formats give some seats less of the material than a vote gives all of its own. */
const hasReadAll = ({ format, debate }: Snapshot): boolean =>
  format.briefing === undefined || debate.opened.context.length === 0;

/** The blind openings of a debate, for those seats of a vote that have the same agents. */
function recordOpenings(parent: Snapshot, source: CopySource, voters: readonly SeatAssignment[]): Recording {
  const recording = recordSteps(parent, source);
  const askable = hasReadAll(parent) ? listAskable(parent.debate.opened) : [];
  const steps = askable.flatMap(({ seat, agent }, index) => {
    const voter = voters[index];
    const isOwn = ({ step, events }: RecordedStep) => step.seat === seat && isOwnOpening(events.at(-1), agent);
    const recorded = recording.steps.find(isOwn);
    if (voter === undefined || recorded === undefined || !sameAgent(voter.agent, agent)) return [];
    return [{ ...recorded, seat: voter.seat }];
  });
  const answers: Recording['answers'] = (recorded, { act, seat }) => act === OPENING && recorded.seat === seat;
  return { ...recording, steps, table: [], answers };
}

/** What a debate with these seats can copy. */
export function recordFor(seats: readonly SeatAssignment[], parent: Snapshot, source: CopySource): Recording {
  return source.kind === 'fork' ? recordSteps(parent, source) : recordOpenings(parent, source, seats);
}
