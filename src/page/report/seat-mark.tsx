// A seat's colour and letter: the letter and the shape tell seats apart where the colour does not.
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
const known = new WeakMap<DebateRecord['seats'], ReadonlyMap<string, Mark>>();

function findMark(record: Seats, seat: string): Mark | undefined {
  let marks = known.get(record.seats);
  if (marks === undefined) {
    const label = createLabels(record);
    marks = new Map(
      record.seats.map((each, index) => [
        each.seat,
        {
          className: `seat-${index % COLOURS}${index >= COLOURS ? ' again' : ''}`,
          letters: chooseLetters(record, label(each.seat)),
        },
      ]),
    );
    known.set(record.seats, marks);
  }
  return marks.get(seat);
}

export const seatClass = (record: Seats, seat: string): string => findMark(record, seat)?.className ?? 'seat-none';

export function SeatMark({ record, seat }: { readonly record: Seats; readonly seat: string }) {
  return (
    <span class={`mark ${seatClass(record, seat)}`} aria-hidden="true">
      {findMark(record, seat)?.letters ?? [...seat][0]}
    </span>
  );
}
