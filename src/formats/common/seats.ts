// Finds seats by their names, and names the seats of a panel.
import { hashText } from '../../domain/draws.ts';
import { capitalize } from '../../domain/words/sentence.ts';
import type { AnyFormat, SeatSpec } from '../format.ts';

/** By id, label or another name of it, in any case. */
export function findSeat(seats: readonly SeatSpec[], name: string): SeatSpec | undefined {
  const wanted = name.trim().toLowerCase();
  return seats.find(({ id, label, aliases = [] }) => [id, label.toLowerCase(), ...aliases].includes(wanted));
}

/** Every name that a seat can have in a debate of this format, whatever its options are. */
export function listSeatNames({ options, panel, fullest, seats }: AnyFormat): readonly string[] {
  const counted = panel === undefined ? {} : { [panel.option]: panel.seats.length };
  const all = seats({ ...(options.parse({}) as object), ...counted, ...fullest });
  return all.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
}

/** The seats of a panel whose members differ by a number alone: "reviewer-1", "Reviewer 1". */
export function definePanel(role: string) {
  /** Which member a seat is, from 1. */
  const readNumber = (seat: string) => Number(seat.slice(role.length + 1));
  const labelSeat = (seat: string) => `${capitalize(role)} ${seat.slice(role.length + 1)}`;
  const listSeats = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `${role}-${index + 1}`);
  return {
    readNumber,
    labelSeat,
    listSeats,
    /** `prompt`: the file in `prompts/<format>/` that makes an agent such a seat. */
    describeSeats: (count: number, prompt = role): readonly SeatSpec[] =>
      listSeats(count).map((id) => ({ id, label: labelSeat(id), role: prompt })),
  };
}

// Neutral names under which seats read each other, drawn from the seed of the debate: nobody can tell who speaks, nor in which order.

/** By seat, in the order of the names: "Speaker 2". */
export function drawNames(seed: string, seats: readonly string[]): ReadonlyMap<string, string> {
  const drawn = seats.map((seat) => [seat, hashText(`${seed} ${seat}`)] as const);
  const sorted = drawn.toSorted(([one, first], [other, second]) => first - second || (one < other ? -1 : 1));
  return new Map(sorted.map(([seat], index) => [seat, `Speaker ${index + 1}`]));
}
