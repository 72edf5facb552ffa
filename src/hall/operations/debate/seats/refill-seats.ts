// Seats that are given to other agents where a debate is forked or asked again.
import { defined } from '../../../../domain/defined.ts';
import type { RuleData } from '../../../../domain/event-parts.ts';
import { findSeat } from '../../../../formats/common/seats.ts';
import type { AnyFormat } from '../../../../formats/format.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { SeatFilling } from '../../../config/seat-spec.ts';
import { createNoSeatError } from './requested-seats.ts';

export type Fillings = Readonly<Record<string, SeatFilling>>;

/** A point of view belongs to the seat, whoever sits there. */
export function keepPerspectives({ debate }: Snapshot, seats: Fillings): Fillings {
  return Object.fromEntries(
    Object.entries(seats).map(([seat, filling]) => {
      return [seat, { ...defined({ perspective: debate.seats[seat]?.perspective }), ...filling }];
    }),
  );
}

/** By the names that the seats have in the ledger. Throws `not-found` for a seat that is not there. */
export function nameSeats(format: AnyFormat, options: RuleData, seats: Fillings): Fillings {
  const parsed = format.options.safeParse(options);
  const known = parsed.success ? format.seats(parsed.data) : [];
  return Object.fromEntries(
    Object.entries(seats).map(([name, filling]) => {
      const seat = findSeat(known, name);
      if (seat !== undefined || known.length === 0) return [seat?.id ?? name, filling];
      throw createNoSeatError(name, known);
    }),
  );
}
