// How many seats a panel has where nobody says so: as many as agents are named for it.

import type { RuleData } from '../../../../domain/events.ts';
import type { AnyFormat } from '../../../../formats/format.ts';
import type { SeatSpec as SeatFilling } from '../../../config/seat-spec.ts';
import type { Hall } from '../../hall.ts';

/** The option with the number; empty where recipe and configuration decide it. */
export function countSeats(hall: Hall, { id, panel }: AnyFormat, agents?: readonly SeatFilling[]): RuleData {
  if (panel === undefined) return {};
  const { config, origins } = hall.loaded;
  if (agents !== undefined) return { [panel.option]: agents.length };
  const isConfigured = Object.hasOwn(config.formats[id] ?? {}, panel.option);
  const named = Object.keys(config.seats).filter(
    (seat) => panel.seats.includes(seat) && (!isConfigured || origins.get(`seats.${seat}`)?.kind === 'flag'),
  );
  const last = Math.max(-1, ...named.map((seat) => panel.seats.indexOf(seat)));
  return last < 1 ? {} : { [panel.option]: last + 1 };
}
