// The seats of a review, and which of them are still there.
import { definePanel } from '../common/seats.ts';
import type { SeatSpec } from '../format.ts';
import type { Options } from './options.ts';
import type { State } from './state.ts';

const { readNumber, labelSeat, listSeats, describeSeats } = definePanel('reviewer');

export { labelSeat, readNumber };

export function seatIds({ reviewers }: Pick<Options, 'reviewers'>): readonly string[] {
  return listSeats(reviewers);
}

export function createSeats({ reviewers, platform }: Options): readonly SeatSpec[] {
  return describeSeats(reviewers, `platform-${platform}`);
}

/** Seats that the debate has not gone on without. */
export function activeSeats({ options, left }: Pick<State, 'options' | 'left'>): readonly string[] {
  return seatIds(options).filter((seat) => !Object.hasOwn(left, seat));
}

export function reviewedSeats({ options, scores }: Pick<State, 'options' | 'scores'>): readonly string[] {
  return seatIds(options).filter((seat) => Object.hasOwn(scores, seat));
}
