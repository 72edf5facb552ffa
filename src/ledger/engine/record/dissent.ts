// Who disagrees with what a debate came to, with their words or without; nobody before it has come to anything. A person who closes a
// debate does not take back what the seats said of it.
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { DebateRecord, RecordEntry } from '../../../domain/record.ts';
import type { Snapshot } from '../snapshot.ts';
import { getVisiblePast } from './visibility.ts';

type Dissent = DebateRecord['dissent'][number];

const hasCome = ({ debate }: Snapshot) => debate.status === 'closed';

export function listDissent(snapshot: Snapshot, entries: readonly RecordEntry[]): DebateRecord['dissent'] {
  if (!hasCome(snapshot)) return [];
  const past = getVisiblePast(snapshot);
  const given = snapshot.format.dissent?.(past.log, past.state);
  if (given !== undefined) {
    return given.flatMap((dissent): readonly Dissent[] => {
      if (typeof dissent !== 'number') return [dissent];
      const turn = entries.find((entry) => entry.seq === dissent);
      return turn?.kind === 'turn' ? [{ seat: turn.seat, text: turn.shown ?? turn.text, seq: turn.seq }] : [];
    });
  }
  const votes = new Map<string, Extract<RecordEntry, { kind: 'turn' }>>();
  for (const entry of entries) if (entry.kind === 'turn' && entry.act === 'vote') votes.set(entry.seat, entry);
  return [...votes.values()]
    .filter((vote) => vote.data['vote'] !== 'approve')
    .map(({ seat, text, seq }) => ({ seat, text, seq }));
}

/** The votes on a decision that can be seen, the last of each seat. */
function listRejections(log: readonly LedgerEvent[]): readonly string[] {
  const votes = new Map<string, unknown>();
  for (const event of log) {
    if (isEvent(event, 'turn-recorded') && event.data.act === 'vote')
      votes.set(event.data.seat, event.data.data['vote']);
  }
  return [...votes].flatMap(([seat, vote]) => (vote === 'approve' ? [] : [seat]));
}

/** Seats that dissent, each once: what a list says of a debate without reading what anybody said. */
export function listDissenters(snapshot: Snapshot): readonly string[] {
  if (!hasCome(snapshot)) return [];
  const { log, state } = getVisiblePast(snapshot);
  const given = snapshot.format.dissent?.(log, state);
  if (given === undefined) return listRejections(log);
  const seats = given.flatMap((dissent) => {
    if (typeof dissent !== 'number') return [dissent.seat];
    const turn = log.find(({ seq }) => seq === dissent);
    return turn !== undefined && isEvent(turn, 'turn-recorded') ? [turn.data.seat] : [];
  });
  return [...new Set(seats)];
}
