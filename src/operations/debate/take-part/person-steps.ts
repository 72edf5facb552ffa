// What only a person can do next: the steps of seats that no program fills.
import { OPEN_SEAT, PERSON_KIND } from '../../../domain/events.ts';
import { getNext, type Snapshot } from '../../../engine/snapshot.ts';
import type { Step } from '../../../formats/format.ts';

export function listPersonSteps(snapshot: Snapshot): readonly Step[] {
  const { seats, status } = snapshot.debate;
  const next = getNext(snapshot);
  if (status !== 'open' || next.kind !== 'ask') return [];
  return next.steps.filter(({ seat }) => {
    const kind = seats[seat]?.agent.kind;
    return kind === PERSON_KIND || kind === OPEN_SEAT.kind;
  });
}
