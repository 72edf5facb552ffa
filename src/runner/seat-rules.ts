// What the rules of a debate say about a seat.
import type { SeatSpec } from '../formats/format.ts';
import type { Snapshot } from '../ledger/engine/snapshot.ts';

export function isAskedAsItself({ format, debate }: Snapshot, seat: string): boolean {
  return format.isAskedAsItself?.(format.options.parse(debate.opened.options), seat) === true;
}

type Rules = Pick<Snapshot, 'format' | 'debate'>;

export const findSpec = ({ format, debate }: Rules, seat: string): SeatSpec | undefined =>
  format.seats(format.options.parse(debate.opened.options)).find(({ id }) => id === seat);

/** Whether the seat may look up what the debate was opened with. */
export const mayLookUp = (rules: Rules, seat: string) =>
  rules.debate.opened.reading !== undefined && findSpec(rules, seat)?.uninformed !== true;

/** Whether the seat may change files where the run lets it. */
export const mayWork = (rules: Rules, seat: string) => findSpec(rules, seat)?.works === true;

export const getRole = (snapshot: Snapshot, seat: string) => findSpec(snapshot, seat)?.role ?? seat;
