// The seats of a check: equal, and told apart by a number alone.
import { definePanel } from '../common/seats.ts';
import type { SeatSpec } from '../format.ts';
import type { Options } from './options.ts';

const { listSeats, labelOf } = definePanel('seat');

export function seatIds({ seats }: Options): readonly string[] {
  return listSeats(seats);
}

export function seatsOf(options: Options): readonly SeatSpec[] {
  return seatIds(options).map((id) => ({
    id,
    label: labelOf(id),
    role: 'seat',
    purpose: 'answers by itself',
  }));
}
