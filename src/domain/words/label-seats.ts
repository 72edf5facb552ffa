// What seats are called, for people who read their words.

/** Whatever name somebody gives themselves, "Wall" or "Debate Hall", their words are those of no seat. */
export const titleFromOutside = (what: 'Interjection' | 'Follow-up question', author: string) =>
  `${what} by ${author}, from outside the seats`;

export type LabelSeat = (seat: string) => string;

/** Of the seats of a record or of a format; any other is called by its ID. */
export function labelSeats(
  seats: readonly ({ readonly label: string } & ({ readonly seat: string } | { readonly id: string }))[],
): LabelSeat {
  const labels = new Map(seats.map((each) => ['seat' in each ? each.seat : each.id, each.label]));
  return (seat) => labels.get(seat) ?? seat;
}
