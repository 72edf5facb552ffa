// The seats of a planning debate, and which of them are still active.
import type { State } from './state.ts';

export const seatId = (planner: number): string => `planner-${planner}`;
export const labelOf = (seat: string): string => `Planner ${plannerNumber(seat)}`;

/** 1-based. */
export function plannerNumber(seat: string): number {
  return Number(seat.slice('planner-'.length));
}

/** Seats that are asked. */
export function listActiveSeats({ seats, left }: State): readonly string[] {
  return seats.filter((seat) => !left.includes(seat));
}
