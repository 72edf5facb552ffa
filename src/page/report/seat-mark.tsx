// A seat's colour and letter: the letter and the shape tell seats apart where the colour does not.
import { onceForEach } from '../../domain/once.ts';
import type { DebateRecord } from '../../domain/record.ts';
import { createLabels } from './words.ts';

/** Colours of the style; further seats begin again, with another shape. */
const COLOURS = 6;

type Seats = Pick<DebateRecord, 'seats'>;

interface Mark {
  /** "seat-0" to "seat-5", and "again" from the seventh. */
  readonly className: string;
  /** "W" of "Wind", "Wi" where another one begins alike, "R2" of "Reviewer 2". */
  readonly letters: string;
}

function chooseLetters({ seats }: Seats, name: string): string {
  const words = name.split(/\s+/);
  const [first = '?'] = name;
  const last = words.at(-1) ?? '';
  if (words.length > 1) return first + (/^\d{1,2}/.exec(last)?.[0] ?? [...last][0] ?? '');
  const isShared = seats.filter(({ label }) => label.startsWith(first)).length > 1;
  return isShared ? [...name].slice(0, 2).join('') : first;
}

/** A long transcript asks for the same few marks thousands of times. */
const listMarks = onceForEach((seats: DebateRecord['seats']): ReadonlyMap<string, Mark> => {
  const label = createLabels({ seats });
  return new Map(
    seats.map(({ seat }, index) => [
      seat,
      {
        className: `seat-${index % COLOURS}${index >= COLOURS ? ' again' : ''}`,
        letters: chooseLetters({ seats }, label(seat)),
      },
    ]),
  );
});

export const seatClass = ({ seats }: Seats, seat: string): string =>
  listMarks(seats).get(seat)?.className ?? 'seat-none';

export function SeatMark({ record, seat }: { readonly record: Seats; readonly seat: string }) {
  return (
    <span class={`mark ${seatClass(record, seat)}`} aria-hidden="true">
      {listMarks(record.seats).get(seat)?.letters ?? [...seat][0]}
    </span>
  );
}
