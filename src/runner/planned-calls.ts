// How many calls a debate still takes, for whoever wants to know before they are made.
import { isEvent } from '../domain/events.ts';
import { getNext, type Snapshot } from '../engine/snapshot.ts';

/**
 * The calls of its format, less the contributions so far. `undefined` when rounds were added, which the format's
 * count knows nothing of.
 */
export function callsToCome(snapshot: Snapshot): { atLeast: number; atMost: number } | undefined {
  const { debate, format, log } = snapshot;
  const planned = format.calls(format.options.parse(debate.opened.options));
  if (debate.runs.length === 0) return planned;
  if (log.some((event) => isEvent(event, 'debate-extended'))) return undefined;
  const done = Object.values(debate.seats).reduce((sum, { contributions }) => sum + contributions, 0);
  const next = getNext(snapshot);
  const due = next.kind === 'ask' ? next.steps.length : 0;
  const atLeast = Math.max(due, planned.atLeast - done);
  return { atLeast, atMost: Math.max(atLeast, planned.atMost - done) };
}
