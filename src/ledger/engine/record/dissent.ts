// Who disagrees with what a debate came to, with their words or without; nobody before it has come to anything, or where that is the
// decision of a person, which no seat was asked about.
import { type EventOf, isEvent } from '../../../domain/events.ts';
import { findDecider } from '../../../domain/outcomes.ts';
import type { DebateRecord, RecordEntry } from '../../../domain/record.ts';
import type { Snapshot } from '../snapshot.ts';
import { getVisiblePast } from './visibility.ts';

type Dissent = DebateRecord['dissent'][number];
type Turn = EventOf<'turn-recorded'>;

/** Turns that dissent, and what the rules say of it in words of their own. */
function findDissent(snapshot: Snapshot): readonly (Dissent | Turn)[] {
  const { closed } = snapshot.debate;
  if (closed === undefined || findDecider(closed) !== 'seats') return [];
  const { log, state } = getVisiblePast(snapshot);
  const turns = log.filter((event) => isEvent(event, 'turn-recorded'));
  const given = snapshot.format.dissent?.(log, state) ?? [];
  return given.flatMap((dissent): readonly (Dissent | Turn)[] =>
    typeof dissent === 'number' ? turns.filter(({ seq }) => seq === dissent) : [dissent],
  );
}

export function listDissent(snapshot: Snapshot, entries: readonly RecordEntry[]): DebateRecord['dissent'] {
  return findDissent(snapshot).flatMap((dissent): readonly Dissent[] => {
    if ('seat' in dissent) return [dissent];
    const turn = entries.find(({ seq }) => seq === dissent.seq);
    return turn?.kind === 'turn' ? [{ seat: turn.seat, text: turn.shown ?? turn.text, seq: turn.seq }] : [];
  });
}

/** Seats that dissent, each once: what a list says of a debate without reading what anybody said. */
export function listDissenters(snapshot: Snapshot): readonly string[] {
  return [...new Set(findDissent(snapshot).map((dissent) => ('seat' in dissent ? dissent.seat : dissent.data.seat)))];
}
