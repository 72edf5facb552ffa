// How many calls a debate still takes, for whoever wants to know before they are made.
import type { Range } from '../domain/calls.ts';
import { listPresentSeats } from '../domain/debate.ts';
import { isForPeople } from '../domain/event-parts.ts';
import { isEvent } from '../domain/events.ts';
import { countCopiesToCome, listCopiedSteps } from '../ledger/engine/forks/next-copy.ts';
import type { Recording } from '../ledger/engine/forks/recording.ts';
import { listDueSteps, type Snapshot } from '../ledger/engine/snapshot.ts';

/**
 * The calls of its format, among which a turn of a person counts as one, less the contributions so far and those that a fork copies.
 * `undefined` when rounds were added, which the format's count knows nothing of.
 */
export function callsToCome(snapshot: Snapshot, recording?: Recording): Range | undefined {
  const { debate, format, options, log } = snapshot;
  const seats = Object.values(debate.seats);
  const present = listPresentSeats(debate);
  if (present.every(([, { agent }]) => isForPeople(agent))) return { atLeast: 0, atMost: 0 };
  const planned = format.calls(options);
  const copies = recording === undefined ? 0 : countCopiesToCome(recording, snapshot);
  const done = seats.reduce((sum, { contributions }) => sum + contributions, copies);
  if (debate.runs.length === 0 && done === 0) return planned;
  if (log.some((event) => isEvent(event, 'debate-extended'))) return undefined;
  const copied = recording === undefined ? new Set<string>() : listCopiedSteps(recording, snapshot);
  const due = listDueSteps(snapshot).filter(({ id }) => !copied.has(id)).length;
  // Nobody knows which of them seats that have left were to make.
  const atLeast = present.length < seats.length ? due : Math.max(due, planned.atLeast - done);
  return { atLeast, atMost: Math.max(atLeast, planned.atMost - done) };
}
