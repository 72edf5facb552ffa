// The seats of a check: equal, and told apart by a number alone.
import { definePanel } from '../common/seats.ts';
import type { SeatSpec } from '../format.ts';
import type { Options } from './options.ts';

const { listSeats, describeSeats } = definePanel('seat');

export function seatIds({ seats }: Pick<Options, 'seats'>): readonly string[] {
  return listSeats(seats);
}

export function seatsOf({ seats }: Options): readonly SeatSpec[] {
  return describeSeats(seats, 'answers by itself');
}
