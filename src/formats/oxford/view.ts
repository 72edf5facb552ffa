// What a seat may see: sides what both argued in earlier exchanges, judges all arguments side by side and nothing that judges said.
import type { ActEntry } from '../common/transcript.ts';
import type { History } from '../define-act.ts';
import type { Step } from '../format.ts';
import { nameArguments } from './judging/ballot.ts';
import { isSide } from './seats.ts';
import { orderOf, type State } from './state.ts';

export function view(
  entries: readonly ActEntry[],
  { seat, act }: Pick<Step, 'seat' | 'act'>,
  { state }: History<State>,
): readonly ActEntry[] {
  const { exchange, phase } = state;
  // Words from outside that came before the present phase, so that all who are asked in it know the same.
  const isInterjection = (entry: ActEntry) => entry.act === undefined && entry.seq < phase.seq;
  const isArgument = (entry: ActEntry, until: number) =>
    entry.seat !== undefined && isSide(entry.seat) && (entry.round ?? 0) - 1 <= until;
  if (isSide(seat)) return entries.filter((entry) => isInterjection(entry) || isArgument(entry, exchange - 1));
  const order = orderOf(act);
  if (order === undefined) return entries.filter(isInterjection);
  const { first } = nameArguments(state, exchange, seat, order);
  const placeOf = (entry: ActEntry) => 2 * (entry.round ?? 0) + (entry.seat === first ? 0 : 1);
  return [
    ...entries
      .filter((entry) => isArgument(entry, exchange))
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .map((entry) => ({ ...entry, seat: undefined })),
    ...entries.filter(isInterjection),
  ];
}
