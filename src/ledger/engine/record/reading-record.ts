// What a record says of looking things up: what could be read, and each look as far as it may be shown.
import { defined } from '../../../domain/defined.ts';
import { isEvent } from '../../../domain/events.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import type { Snapshot } from '../snapshot.ts';
import { getVisibility } from './visibility.ts';

type ReadingRecord = NonNullable<DebateRecord['reading']>;

export function toReadingRecord(snapshot: Snapshot): ReadingRecord | undefined {
  const { debate, log } = snapshot;
  const { reading } = debate.opened;
  if (reading === undefined) return undefined;
  const { showEvent } = getVisibility(snapshot);
  const looks = log.flatMap((event): ReadingRecord['looks'] => {
    if (!isEvent(event, 'look-recorded')) return [];
    const shown = showEvent(event);
    if (!isEvent(shown, 'look-recorded')) return [];
    const { arguments: sealed, ...look } = shown.data;
    const withheld = shown === event ? undefined : (true as const);
    return [{ seq: event.seq, at: event.at, ...look, arguments: readSealed(sealed) ?? null, ...defined({ withheld }) }];
  });
  const seats = Object.keys(debate.seats).map((seat) => {
    const own = looks.filter((look) => look.seat === seat);
    return { seat, looks: own.length, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
  return { ...reading, seats, looks };
}
