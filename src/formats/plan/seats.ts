// The seats of a planning debate, and which of them are still active.
import { definePanel } from '../common/seats.ts';

const { readNumber, labelSeat, listSeats, describeSeats } = definePanel('planner');

export { describeSeats, labelSeat, listSeats, readNumber as plannerNumber };

/** Seats that are asked. */
export function listActiveSeats({
  seats,
  left,
}: {
  readonly seats: readonly string[];
  readonly left: readonly string[];
}) {
  return seats.filter((seat) => !left.includes(seat));
}
