// What the rules of a debate say about a seat.
import type { SeatSpec } from '../formats/format.ts';
import { listSpecs, type Snapshot } from '../ledger/engine/snapshot.ts';

export function isAskedAsItself({ format, options }: Snapshot, seat: string): boolean {
  return format.isAskedAsItself?.(options, seat) === true;
}

type Rules = Pick<Snapshot, 'format' | 'options' | 'debate'>;

export const findSpec = (rules: Rules, seat: string): SeatSpec | undefined =>
  listSpecs(rules).find(({ id }) => id === seat);

export const mayLookUp = (rules: Rules, seat: string) =>
  rules.debate.opened.reading !== undefined && findSpec(rules, seat)?.uninformed !== true;

/** Whether the seat may change files where the run lets it. */
export const mayWork = (rules: Rules, seat: string) => findSpec(rules, seat)?.works === true;

export const getRole = (snapshot: Snapshot, seat: string) => findSpec(snapshot, seat)?.role ?? seat;
