// A seat's colour and letter: the letter and the shape tell seats apart where the colour does not.
import type { DebateRecord } from '../../domain/record.ts';
import { labelsOf } from './words.ts';

/** Colours of the style; further seats begin again, with another shape. */
const COLOURS = 6;

export function seatIndex({ seats }: Pick<DebateRecord, 'seats'>, seat: string): number {
  return seats.findIndex((each) => each.seat === seat);
}

/** "seat-0" to "seat-5", and "again" from the seventh. */
export function seatClass(record: Pick<DebateRecord, 'seats'>, seat: string): string {
  const index = seatIndex(record, seat);
  if (index < 0) return 'seat-none';
  return `seat-${index % COLOURS}${index >= COLOURS ? ' again' : ''}`;
}

/** One or two characters: "W", or "R2" of "Reviewer 2". */
export function seatLetters(record: Pick<DebateRecord, 'seats'>, seat: string): string {
  const name = labelsOf(record)(seat);
  const number = /(\d{1,2})\D*$/.exec(name)?.[1] ?? '';
  const [letter = ''] = name;
  if (number !== '') return letter + number;
  const isShared = record.seats.some((other) => other.seat !== seat && other.label.startsWith(letter));
  return isShared ? [...name].slice(0, 2).join('') : letter;
}

export function SeatMark({ record, seat }: { readonly record: Pick<DebateRecord, 'seats'>; readonly seat: string }) {
  return (
    <span class={`mark ${seatClass(record, seat)}`} aria-hidden="true">
      {seatLetters(record, seat)}
    </span>
  );
}
