// The seats of an Oxford debate and the names of their arguments.
import type { SeatSpec } from '../format.ts';
import type { Options } from './options.ts';

export const SIDES = ['proposition', 'opposition'] as const;
export type Side = (typeof SIDES)[number];

const PREFIXES = { proposition: 'prop', opposition: 'opp' } as const satisfies Record<Side, string>;

export function isSide(seat: string): seat is Side {
  return (SIDES as readonly string[]).includes(seat);
}

export function otherSide(side: Side): Side {
  return side === 'proposition' ? 'opposition' : 'proposition';
}

/** "prop_001"; of several arguments in one answer each has a letter: "prop_000a". */
export function argumentId(side: Side, exchange: number, index: number, among: number): string {
  const letter = among === 1 ? '' : String.fromCharCode('a'.charCodeAt(0) + index);
  return `${PREFIXES[side]}_${String(exchange).padStart(3, '0')}${letter}`;
}

export const LABELS: Readonly<Record<Side, string>> = { proposition: 'Proposition', opposition: 'Opposition' };

export function labelSeat(seat: string): string {
  if (isSide(seat)) return LABELS[seat];
  return seat.replace(/^judge/, 'Judge').replace('-', ' ');
}

export function judgeSeats({ judges }: Options): string[] {
  return Array.from({ length: judges }, (_, index) => (index === 0 ? 'judge' : `judge-${index + 1}`));
}

const SIDE_SEATS: readonly SeatSpec[] = [
  { id: 'proposition', label: 'Proposition', role: 'proposition' },
  { id: 'opposition', label: 'Opposition', role: 'opposition' },
];

const judgeSeat = (id: string): SeatSpec => ({
  id,
  label: labelSeat(id),
  role: 'judge',
  judges: true,
});

export function listSeats(options: Options): readonly SeatSpec[] {
  return [...SIDE_SEATS, ...judgeSeats(options).map(judgeSeat)];
}
