// What the rules of a debate say: about a seat, and how many calls the debate still takes.
import type { Range } from '../domain/calls.ts';
import { listPresentSeats } from '../domain/debate.ts';
import { isForPeople } from '../domain/event-parts.ts';
import { isEvent } from '../domain/events.ts';
import type { SeatSpec } from '../formats/format.ts';
import { countCopiesToCome, listCopiedSteps } from '../ledger/engine/forks/next-copy.ts';
import type { Recording } from '../ledger/engine/forks/recording.ts';
import { getNext, listDueSteps, listSpecs, type Snapshot } from '../ledger/engine/snapshot.ts';

export function isAskedAsItself({ format, options }: Snapshot, seat: string): boolean {
  return format.isAskedAsItself?.(options, seat) === true;
}

type Rules = Pick<Snapshot, 'format' | 'options' | 'debate'>;

export const findSpec = (rules: Rules, seat: string): SeatSpec | undefined =>
  listSpecs(rules).find(({ id }) => id === seat);

export const mayLookUp = (rules: Rules, seat: string) =>
  rules.debate.opened.reading !== undefined && findSpec(rules, seat)?.uninformed !== true;

/** Whether the seat may change files where the run lets it. */
export const mayWork = (rules: Rules, seat: string) => findSpec(rules, seat)?.works === true;

export const getRole = (snapshot: Snapshot, seat: string) => findSpec(snapshot, seat)?.role ?? seat;

/**
 * The calls of its format, among which a turn of a person counts as one, less the contributions so far and those that a fork copies.
 * `undefined` when rounds were added, which the format's count knows nothing of.
 */
export function callsToCome(snapshot: Snapshot, recording?: Recording): Range | undefined {
  const { debate, format, options, log } = snapshot;
  const seats = Object.values(debate.seats);
  const present = listPresentSeats(debate);
  if (present.every(([, { agent }]) => isForPeople(agent))) return { atLeast: 0, atMost: 0 };
  if (getNext(snapshot).kind === 'close') return { atLeast: 0, atMost: 0 };
  const planned = format.calls(options);
  const copies = recording === undefined ? 0 : countCopiesToCome(recording, snapshot);
  const done = seats.reduce((sum, { contributions }) => sum + contributions, copies);
  if (debate.runs.length === 0 && done === 0 && present.length === seats.length) return planned;
  if (log.some((event) => isEvent(event, 'debate-extended'))) return undefined;
  const copied = recording === undefined ? new Set<string>() : listCopiedSteps(recording, snapshot);
  const due = listDueSteps(snapshot).filter(({ id }) => !copied.has(id)).length;
  // Nobody knows which of them seats that have left were to make.
  const atLeast = present.length < seats.length ? due : Math.max(due, planned.atLeast - done);
  return { atLeast, atMost: Math.max(atLeast, planned.atMost - done) };
}
