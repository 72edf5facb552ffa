// Finds the seat that someone means by one of its names.
import type { SeatSpec } from './format.ts';

/** By id, label or another name of it, in any case. */
export function seatCalled(seats: readonly SeatSpec[], name: string): SeatSpec | undefined {
  const wanted = name.trim().toLowerCase();
  return seats.find(({ id, label, aliases = [] }) => [id, label.toLowerCase(), ...aliases].includes(wanted));
}
